package dev.weir.bench.bind;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.util.ArrayList;
import java.util.List;

/** Doubles as a list of objects. */
@XmlRootElement(name = "doubles")
@XmlAccessorType(XmlAccessType.FIELD)
public class DoubleList implements CountedDocument {
    @XmlElement(name = "item")
    public List<Double> item = new ArrayList<>();

    @Override
    public int count() {
        return item.size();
    }
}
