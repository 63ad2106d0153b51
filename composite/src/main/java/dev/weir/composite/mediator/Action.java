package dev.weir.composite.mediator;

import dev.weir.composite.message.MessageScope;
import dev.weir.wsdl.MessageValue;
import dev.weir.wsdl.Wsdl.Part;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlAttribute;
import dev.weir.xml.tree.XmlDocument;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlNode;
import dev.weir.xml.tree.XmlParent;
import dev.weir.xml.tree.XmlText;
import dev.weir.xpath.XPathException;
import dev.weir.xpath.XPathExpression;
import dev.weir.xpath.xquery.XQuery;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One thing that a transform or assign does to the outgoing message. */
sealed interface Action {
    /** File and line, for messages. */
    String place();

    /** @param share true if parts of the incoming message may become parts of the outgoing one without a copy */
    void run(MessageScope scope, MessageValue out, boolean share);

    /** True if it changes inside a part, which then must not be shared with another message. */
    default boolean changesInside() {
        return false;
    }

    /** What Weir has no support for: it fails when it is reached. */
    record Unavailable(String place, String why) implements Action {
        @Override
        public void run(MessageScope scope, MessageValue out, boolean share) {
            throw new XPathException(why);
        }
    }

    /** {@code <part name="$out.p" function="xqueryt(file.xqy)"><param name="q" expression="$in.p"/></part>}. */
    record Query(String place, Part part, XQuery query, Map<String, Operand> parameters) implements Action {
        @Override
        public void run(MessageScope scope, MessageValue out, boolean share) {
            Map<String, Object> values = new HashMap<>();
            parameters.forEach((name, operand) -> values.put(name, operand.evaluate(scope)));
            XmlElement element = elementOf(query.evaluate(null, values, scope));
            if (element == null) {
                throw new XPathException("the query for $out." + part.name() + " must give one element");
            }
            out.set(part.name(), element);
        }
    }

    /**
     * {@code <part name="$out.p" function="xslt(file.xsl, $in.p, $initial.q)"/>}.
     *
     * @param further sources that the stylesheet has as parameters of their names
     */
    record Transform(String place, Part part, Stylesheet stylesheet, String source, List<String> further)
            implements Action {
        private static final Logger LOG = System.getLogger(Transform.class.getName());

        @Override
        public void run(MessageScope scope, MessageValue out, boolean share) {
            XmlElement element = scope.element(source);
            if (element == null) {
                throw new XPathException("the message has no part $" + source + " to transform");
            }
            Map<String, Object> parameters = new HashMap<>();
            for (String name : further) {
                XmlElement value = scope.element(name);
                if (value != null) {
                    parameters.put(name, value);
                }
            }
            List<XmlElement> made = stylesheet.compiled().transformToElements(element, parameters, scope);
            if (made.size() > 1) {
                LOG.log(
                        Level.WARNING,
                        "{0}: the stylesheet made {1} elements where the part $out.{2} holds one; the first is sent",
                        place,
                        made.size(),
                        part.name());
            }
            out.set(part.name(), made.get(0));
        }
    }

    /** A copy to a whole part. */
    record SetPart(String place, Part part, Operand value) implements Action {
        @Override
        public void run(MessageScope scope, MessageValue out, boolean share) {
            Object result = value.evaluate(scope);
            XmlElement element = elementOf(result);
            if (element != null) {
                out.set(part.name(), share && isWhole(element) ? element : element.copy());
            } else if (part.element() == null && !(result instanceof List<?> nodes && nodes.isEmpty())) {
                XmlElement typed = new XmlElement(XmlName.of(part.name()));
                typed.setText(value.string(scope));
                out.set(part.name(), typed);
            } else {
                throw new XPathException(
                        "the value for $out." + part.name() + " must be one element, as '" + value + "' is not");
            }
        }

        private static boolean isWhole(XmlElement element) {
            XmlParent parent = element.parent();
            return parent == null || parent instanceof XmlDocument;
        }
    }

    /** A copy of a whole header block. */
    record SetHeader(String place, Operand value) implements Action {
        @Override
        public void run(MessageScope scope, MessageValue out, boolean share) {
            XmlElement element = elementOf(value.evaluate(scope));
            if (element == null) {
                throw new XPathException("a header block must be one element, as '" + value + "' is not");
            }
            out.addHeader(element.copy());
        }
    }

    /**
     * A copy to a place inside a part or a header block.
     *
     * @param root what the target begins with, where the target's first step may have to be made
     * @param path what is made where the target selects nothing; null where it cannot be
     */
    record SetPath(
            String place,
            XPathExpression target,
            Root root,
            @Nullable TargetPath path,
            Operand value) implements Action {
        /**
         * What a target begins with.
         *
         * @param part null for a header block
         * @param variable its name in expressions
         */
        record Root(@Nullable Part part, String variable) {
            /** True if the first step of a path is the name of the element itself. */
            boolean named() {
                return part == null || part.element() != null;
            }
        }

        @Override
        public boolean changesInside() {
            return true;
        }

        @Override
        public void run(MessageScope scope, MessageValue out, boolean share) {
            Object source = value.evaluate(scope);
            List<XmlNode> targets = target.evaluateNodes(scope);
            if (targets.isEmpty() && path != null) {
                make(path, scope, out);
                targets = target.evaluateNodes(scope);
            }
            if (targets.size() != 1) {
                throw new XPathException(
                        "the target '" + target + "' must select one node, but selects " + targets.size());
            }
            XmlElement copied = elementOf(source);
            XmlNode node = targets.get(0);
            if (node instanceof XmlElement element && copied != null) {
                replaceContent(element, copied);
            } else if (node instanceof XmlElement element) {
                element.setText(value.string(scope));
            } else if (node instanceof XmlAttribute attribute) {
                attribute.value(value.string(scope));
            } else if (node instanceof XmlText text) {
                text.value(value.string(scope));
            } else {
                throw new XPathException("the target '" + target + "' must select an element, attribute or text");
            }
        }

        private void make(TargetPath missing, MessageScope scope, MessageValue out) {
            XmlElement element = scope.element(root.variable());
            if (element == null) {
                Part part = root.part();
                XmlName name = root.named()
                        ? missing.elements().isEmpty()
                                ? null
                                : missing.elements().get(0)
                        : part == null ? null : XmlName.of(part.name());
                if (name == null) {
                    return;
                }
                element = new XmlElement(name);
                if (part == null) {
                    out.addHeader(element);
                } else {
                    out.set(part.name(), element);
                }
            }
            if (!root.named()) {
                missing.make(element, 0);
            } else if (!missing.elements().isEmpty()
                    && element.name().equals(missing.elements().get(0))) {
                missing.make(element, 1);
            }
        }

        private static void replaceContent(XmlElement element, XmlElement source) {
            XmlElement copy = source.copy();
            element.clear();
            for (String prefix : copy.declaredPrefixes()) {
                String uri = copy.lookupNamespace(prefix);
                if (uri != null && !prefix.equals(element.prefix())) {
                    element.declareNamespace(prefix, uri);
                }
            }
            for (XmlAttribute attribute = copy.firstAttribute(); attribute != null; ) {
                XmlAttribute next = (XmlAttribute) attribute.nextSibling();
                attribute.detach();
                element.attribute(attribute);
                attribute = next;
            }
            for (XmlNode node = copy.firstChild(); node != null; ) {
                XmlNode next = node.nextSibling();
                node.detach();
                element.append(node);
                node = next;
            }
        }
    }

    /** A copy to a property of the outgoing message. */
    record SetProperty(String place, String property, Operand value) implements Action {
        @Override
        public void run(MessageScope scope, MessageValue out, boolean share) {
            out.setProperty(property, value.string(scope));
        }
    }

    private static @Nullable XmlElement elementOf(Object value) {
        Object node = value instanceof List<?> nodes && nodes.size() == 1 ? nodes.get(0) : value;
        if (node instanceof XmlDocument document) {
            return document.firstElement();
        }
        return node instanceof XmlElement element ? element : null;
    }
}
