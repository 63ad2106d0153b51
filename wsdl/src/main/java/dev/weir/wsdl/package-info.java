/**
 * WSDL 1.1: documents in, with their imports and schemas; definitions out, by expanded name. SOAP bindings and BPEL
 * processes both read it, so it stands below both.
 */
package dev.weir.wsdl;
