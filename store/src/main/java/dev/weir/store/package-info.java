/**
 * What must survive: records go in by whole transitions and come out as work to do. The store knows nothing of XML,
 * SOAP or BPEL; payloads, headers and state rows are opaque bytes and strings to it.
 */
package dev.weir.store;
