package dev.weir.bench.bind;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;

/** Doubles as an array of primitives. */
@XmlRootElement(name = "doubles")
@XmlAccessorType(XmlAccessType.FIELD)
public class DoubleArray implements CountedDocument {
    @XmlElement(name = "item")
    public double[] item = {};

    @Override
    public int count() {
        return item.length;
    }
}
