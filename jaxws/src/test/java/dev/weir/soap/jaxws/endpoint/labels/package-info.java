/** A wrapper as wsimport and wsdl2java generate it for elements that may be missing and may be nil. */
@jakarta.xml.bind.annotation.XmlSchema(namespace = "urn:test:labels")
package dev.weir.soap.jaxws.endpoint.labels;
