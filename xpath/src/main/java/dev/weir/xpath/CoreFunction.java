package dev.weir.xpath;

import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlAttribute;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlInstruction;
import dev.weir.xml.tree.XmlNode;
import dev.weir.xpath.Expr.Kind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The core function library (XPath 1.0, section 4). Characters are code points, as the specification counts them. */
enum CoreFunction {
    LAST("last", 0, 0, Kind.NUMBER),
    POSITION("position", 0, 0, Kind.NUMBER),
    COUNT("count", 1, 1, Kind.NUMBER),
    ID("id", 1, 1, Kind.NODES),
    LOCAL_NAME("local-name", 0, 1, Kind.STRING),
    NAMESPACE_URI("namespace-uri", 0, 1, Kind.STRING),
    NAME("name", 0, 1, Kind.STRING),
    STRING("string", 0, 1, Kind.STRING),
    CONCAT("concat", 2, Integer.MAX_VALUE, Kind.STRING),
    STARTS_WITH("starts-with", 2, 2, Kind.BOOLEAN),
    CONTAINS("contains", 2, 2, Kind.BOOLEAN),
    SUBSTRING_BEFORE("substring-before", 2, 2, Kind.STRING),
    SUBSTRING_AFTER("substring-after", 2, 2, Kind.STRING),
    SUBSTRING("substring", 2, 3, Kind.STRING),
    STRING_LENGTH("string-length", 0, 1, Kind.NUMBER),
    NORMALIZE_SPACE("normalize-space", 0, 1, Kind.STRING),
    TRANSLATE("translate", 3, 3, Kind.STRING),
    BOOLEAN("boolean", 1, 1, Kind.BOOLEAN),
    NOT("not", 1, 1, Kind.BOOLEAN),
    TRUE("true", 0, 0, Kind.BOOLEAN),
    FALSE("false", 0, 0, Kind.BOOLEAN),
    LANG("lang", 1, 1, Kind.BOOLEAN),
    NUMBER("number", 0, 1, Kind.NUMBER),
    SUM("sum", 1, 1, Kind.NUMBER),
    FLOOR("floor", 1, 1, Kind.NUMBER),
    CEILING("ceiling", 1, 1, Kind.NUMBER),
    ROUND("round", 1, 1, Kind.NUMBER);

    /** Of one string that is made from others; it may take a byte or two for each. */
    private static final long MOST_CHARACTERS = Runtime.getRuntime().maxMemory() / 16;

    private static final XmlName XML_LANG = XmlName.of("http://www.w3.org/XML/1998/namespace", "lang");

    private static final Map<String, CoreFunction> BY_NAME = new HashMap<>();

    static {
        for (CoreFunction function : values()) {
            BY_NAME.put(function.local, function);
        }
    }

    final String local;
    final int least;
    final int most;
    final Kind kind;

    CoreFunction(String local, int least, int most, Kind kind) {
        this.local = local;
        this.least = least;
        this.most = most;
        this.kind = kind;
    }

    static @Nullable CoreFunction named(String local) {
        return BY_NAME.get(local);
    }

    Object call(List<Expr> arguments, Focus focus) {
        return switch (kind) {
            case NUMBER -> number(arguments, focus);
            case BOOLEAN -> bool(arguments, focus);
            case STRING -> string(arguments, focus);
            default -> {
                // id(): without a DTD no attribute is an ID; the argument is evaluated for its errors.
                arguments.get(0).evaluate(focus);
                yield List.of();
            }
        };
    }

    double number(List<Expr> arguments, Focus focus) {
        return switch (this) {
            case LAST -> {
                focus.contextNode();
                yield focus.size;
            }
            case POSITION -> {
                focus.contextNode();
                yield focus.position;
            }
            case COUNT -> arguments.get(0).nodes(focus).size();
            case STRING_LENGTH -> {
                String text = argumentOrContext(arguments, focus);
                yield text.codePointCount(0, text.length());
            }
            case NUMBER ->
                arguments.isEmpty()
                        ? XPathValues.number(focus.contextNode().stringValue())
                        : arguments.get(0).number(focus);
            case SUM -> {
                double sum = 0;
                for (XmlNode node : arguments.get(0).nodes(focus)) {
                    sum += XPathValues.number(node.stringValue());
                }
                yield sum;
            }
            case FLOOR -> Math.floor(arguments.get(0).number(focus));
            case CEILING -> Math.ceil(arguments.get(0).number(focus));
            default -> round(arguments.get(0).number(focus));
        };
    }

    boolean bool(List<Expr> arguments, Focus focus) {
        return switch (this) {
            case TRUE -> true;
            case FALSE -> false;
            case BOOLEAN -> arguments.get(0).bool(focus);
            case NOT -> !arguments.get(0).bool(focus);
            case STARTS_WITH ->
                arguments.get(0).string(focus).startsWith(arguments.get(1).string(focus));
            case CONTAINS ->
                arguments.get(0).string(focus).contains(arguments.get(1).string(focus));
            default -> lang(focus.contextNode(), arguments.get(0).string(focus));
        };
    }

    String string(List<Expr> arguments, Focus focus) {
        switch (this) {
            case STRING -> {
                return argumentOrContext(arguments, focus);
            }
            case NORMALIZE_SPACE -> {
                return normalized(argumentOrContext(arguments, focus));
            }
            case CONCAT -> {
                StringBuilder all = new StringBuilder();
                for (Expr argument : arguments) {
                    String text = argument.string(focus);
                    if (text.length() > MOST_CHARACTERS - all.length()) {
                        throw new XPathException("concat() makes a string of more than " + MOST_CHARACTERS
                                + " characters, for which there is no memory");
                    }
                    all.append(text);
                }
                return all.toString();
            }
            case SUBSTRING_BEFORE -> {
                String text = arguments.get(0).string(focus);
                int at = text.indexOf(arguments.get(1).string(focus));
                return at < 0 ? "" : text.substring(0, at);
            }
            case SUBSTRING_AFTER -> {
                String text = arguments.get(0).string(focus);
                String mark = arguments.get(1).string(focus);
                int at = text.indexOf(mark);
                return at < 0 ? "" : text.substring(at + mark.length());
            }
            case SUBSTRING -> {
                double from = round(arguments.get(1).number(focus));
                double to = arguments.size() < 3
                        ? Double.POSITIVE_INFINITY
                        : from + round(arguments.get(2).number(focus));
                return substring(arguments.get(0).string(focus), from, to);
            }
            case TRANSLATE -> {
                return translated(
                        arguments.get(0).string(focus),
                        arguments.get(1).string(focus),
                        arguments.get(2).string(focus));
            }
            default -> {
                XmlNode node;
                if (arguments.isEmpty()) {
                    node = focus.contextNode();
                } else {
                    List<XmlNode> nodes = arguments.get(0).nodes(focus);
                    if (nodes.isEmpty()) {
                        return "";
                    }
                    node = nodes.get(0);
                }
                return nameOf(node);
            }
        }
    }

    private static String argumentOrContext(List<Expr> arguments, Focus focus) {
        return arguments.isEmpty()
                ? focus.contextNode().stringValue()
                : arguments.get(0).string(focus);
    }

    private String nameOf(XmlNode node) {
        if (node instanceof XmlElement element) {
            return switch (this) {
                case LOCAL_NAME -> element.name().local();
                case NAMESPACE_URI -> element.name().namespace();
                default -> qualified(element.prefix(), element.name().local());
            };
        }
        if (node instanceof XmlAttribute attribute) {
            boolean declaration = attribute.name().namespace().equals(Axis.XMLNS);
            return switch (this) {
                case LOCAL_NAME -> attribute.name().local();
                case NAMESPACE_URI -> declaration ? "" : attribute.name().namespace();
                default -> qualified(attribute.prefix(), attribute.name().local());
            };
        }
        if (node instanceof XmlInstruction instruction && this != NAMESPACE_URI) {
            return instruction.target();
        }
        return "";
    }

    private static String qualified(String prefix, String local) {
        return prefix.isEmpty() ? local : prefix + ":" + local;
    }

    /**
     * Half goes up, towards positive infinity; NaN, infinities and numbers too large for a fraction are returned as
     * they are.
     */
    static double round(double number) {
        double floor = Math.floor(number);
        double rounded = number - floor >= 0.5 ? floor + 1 : floor;
        return rounded == 0 && (number < 0 || 1 / number < 0) ? -0.0 : rounded;
    }

    private static String substring(String text, double from, double to) {
        StringBuilder taken = new StringBuilder();
        double position = 1;
        for (int i = 0; i < text.length(); position++) {
            int c = text.codePointAt(i);
            if (position >= from && position < to) {
                taken.appendCodePoint(c);
            }
            i += Character.charCount(c);
        }
        return taken.toString();
    }

    private static String normalized(String text) {
        StringBuilder normal = new StringBuilder(text.length());
        boolean gap = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (XPathValues.isSpace(c)) {
                gap = normal.length() > 0;
            } else {
                if (gap) {
                    normal.append(' ');
                    gap = false;
                }
                normal.append(c);
            }
        }
        return normal.toString();
    }

    private static String translated(String text, String from, String to) {
        int[] wanted = from.codePoints().toArray();
        int[] given = to.codePoints().toArray();
        Map<Integer, Integer> table = new HashMap<>();
        for (int i = 0; i < wanted.length; i++) {
            table.putIfAbsent(wanted[i], i < given.length ? given[i] : -1);
        }
        StringBuilder translated = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            int target = table.getOrDefault(c, c);
            if (target >= 0) {
                translated.appendCodePoint(target);
            }
        });
        return translated.toString();
    }

    private static boolean lang(XmlNode from, String wanted) {
        for (XmlNode node = from; node != null; node = node.parent()) {
            if (node instanceof XmlElement element) {
                XmlAttribute attribute = element.attribute(XML_LANG);
                if (attribute != null) {
                    String lang = attribute.value();
                    return lang.regionMatches(true, 0, wanted, 0, wanted.length())
                            && (lang.length() == wanted.length() || lang.charAt(wanted.length()) == '-');
                }
            }
        }
        return false;
    }
}
