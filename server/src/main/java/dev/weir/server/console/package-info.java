/**
 * The console: pages on the admin listener by which people see what runs, find what failed and mend it. All that it shows
 * and does goes through the admin API, as the person who is signed in: roles, refusals and the log of what was done are
 * those of the API.
 */
package dev.weir.server.console;
