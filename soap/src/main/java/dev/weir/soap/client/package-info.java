/** Calls out: a message and an address in, the reply or a typed failure out. */
package dev.weir.soap.client;
