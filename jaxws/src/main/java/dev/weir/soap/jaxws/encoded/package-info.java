/** Values in the encoding of SOAP 1.1, section 5 ⇄ Java objects, as graphs: with identity, and in cycles. */
package dev.weir.soap.jaxws.encoded;
