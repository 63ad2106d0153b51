package dev.weir.xpath.functions;

import dev.weir.xml.XmlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlNode;
import dev.weir.xpath.XPathException;
import dev.weir.xpath.XPathFunctions;
import dev.weir.xpath.XPathValues;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The extension functions of Oracle SOA Suite that need nothing but their arguments, a clock and a source of ids:
 * {@code xp20:current-dateTime}, {@code current-date}, {@code current-time}, {@code format-dateTime}, {@code
 * upper-case}, {@code lower-case}, {@code ends-with}; {@code oraext:generate-guid}, {@code left-trim}, {@code
 * right-trim}, {@code index-within-string}, {@code last-index-within-string}, {@code
 * create-nodeset-from-delimited-string}, {@code parseXML}, {@code get-content-as-string}; {@code ora:parseEscapedXML},
 * {@code getContentAsString}. Thread-safe.
 */
public final class OracleFunctions implements XPathFunctions {
    /** Usually bound to {@code xp20}. */
    public static final String XPATH20 =
            "http://www.oracle.com/XSL/Transform/java/oracle.tip.pc.services.functions.Xpath20";

    /** Usually bound to {@code orcl} or {@code oraext}. */
    public static final String EXTENSION =
            "http://www.oracle.com/XSL/Transform/java/oracle.tip.pc.services.functions.ExtFunc";

    /** Usually bound to {@code ora}. */
    public static final String XPATH = "http://schemas.oracle.com/xpath/extension";

    /** Digits, and a width. */
    private static final Pattern PRESENTATION = Pattern.compile("[0-9]{0,9}(,[0-9*](-[0-9*])?)?");

    private static final Set<String> OF_DATABASES = Set.of("sequence-next-val", "query-database", "lookup-table");

    private final Map<XmlName, XPathFunction> functions = new HashMap<>();

    /** Functions by the system's clock, in its time zone, with random ids. */
    public static final OracleFunctions SYSTEM =
            new OracleFunctions(InstantSource.system(), ZoneId.systemDefault(), UUID::randomUUID);

    /**
     * @param clock the time now
     * @param zone the zone that times are told in
     * @param ids fresh ids
     */
    public OracleFunctions(InstantSource clock, ZoneId zone, Supplier<UUID> ids) {
        xpath20(
                "current-dateTime",
                0,
                arguments -> now(clock, zone)
                        .format(DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSxxx", Locale.ROOT)));
        xpath20(
                "current-date",
                0,
                arguments -> now(clock, zone).format(DateTimeFormatter.ofPattern("yyyy-MM-ddxxx", Locale.ROOT)));
        xpath20(
                "current-time",
                0,
                arguments -> now(clock, zone).format(DateTimeFormatter.ofPattern("HH:mm:ss.SSSxxx", Locale.ROOT)));
        xpath20("format-dateTime", 2, arguments -> formatted(arguments.get(0), arguments.get(1)));
        xpath20("upper-case", 1, arguments -> arguments.get(0).toUpperCase(Locale.ROOT));
        xpath20("lower-case", 1, arguments -> arguments.get(0).toLowerCase(Locale.ROOT));
        xpath20("ends-with", 2, arguments -> arguments.get(0).endsWith(arguments.get(1)));
        extension(
                "generate-guid",
                0,
                arguments -> ids.get().toString().replace("-", "").toUpperCase(Locale.ROOT));
        extension("left-trim", 1, arguments -> arguments.get(0).stripLeading());
        extension("right-trim", 1, arguments -> arguments.get(0).stripTrailing());
        extension(
                "index-within-string", 2, arguments -> (double) arguments.get(0).indexOf(arguments.get(1)));
        functions.put(
                XmlName.of(XPATH, "parseEscapedXML"), (scope, arguments) -> parsed("ora:parseEscapedXML", arguments));
        functions.put(XmlName.of(EXTENSION, "parseXML"), (scope, arguments) -> parsed("oraext:parseXML", arguments));
        functions.put(
                XmlName.of(XPATH, "getContentAsString"),
                (scope, arguments) -> content("ora:getContentAsString", arguments));
        functions.put(
                XmlName.of(EXTENSION, "get-content-as-string"),
                (scope, arguments) -> content("oraext:get-content-as-string", arguments));
        extension("create-nodeset-from-delimited-string", 3, OracleFunctions::divided);
        extension("last-index-within-string", 2, arguments ->
                (double) arguments.get(0).lastIndexOf(arguments.get(1)));
    }

    @Override
    public @Nullable XPathFunction function(XmlName name) {
        if (OF_DATABASES.contains(name.local())
                && (name.namespace().equals(EXTENSION) || name.namespace().equals(XPATH))) {
            throw new XPathException("the function " + name
                    + " needs a data source, and Weir has none: call a service that asks the database");
        }
        return functions.get(name);
    }

    /** What a function does with its arguments, which have become strings. */
    private interface OfStrings {
        Object call(List<String> arguments);
    }

    private void xpath20(String local, int arity, OfStrings function) {
        add("xp20:", XmlName.of(XPATH20, local), arity, function);
    }

    private void extension(String local, int arity, OfStrings function) {
        add("oraext:", XmlName.of(EXTENSION, local), arity, function);
    }

    private void add(String prefix, XmlName name, int arity, OfStrings function) {
        functions.put(name, (scope, arguments) -> {
            if (arguments.size() != arity) {
                throw new XPathException(
                        prefix + name.local() + "() takes " + arity + " arguments, and is given " + arguments.size());
            }
            return function.call(arguments.stream().map(XPathValues::string).toList());
        });
    }

    /** The document element of a document that stands in a text. */
    private static Object parsed(String name, List<Object> arguments) {
        if (arguments.size() != 1) {
            throw new XPathException(name + "() takes 1 argument, and is given " + arguments.size());
        }
        try {
            return List.<XmlNode>of(XmlElement.parse(
                    XPathValues.string(arguments.get(0)).strip().getBytes(StandardCharsets.UTF_8)));
        } catch (XmlException e) {
            throw new XPathException(name + "() needs a document, and is given something else: " + e.getMessage(), e);
        }
    }

    /** An element as a text with its tags. */
    private static Object content(String name, List<Object> arguments) {
        if (arguments.size() != 1) {
            throw new XPathException(name + "() takes 1 argument, and is given " + arguments.size());
        }
        Object argument = arguments.get(0);
        Object node = argument instanceof List<?> nodes && !nodes.isEmpty() ? nodes.get(0) : argument;
        return node instanceof XmlElement element ? element.toString() : XPathValues.string(argument);
    }

    /** An element for each piece of a text: name, text, what divides it. */
    private static Object divided(List<String> arguments) {
        XmlName name;
        try {
            name = XmlName.parse(arguments.get(0));
        } catch (IllegalArgumentException | XmlException e) {
            throw new XPathException(
                    "oraext:create-nodeset-from-delimited-string() needs a name as {namespace}local, and is given "
                            + arguments.get(0),
                    e);
        }
        String divider = arguments.get(2);
        List<XmlNode> pieces = new ArrayList<>();
        for (String piece : divider.isEmpty()
                ? List.of(arguments.get(1))
                : List.of(arguments.get(1).split(Pattern.quote(divider), -1))) {
            XmlElement element = new XmlElement(name);
            element.setText(piece);
            pieces.add(element);
        }
        return pieces;
    }

    private static OffsetDateTime now(InstantSource clock, ZoneId zone) {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS).atZone(zone).toOffsetDateTime();
    }

    /**
     * A picture as in XSLT 2.0, section 16.5, with numeric components: {@code [Y0001]-[M01]-[D01]T[H01]:[m01]:[s01]}
     * and {@code [f]} for fractions, {@code [Z]} for the offset.
     */
    private static String formatted(String dateTime, String picture) {
        OffsetDateTime time;
        try {
            time = parsed(dateTime);
        } catch (DateTimeException e) {
            throw new XPathException("xp20:format-dateTime() needs an xs:dateTime, and is given '" + dateTime + "'", e);
        }
        StringBuilder formatted = new StringBuilder();
        int at = 0;
        while (at < picture.length()) {
            char c = picture.charAt(at);
            if (c != '[') {
                formatted.append(c);
                at++;
                continue;
            }
            int end = picture.indexOf(']', at);
            if (end < at + 2) {
                throw new XPathException(
                        "xp20:format-dateTime(): '[' without a component and ']' in the picture '" + picture + "'");
            }
            component(picture.substring(at + 1, end), time, picture, formatted);
            at = end + 1;
        }
        return formatted.toString();
    }

    private static void component(String component, OffsetDateTime time, String picture, StringBuilder to) {
        String presentation = component.substring(1);
        if (!PRESENTATION.matcher(presentation).matches()) {
            throw unsupported(component, picture);
        }
        switch (component.charAt(0)) {
            case 'Y' -> {
                String year = padded(time.getYear(), presentation);
                boolean two = presentation.equals("01") || presentation.endsWith(",2-2");
                to.append(two && year.length() > 2 ? year.substring(year.length() - 2) : year);
            }
            case 'M' -> to.append(padded(time.getMonthValue(), presentation));
            case 'D' -> to.append(padded(time.getDayOfMonth(), presentation));
            case 'd' -> to.append(padded(time.getDayOfYear(), presentation));
            case 'H' -> to.append(padded(time.getHour(), presentation));
            case 'h' -> to.append(padded(time.getHour() % 12 == 0 ? 12 : time.getHour() % 12, presentation));
            case 'P' -> to.append(time.getHour() < 12 ? "am" : "pm");
            case 'm' -> to.append(padded(time.getMinute(), presentation.isEmpty() ? "01" : presentation));
            case 's' -> to.append(padded(time.getSecond(), presentation.isEmpty() ? "01" : presentation));
            case 'f' -> to.append(fraction(time.getNano(), presentation.length()));
            case 'Z' ->
                to.append(
                        time.getOffset().getTotalSeconds() == 0
                                ? "+00:00"
                                : time.getOffset().getId());
            default -> throw unsupported(component, picture);
        }
    }

    private static XPathException unsupported(String component, String picture) {
        return new XPathException("xp20:format-dateTime(): the component [" + component + "] of the picture '" + picture
                + "' is not supported");
    }

    private static String padded(int number, String presentation) {
        int comma = presentation.indexOf(',');
        int width = Math.min(20, comma < 0 ? presentation.length() : comma);
        String digits = Integer.toString(number);
        return "0".repeat(Math.max(0, width - digits.length())) + digits;
    }

    private static String fraction(int nanos, int digits) {
        int width = digits == 0 ? 3 : Math.min(9, digits);
        String all = String.format(Locale.ROOT, "%09d", nanos);
        return all.substring(0, width);
    }

    /** The lexical space of xs:dateTime; a time without zone is taken as UTC. */
    private static OffsetDateTime parsed(String dateTime) {
        String text = dateTime.strip();
        int zone = text.length() - 6;
        boolean zoned = text.endsWith("Z") || zone > 0 && "+-".indexOf(text.charAt(zone)) >= 0;
        return OffsetDateTime.parse(zoned ? text : text + "Z");
    }
}
