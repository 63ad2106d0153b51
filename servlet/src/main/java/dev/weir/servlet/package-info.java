/** Requests of a servlet container to endpoints of Jakarta XML Web Services, and their replies. */
package dev.weir.servlet;
