/** Properties of clients and endpoints → keys, certificates and authorities of their connections. */
package dev.weir.soap.jaxws.tls;
