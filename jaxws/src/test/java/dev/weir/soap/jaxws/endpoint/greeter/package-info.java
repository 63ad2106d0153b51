@jakarta.xml.bind.annotation.XmlSchema(
        namespace = "urn:test:greeter:types",
        elementFormDefault = jakarta.xml.bind.annotation.XmlNsForm.QUALIFIED)
package dev.weir.soap.jaxws.endpoint.greeter;
