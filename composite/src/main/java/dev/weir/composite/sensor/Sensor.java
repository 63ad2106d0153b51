package dev.weir.composite.sensor;

import dev.weir.composite.message.MessageScope;
import dev.weir.xml.tree.XmlDocument;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlNode;
import dev.weir.xpath.XPathException;
import dev.weir.xpath.XPathExpression;
import dev.weir.xpath.XPathValues;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A sensor, compiled: what it looks for in a message. Thread-safe. */
public final class Sensor {
    /** Longer values are cut: they are columns to search by. */
    public static final int MAX_VALUE_CHARS = 2_000;

    private final String name;
    private final int line;
    private final XPathExpression expression;
    private final @Nullable XPathExpression filter;
    private final AtomicBoolean reported = new AtomicBoolean();

    /**
     * @param line of sensor.xml
     * @param filter must hold; null where the sensor always fires
     */
    Sensor(String name, int line, XPathExpression expression, @Nullable XPathExpression filter) {
        this.name = name;
        this.line = line;
        this.expression = expression;
        this.filter = filter;
    }

    public String name() {
        return name;
    }

    /** True if it looks at a message of an exchange, by its word: {@code in} or {@code out}. */
    boolean looksAt(String word) {
        return looksAt(expression, word) || filter != null && looksAt(filter, word);
    }

    private static boolean looksAt(XPathExpression expression, String word) {
        return expression.variables().stream().anyMatch(name -> name.equals(word) || name.startsWith(word + "."));
    }

    /**
     * What it finds; null where the filter does not hold, nothing is selected, or that is empty.
     *
     * @throws XPathException where that cannot be known, or is no simple value
     */
    @Nullable String value(MessageScope scope) {
        if (filter != null && !filter.evaluateBoolean(scope)) {
            return null;
        }
        Object result = expression.evaluate(scope);
        if (result instanceof List<?> nodes && !nodes.isEmpty()) {
            // Of several nodes the first is the value, as for XPath's string().
            requireSimple((XmlNode) nodes.get(0));
        }
        String value = XPathValues.string(result).strip();
        return value.isEmpty() ? null : cut(value);
    }

    private void requireSimple(XmlNode node) {
        XmlElement element = node instanceof XmlElement itself
                ? itself
                : node instanceof XmlDocument document ? document.documentElement() : null;
        if (element != null && element.firstElement() != null) {
            throw new XPathException(
                    "'" + expression + "' selects " + element.name() + ", which has elements: it is no simple value");
        }
    }

    private static String cut(String value) {
        if (value.length() <= MAX_VALUE_CHARS) {
            return value;
        }
        boolean splits = Character.isHighSurrogate(value.charAt(MAX_VALUE_CHARS - 1));
        return value.substring(0, splits ? MAX_VALUE_CHARS - 1 : MAX_VALUE_CHARS);
    }

    /** True for the first failure: the log has one line for all. */
    public boolean isFirstFailure() {
        return reported.compareAndSet(false, true);
    }

    /** {@code Order (sensor.xml:4)}. */
    @Override
    public String toString() {
        return name + " (" + SensorReader.FILE + ":" + line + ")";
    }
}
