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
        propOrder = {"greeting"})
@XmlRootElement(name = "greetResponse")
public class GreetResponse {
    @XmlElement(required = true)
    protected String greeting;

    public String getGreeting() {
        return greeting;
    }

    public void setGreeting(String value) {
        this.greeting = value;
    }
}
