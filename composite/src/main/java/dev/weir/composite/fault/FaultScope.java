package dev.weir.composite.fault;

import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlNode;
import dev.weir.xpath.XPathException;
import dev.weir.xpath.XPathScope;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The variables of a condition's test: {@code $fault.part} is a part, {@code $fault} an element with all of them and with
 * {@code name} and {@code message}. A part that the fault does not have selects nothing.
 */
final class FaultScope implements XPathScope {
    static final String VARIABLE = "fault";

    private final RaisedFault fault;

    FaultScope(RaisedFault fault) {
        this.fault = fault;
    }

    @Override
    public @Nullable XmlNode contextNode() {
        return null;
    }

    @Override
    public Object variable(String name) {
        if (name.equals(VARIABLE)) {
            return whole();
        }
        if (!name.startsWith(VARIABLE + ".")) {
            throw new XPathException("there is no variable $" + name + " here");
        }
        String part = name.substring(VARIABLE.length() + 1);
        XmlElement element = fault.data().part(part);
        if (element != null) {
            return element;
        }
        return switch (part) {
            case "name" -> fault.name().toString();
            case "message", "summary" -> fault.reason();
            default -> List.of();
        };
    }

    private XmlElement whole() {
        XmlElement whole = new XmlElement(XmlName.of(VARIABLE));
        whole.appendElement(XmlName.of("name")).setText(fault.name().toString());
        whole.appendElement(XmlName.of("message")).setText(fault.reason());
        for (Map.Entry<String, XmlElement> part : fault.data().parts().entrySet()) {
            XmlElement holder = whole.appendElement(XmlName.of(part.getKey()));
            if (part.getValue().firstElement() == null
                    && part.getValue().name().namespace().isEmpty()) {
                holder.setText(part.getValue().stringValue());
            } else {
                holder.append(part.getValue().copy());
            }
        }
        return whole;
    }
}
