package dev.weir.bind.jaxb.indexed;

import jakarta.xml.bind.annotation.XmlRootElement;

/** Named by the jaxb.index of its package. */
@XmlRootElement
public class Thing {}
