/**
 * Attachments: MIME messages (RFC 2387) in, an envelope whose binary values are their parts out, and back (XOP 1.0, MTOM). Large
 * messages are kept in files that nobody else sees.
 */
package dev.weir.soap.mtom;
