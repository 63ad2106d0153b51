/** What the server writes for its operators: the log and the access log. */
package dev.weir.server.log;
