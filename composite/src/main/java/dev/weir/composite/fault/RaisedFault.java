package dev.weir.composite.fault;

import dev.weir.wsdl.MessageValue;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A fault as policies see it.
 *
 * @param data its parts, which conditions read as {@code $fault.part}
 * @param reason for people
 */
public record RaisedFault(XmlName name, MessageValue data, String reason) {
    /** Oracle's name for what a mediator fails by. */
    public static final XmlName MEDIATOR_FAULT =
            XmlName.of("http://schemas.oracle.com/mediator/faults", "mediatorFault");

    /**
     * A failure of a mediator itself, with the parts that policies for mediators test.
     *
     * @param code such as {@code TYPE_DATA_TRANSFORMATION}
     */
    public static RaisedFault ofMediator(String code, String reason) {
        MessageValue data = new MessageValue();
        data.set("mediatorErrorCode", part("mediatorErrorCode", code));
        data.set("mediatorErrorMessage", part("mediatorErrorMessage", reason));
        return new RaisedFault(MEDIATOR_FAULT, data, reason);
    }

    private static XmlElement part(String name, String text) {
        XmlElement part = new XmlElement(XmlName.of(name));
        part.setText(text);
        return part;
    }

    /** The XML of the parts, by name. */
    Map<String, String> texts() {
        Map<String, String> texts = new LinkedHashMap<>();
        data.parts().forEach((name, element) -> texts.put(name, element.toString()));
        return texts;
    }
}
