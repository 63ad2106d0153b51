package dev.weir.xpath;

import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlAttribute;
import dev.weir.xml.tree.XmlComment;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlInstruction;
import dev.weir.xml.tree.XmlNode;
import dev.weir.xml.tree.XmlText;
import org.jspecify.annotations.Nullable;

/** What a step takes of its axis (XPath 1.0, section 2.3); names are compared as expanded names. */
@FunctionalInterface
interface NodeTest {
    NodeTest NODE = node -> true;
    NodeTest TEXT = node -> node instanceof XmlText;
    NodeTest COMMENT = node -> node instanceof XmlComment;

    boolean matches(XmlNode node);

    /** processing-instruction(), of a target where one is given. */
    static NodeTest instruction(String target) {
        return target.isEmpty()
                ? node -> node instanceof XmlInstruction
                : node -> node instanceof XmlInstruction instruction
                        && instruction.target().equals(target);
    }

    /**
     * A name test for the axis's principal node type.
     *
     * @param namespace null for any (a lone {@code *})
     * @param local null for any
     */
    static NodeTest name(Axis axis, @Nullable String namespace, @Nullable String local) {
        if (axis == Axis.NAMESPACE) {
            return node -> local == null || ((XmlAttribute) node).name().local().equals(local) && "".equals(namespace);
        }
        if (axis == Axis.ATTRIBUTE) {
            if (namespace == null) {
                return NODE;
            }
            if (local == null) {
                return node -> ((XmlAttribute) node).name().namespace().equals(namespace);
            }
            return new OfAttribute(XmlName.of(namespace, local));
        }
        if (namespace == null) {
            return node -> node instanceof XmlElement;
        }
        if (local == null) {
            return node -> node instanceof XmlElement element
                    && element.name().namespace().equals(namespace);
        }
        return new OfElement(XmlName.of(namespace, local));
    }

    /** Elements of one name. */
    record OfElement(XmlName name) implements NodeTest {
        @Override
        public boolean matches(XmlNode node) {
            return node instanceof XmlElement element && element.name().equals(name);
        }
    }

    /** Attributes of one name, on their axis. */
    record OfAttribute(XmlName name) implements NodeTest {
        @Override
        public boolean matches(XmlNode node) {
            return ((XmlAttribute) node).name().equals(name);
        }
    }
}
