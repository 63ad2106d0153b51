package dev.weir.soap.jaxws.endpoint.greeter;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlType;

/** As a compiler of schemas makes it. */
@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(
        name = "Person",
        propOrder = {"name"})
public class Person {
    @XmlElement(required = true)
    protected String name;

    @XmlAttribute(name = "age")
    protected Integer age;

    public String getName() {
        return name;
    }

    public void setName(String value) {
        this.name = value;
    }

    public Integer getAge() {
        return age;
    }

    public void setAge(Integer value) {
        this.age = value;
    }
}
