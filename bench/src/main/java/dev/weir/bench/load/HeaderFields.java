package dev.weir.bench.load;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** The header fields of a request, by name in any case. Does not change. */
public final class HeaderFields {
    /** None. */
    public static final HeaderFields NONE = new HeaderFields(Map.of());

    /** In an order by name in any case, unless it is empty. */
    private final Map<String, String> fields;

    private HeaderFields(Map<String, String> fields) {
        this.fields = fields;
    }

    /**
     * These and one more, or with another value.
     *
     * @param line {@code NAME: VALUE}
     * @throws IllegalArgumentException if it is not
     */
    public HeaderFields with(String line) {
        int colon = line.indexOf(':');
        if (colon < 1) {
            throw new IllegalArgumentException("a header field has the form 'NAME: VALUE': " + line);
        }
        Map<String, String> more = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        more.putAll(fields);
        more.put(line.substring(0, colon).trim(), line.substring(colon + 1).trim());
        return new HeaderFields(more);
    }

    /** These, and a media type if there is none yet: that of SOAP 1.1 and plain XML. */
    public HeaderFields withTypeOfXml() {
        return fields.containsKey("Content-Type") ? this : with("Content-Type: text/xml; charset=utf-8");
    }

    public Map<String, String> map() {
        return Collections.unmodifiableMap(fields);
    }
}
