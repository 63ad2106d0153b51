/** The WSDL of a service: generated from its interface, or read from where the service says that it is. */
package dev.weir.soap.jaxws.wsdl;
