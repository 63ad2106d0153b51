/** Certificates, private keys and trusted certificates: files in, what a TLS handshake needs out. */
package dev.weir.soap.tls;
