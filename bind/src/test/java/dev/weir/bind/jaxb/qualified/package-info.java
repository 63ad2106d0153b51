/** Classes whose elements and attributes are in the namespace of their types. */
@XmlSchema(
        namespace = "urn:example:qualified",
        elementFormDefault = XmlNsForm.QUALIFIED,
        attributeFormDefault = XmlNsForm.QUALIFIED)
package dev.weir.bind.jaxb.qualified;

import jakarta.xml.bind.annotation.XmlNsForm;
import jakarta.xml.bind.annotation.XmlSchema;
