/** The command line and what it starts. */
package dev.weir.server;
