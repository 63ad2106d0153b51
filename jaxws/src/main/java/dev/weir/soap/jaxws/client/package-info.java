/** Clients of the standard: services, typed proxies and dispatches in; requests over HTTP out. */
package dev.weir.soap.jaxws.client;
