/**
 * Envelopes of both SOAP versions: bytes in, headers and a cursor on the body out; and back. Servers and clients share
 * it.
 */
package dev.weir.soap.envelope;
