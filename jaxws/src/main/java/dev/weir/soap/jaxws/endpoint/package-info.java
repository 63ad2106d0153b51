/** Published services: requests in, to methods of the implementation, and back. */
package dev.weir.soap.jaxws.endpoint;
