package dev.weir.soap.jaxws.peers;

import jakarta.xml.bind.annotation.XmlEnumValue;

/** An enumeration with a value that is no name of a constant. */
public enum Speed {
    SLOW("SLOW"),
    FAST("FAST"),
    @XmlEnumValue("over night")
    OVER_NIGHT("over night");

    private final String text;

    Speed(String text) {
        this.text = text;
    }

    @Override
    public String toString() {
        return text;
    }
}
