package dev.weir.composite.mediator;

import dev.weir.composite.mediator.ExpressionReader.Types;
import dev.weir.composite.mediator.Resequencer.Order;
import dev.weir.wsdl.Wsdl.MessageType;
import dev.weir.xml.tree.XmlAttribute;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xpath.XPathExpression;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads a {@code resequencer}. Its settings stand in attributes and elements, by the names that Oracle documents, some of
 * them in an element that is named after the mode.
 */
final class ResequencerReader {
    private static final List<String> SETTINGS = List.of(
            "sequenceMode",
            "groupIDExpression",
            "sequenceIDExpression",
            "sequenceIDDataType",
            "sequenceStart",
            "sequenceIncrement",
            "timeoutDuration",
            "timeWindow",
            "maxRowsRetrieved");

    private final Reading reading;
    private final MessageType input;
    private final Map<String, XmlElement> where = new HashMap<>();
    private final Map<String, String> settings = new HashMap<>();
    private final Set<String> used = new HashSet<>(Set.of("sequenceMode", "groupIDExpression"));

    ResequencerReader(Reading reading, MessageType input) {
        this.reading = reading;
        this.input = input;
    }

    @Nullable Resequencer read(XmlElement element) {
        int before = reading.problems.size();
        collect(element);
        XPathExpression group = expression("groupIDExpression", element, false);
        Order order = order(element);
        for (String setting : settings.keySet()) {
            if (!used.contains(setting)) {
                reading.problems.add(
                        element,
                        "mediator-resequencer",
                        "the resequencer's setting " + setting + " has no meaning in its mode",
                        "remove it");
            }
        }
        return order == null || reading.problems.size() > before
                ? null
                : new Resequencer(reading.place(element), order, group, input, reading.headers);
    }

    private void collect(XmlElement element) {
        for (XmlAttribute at = element.firstAttribute(); at != null; at = (XmlAttribute) at.nextSibling()) {
            put(element, at.name().local(), at.value());
        }
        for (XmlElement child : element.elements()) {
            boolean mode = child.name().local().matches("Standard|FIFO|BestEffort") && !child.equals(element);
            if (mode) {
                settings.putIfAbsent("sequenceMode", child.name().local());
                for (XmlAttribute at = child.firstAttribute(); at != null; at = (XmlAttribute) at.nextSibling()) {
                    put(child, at.name().local(), at.value());
                }
                child.elements().forEach(each -> put(each, each.name().local(), each.stringValue()));
            } else {
                put(child, child.name().local(), child.stringValue());
            }
        }
    }

    private void put(XmlElement element, String name, String value) {
        if (!SETTINGS.contains(name)) {
            reading.problems.add(
                    element, "mediator-resequencer", "the resequencer has no setting '" + name + "'", "remove it");
            return;
        }
        settings.put(name, value.strip());
        where.put(name, element);
    }

    private @Nullable Order order(XmlElement element) {
        String mode = settings.getOrDefault("sequenceMode", "");
        return switch (mode.toLowerCase(Locale.ROOT).replace(" ", "")) {
            case "fifo" -> new Resequencer.Fifo();
            case "standard" -> {
                used.addAll(Set.of("sequenceIDExpression", "sequenceStart", "sequenceIncrement", "timeoutDuration"));
                XPathExpression id = expression("sequenceIDExpression", element, true);
                long start = number("sequenceStart", 1, element);
                long increment = number("sequenceIncrement", 1, element);
                if (increment < 1) {
                    reading.problems.add(
                            element,
                            "mediator-resequencer",
                            "sequenceIncrement must be at least 1, but is " + increment,
                            "write a number above 0");
                }
                Duration timeout = duration("timeoutDuration", element);
                yield id == null ? null : new Resequencer.Standard(id, start, increment, timeout);
            }
            case "besteffort" -> {
                used.addAll(Set.of("sequenceIDExpression", "sequenceIDDataType", "timeWindow", "maxRowsRetrieved"));
                yield bestEffort(element);
            }
            default -> {
                reading.problems.add(
                        element,
                        "mediator-resequencer",
                        "sequenceMode must be FIFO, Standard or BestEffort, but is '" + mode + "'",
                        "write one of them");
                yield null;
            }
        };
    }

    private @Nullable Order bestEffort(XmlElement element) {
        XPathExpression id = expression("sequenceIDExpression", element, true);
        String type = settings.getOrDefault("sequenceIDDataType", "numeric").toLowerCase(Locale.ROOT);
        if (!type.equals("numeric") && !type.equals("datetime")) {
            reading.problems.add(
                    element,
                    "mediator-resequencer",
                    "sequenceIDDataType must be numeric or dateTime, but is '" + type + "'",
                    "write one of them");
        }
        Duration window = duration("timeWindow", element);
        long rows = number("maxRowsRetrieved", window == null ? 5 : 0, element);
        if ((window == null) == (rows <= 0) || rows > Integer.MAX_VALUE) {
            reading.problems.add(
                    element,
                    "mediator-resequencer",
                    "either timeWindow or maxRowsRetrieved must be above 0",
                    "set one of them, and the other to 0");
            return null;
        }
        return id == null ? null : new Resequencer.BestEffort(id, type.equals("datetime"), (int) rows, window);
    }

    private @Nullable XPathExpression expression(String name, XmlElement element, boolean required) {
        String text = settings.getOrDefault(name, "");
        if (text.isEmpty()) {
            if (required) {
                reading.missing(element, "the resequencer has no " + name);
            }
            return null;
        }
        return new ExpressionReader(reading)
                .compile(text, where.getOrDefault(name, element), new Types(input, input, null));
    }

    /** A whole number; JDeveloper writes {@code 1.0} as well. */
    private long number(String name, long otherwise, XmlElement element) {
        String text = settings.getOrDefault(name, "");
        if (text.isEmpty()) {
            return otherwise;
        }
        try {
            return Long.parseLong(text.replaceFirst("\\.0+$", ""));
        } catch (NumberFormatException e) {
            reading.problems.add(
                    element,
                    "mediator-resequencer",
                    name + " must be a whole number, but is '" + text + "'",
                    "write a number");
            return otherwise;
        }
    }

    /** A number of seconds, or an xs:duration; null for none and for 0. */
    private @Nullable Duration duration(String name, XmlElement element) {
        String text = settings.getOrDefault(name, "");
        if (text.isEmpty() || text.equals("0")) {
            return null;
        }
        Duration duration =
                text.matches("[0-9]{1,9}") ? Duration.ofSeconds(Long.parseLong(text)) : StepReader.duration(text);
        if (duration == null) {
            reading.problems.add(
                    element,
                    "mediator-resequencer",
                    name + " must be a number of seconds or an xs:duration, but is '" + text + "'",
                    "write a number of seconds");
        }
        return duration;
    }
}
