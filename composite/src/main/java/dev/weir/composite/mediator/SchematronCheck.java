package dev.weir.composite.mediator;

import dev.weir.composite.message.MessageScope;
import dev.weir.xml.XmlException;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xpath.XPathException;
import java.util.List;

/**
 * {@code validate} with a Schematron schema.
 *
 * @param place file and line, for messages
 * @param variable the part to check, such as {@code in.payload}
 */
record SchematronCheck(String place, String variable, Schematron schema) {
    /** @throws MediatorException when the part is missing or breaks a rule */
    void check(MessageScope scope) {
        XmlElement element = scope.element(variable);
        if (element == null) {
            throw new MediatorException(place, "the message has no part $" + variable + " to validate");
        }
        List<String> failures;
        try {
            failures = schema.failures(element);
        } catch (XPathException | XmlException e) {
            throw MediatorException.failed(place, e);
        }
        if (!failures.isEmpty()) {
            String broken = String.join("; ", failures);
            throw MediatorException.worded(
                    "the message breaks the rules of " + schema.file() + ": " + broken,
                    "the message breaks the rules for it: " + broken);
        }
    }
}
