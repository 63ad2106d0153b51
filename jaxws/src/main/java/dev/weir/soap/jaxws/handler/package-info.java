/** Handlers of the standard, of clients and servers alike: an envelope in, the envelope that they have made of it out. */
package dev.weir.soap.jaxws.handler;
