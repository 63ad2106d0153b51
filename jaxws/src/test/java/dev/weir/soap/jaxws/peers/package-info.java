/**
 * Document/literal, with clients and servers of other makes: one service, {@link dev.weir.soap.jaxws.peers.Courier}, which each
 * of them calls by the WSDL of a Weir endpoint, and serves for a typed client.
 */
@XmlSchema(namespace = "urn:test:courier:types", elementFormDefault = XmlNsForm.QUALIFIED)
package dev.weir.soap.jaxws.peers;

import jakarta.xml.bind.annotation.XmlNsForm;
import jakarta.xml.bind.annotation.XmlSchema;
