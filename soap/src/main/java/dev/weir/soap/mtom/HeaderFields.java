package dev.weir.soap.mtom;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Parses the header of a MIME part (RFC 5322, section 2.2). */
final class HeaderFields {
    private HeaderFields() {}

    /** Fields in order, unfolded. What has no colon is no field, and passed over as by every peer. */
    static List<MimePart.Field> parse(byte[] bytes, int from, int to) {
        List<MimePart.Field> fields = new ArrayList<>(4);
        String text = new String(bytes, from, Math.max(0, to - from), StandardCharsets.UTF_8);
        StringBuilder field = new StringBuilder();
        int at = 0;
        while (at <= text.length()) {
            int lf = text.indexOf('\n', at);
            String line = text.substring(at, lf < 0 ? text.length() : lf);
            boolean folded = !line.isEmpty() && (line.charAt(0) == ' ' || line.charAt(0) == '\t');
            if (!folded) {
                add(field, fields);
                field.setLength(0);
            }
            field.append(folded ? " " : "").append(line.strip());
            if (lf < 0) {
                break;
            }
            at = lf + 1;
        }
        add(field, fields);
        return fields;
    }

    private static void add(StringBuilder field, List<MimePart.Field> fields) {
        int colon = field.indexOf(":");
        if (colon > 0) {
            fields.add(new MimePart.Field(
                    field.substring(0, colon).strip(),
                    field.substring(colon + 1).strip()));
        }
    }
}
