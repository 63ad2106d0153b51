package dev.weir.bench.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** The header fields of a request, in the order in which they are sent. Does not change. */
public final class HeaderFields {
    /** None. */
    public static final HeaderFields NONE = new HeaderFields(List.of());

    private static final String HOST = "Host";
    private static final String CONNECTION = "Connection";
    /** RFC 9110, section 5.6.2. */
    private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
    /** The driver sends these itself; another value would make its requests unreadable. */
    private static final Set<String> DRIVERS = Set.of("content-length", "transfer-encoding");
    /** In a name, such as X-Api-Key: such values do not go into results. */
    private static final Pattern SECRET =
            Pattern.compile("authorization|cookie|key|token|secret|password", Pattern.CASE_INSENSITIVE);

    private final List<Field> fields;

    private record Field(String name, String value) {
        boolean is(String other) {
            return name.equalsIgnoreCase(other);
        }

        boolean isOf(Set<String> names) {
            return names.contains(name.toLowerCase(Locale.ROOT));
        }
    }

    private HeaderFields(List<Field> fields) {
        this.fields = List.copyOf(fields);
    }

    /** @throws IllegalArgumentException if one of them cannot be sent */
    static HeaderFields of(Map<String, String> fields) {
        List<Field> all = new ArrayList<>();
        fields.forEach((name, value) -> all.add(field(name, value)));
        return new HeaderFields(all);
    }

    /**
     * These and one more, which may have a name that is there already.
     *
     * @param line {@code NAME: VALUE}, as a user writes it
     * @throws IllegalArgumentException if it is not, or cannot be sent, or is for the driver to send
     */
    public HeaderFields with(String line) {
        int colon = line.indexOf(':');
        if (colon < 1) {
            String name = line.strip().split("\\s", 2)[0]; // what follows may be a secret
            throw new IllegalArgumentException("a header field has the form 'NAME: VALUE': " + Shown.text(name) + " …");
        }
        Field field = field(line.substring(0, colon).strip(), withoutBlanks(line.substring(colon + 1)));
        if (field.isOf(DRIVERS)) {
            throw new IllegalArgumentException(field.name + " is set by the driver, from the body");
        }
        if (field.is(CONNECTION)) {
            throw new IllegalArgumentException(
                    "Connection is set by the driver: --no-keep-alive asks for a connection for each request");
        }
        if (field.is(HOST) && has(HOST)) {
            throw new IllegalArgumentException("a request has one Host only");
        }
        return and(field);
    }

    /** Without the blanks at both ends that are not part of a value; a line break there stays, and is refused. */
    private static String withoutBlanks(String value) {
        int from = 0;
        int to = value.length();
        while (from < to && isBlank(value.charAt(from))) {
            from++;
        }
        while (to > from && isBlank(value.charAt(to - 1))) {
            to--;
        }
        return value.substring(from, to);
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }

    private static Field field(String name, String value) {
        if (!TOKEN.matcher(name).matches()) {
            throw new IllegalArgumentException("not the name of a header field: " + Shown.text(name));
        }
        value.codePoints().filter(c -> !isSendable(c)).findFirst().ifPresent(c -> {
            throw new IllegalArgumentException(
                    c == '\r' || c == '\n'
                            ? "the header field " + name + " has a line break"
                            : String.format(
                                    "the header field %s has the character U+%04X: only ISO 8859-1 can be sent",
                                    name, c));
        });
        return new Field(name, value);
    }

    /** Printable characters of ISO 8859-1, and the tab (RFC 9110, section 5.5). */
    private static boolean isSendable(int c) {
        return c == '\t' || c <= 0xff && !Character.isISOControl(c);
    }

    private HeaderFields and(Field more) {
        List<Field> all = new ArrayList<>(fields);
        all.add(more);
        return new HeaderFields(all);
    }

    /** These, and those of others whose names they do not have. */
    HeaderFields over(HeaderFields others) {
        List<Field> all = new ArrayList<>();
        others.fields.stream().filter(other -> !has(other.name)).forEach(all::add);
        all.addAll(fields);
        return new HeaderFields(all);
    }

    /** These, and a media type if there is none yet: that of SOAP 1.1 and plain XML. */
    public HeaderFields withTypeOfXml() {
        return has("Content-Type") ? this : and(new Field("Content-Type", "text/xml; charset=utf-8"));
    }

    /** These, and a request to close the connection after the reply. */
    public HeaderFields closing() {
        return and(new Field(CONNECTION, "close"));
    }

    /** These, and the host if there is none yet. */
    HeaderFields withHost(String host) {
        return over(new HeaderFields(List.of(new Field(HOST, host))));
    }

    private boolean has(String name) {
        return fields.stream().anyMatch(field -> field.is(name));
    }

    /** As a request's head has them. */
    String lines() {
        StringBuilder lines = new StringBuilder();
        fields.forEach(field ->
                lines.append(field.name).append(": ").append(field.value).append("\r\n"));
        return lines.toString();
    }

    /** As a result may show them: without what looks like a secret by its name. */
    public List<String> shown() {
        return fields.stream()
                .map(field -> field.name + ": " + (SECRET.matcher(field.name).find() ? "…" : field.value))
                .toList();
    }
}
