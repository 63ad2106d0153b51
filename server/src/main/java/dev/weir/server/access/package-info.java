/** Where the admin API answers, and who may use it. */
package dev.weir.server.access;
