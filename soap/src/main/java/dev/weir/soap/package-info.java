/** SOAP messages: envelopes, faults, endpoints, clients. Bytes come from and go to soap.http. */
package dev.weir.soap;
