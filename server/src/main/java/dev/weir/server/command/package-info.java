/** The command line: one class per command; arguments in, exit code and lines of text out. */
package dev.weir.server.command;
