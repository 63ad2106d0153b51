package dev.weir.soap.jaxws.endpoint.greeter;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlType;

/** As a compiler of schemas makes it. */
@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(
        name = "",
        propOrder = {"person"})
@XmlRootElement(name = "greet")
public class Greet {
    @XmlElement(required = true)
    protected Person person;

    public Person getPerson() {
        return person;
    }

    public void setPerson(Person value) {
        this.person = value;
    }
}
