package dev.weir.it.program;

import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlRootElement;

/** A bound class. */
@XmlRootElement(name = "order")
public class Order {
    @XmlAttribute
    public int id;

    public String item;
}
