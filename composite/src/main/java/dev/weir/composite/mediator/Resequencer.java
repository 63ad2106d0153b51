package dev.weir.composite.mediator;

import dev.weir.composite.message.Incoming;
import dev.weir.composite.message.MessageScope;
import dev.weir.composite.message.MessageScope.Source;
import dev.weir.wsdl.Wsdl.MessageType;
import dev.weir.xml.XmlName;
import dev.weir.xpath.XPathException;
import dev.weir.xpath.XPathExpression;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * In which order messages are passed on. Groups are independent of each other.
 *
 * @param place file and line, for messages
 * @param group the expression for a message's group; null where all messages of the operation are one group
 * @param headers names of header blocks in the expressions, see {@link MessageScope}
 */
public record Resequencer(
        String place, Order order, @Nullable XPathExpression group, MessageType input, Map<String, XmlName> headers) {
    /** The order within a group. */
    public sealed interface Order {}

    /** As they came. */
    public record Fifo() implements Order {}

    /**
     * By number, none left out.
     *
     * @param id the expression for a message's number
     * @param start the first number of a group
     * @param increment from one number to the next
     * @param timeout how long a missing number is waited for before its group is locked; null for ever
     */
    public record Standard(
            XPathExpression id,
            long start,
            long increment,
            @Nullable Duration timeout) implements Order {}

    /**
     * By number or time, as far as the messages are there.
     *
     * @param id the expression for a message's number or time
     * @param byTime true where ids are {@code xs:dateTime}, false where they are numbers
     * @param maxRows so many messages are put in order and passed on at a time; 0 where a time window is used
     * @param window messages are collected for so long before they are put in order and passed on; null where the number
     *     counts
     */
    public record BestEffort(
            XPathExpression id,
            boolean byTime,
            int maxRows,
            @Nullable Duration window) implements Order {}

    /**
     * The group of a message; empty where all are one group.
     *
     * @throws MediatorException when the expression fails
     */
    public String groupOf(Incoming message) {
        return group == null ? "" : string(group, message);
    }

    /**
     * The number or time by which a message is put in order; empty where it only counts when it came.
     *
     * @throws MediatorException when the expression fails, or gives nothing
     */
    public String idOf(Incoming message) {
        XPathExpression id = order instanceof Standard standard
                ? standard.id()
                : order instanceof BestEffort effort ? effort.id() : null;
        if (id == null) {
            return "";
        }
        String text = string(id, message).strip();
        if (text.isEmpty()) {
            throw new MediatorException(place, "the message has no sequence id at '" + id + "'");
        }
        return text;
    }

    private String string(XPathExpression expression, Incoming message) {
        try (MessageScope scope = new MessageScope(Map.of("in", new Source(input, message)), headers)) {
            return expression.evaluateString(scope);
        } catch (XPathException e) {
            throw MediatorException.failed(place, e);
        }
    }
}
