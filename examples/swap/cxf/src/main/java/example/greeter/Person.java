package example.greeter;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;

@XmlAccessorType(XmlAccessType.FIELD)
public class Person {
    @XmlElement(required = true)
    private String name;

    @XmlAttribute
    private String language;

    public String getName() {
        return name;
    }

    public String getLanguage() {
        return language;
    }
}
