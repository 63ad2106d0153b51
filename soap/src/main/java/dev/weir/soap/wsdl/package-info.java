/** WSDL as a service shows it to its callers: bindings made where there are none, addresses put right. */
package dev.weir.soap.wsdl;
