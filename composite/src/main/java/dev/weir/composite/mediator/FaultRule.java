package dev.weir.composite.mediator;

import dev.weir.xml.XmlName;

/** What becomes of a target's fault. */
record FaultRule(XmlName name, Transformation transformation) {}
