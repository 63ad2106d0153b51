package dev.weir.bind.jaxb.qualified;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlType;
import java.util.Map;
import java.util.TreeMap;

@XmlRootElement
@XmlAccessorType(XmlAccessType.FIELD)
public class Ledger {
    @XmlAttribute
    public int year;

    public Map<String, Integer> sums = new TreeMap<>();
    public Owner owner;

    @XmlType(namespace = "urn:example:owners")
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Owner {
        @XmlAttribute
        public String id;

        public String name;
    }
}
