/** The admin API: JSON over HTTP, for the command line and for scripts; both its ends. */
package dev.weir.server.admin;
