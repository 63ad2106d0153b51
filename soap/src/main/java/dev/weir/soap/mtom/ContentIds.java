package dev.weir.soap.mtom;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The forms in which peers write the same Content-ID: with angle brackets or without, percent-encoded in the header, in the
 * reference, or in both, where RFC 2392 wants it in the reference only.
 */
final class ContentIds {
    private static final String SCHEME = "cid:";

    private ContentIds() {}

    /** The id of a part by its header, without what is around it; null where there is none, or an empty one. */
    static @Nullable String of(List<MimePart.Field> header) {
        String field = MimePart.value(header, "Content-ID");
        String id = field == null ? "" : bare(field);
        return id.isEmpty() ? null : id;
    }

    /** A header field's value without what is around the id; a comment may follow the brackets (RFC 5322, section 3.6.4). */
    static String bare(String field) {
        String id = field.strip();
        if (id.startsWith("<")) {
            int end = id.indexOf('>');
            id = id.substring(1, end < 0 ? id.length() : end);
        } else if (id.endsWith(">")) {
            id = id.substring(0, id.length() - 1);
        }
        return id.regionMatches(true, 0, SCHEME, 0, SCHEME.length()) ? id.substring(SCHEME.length()) : id;
    }

    /**
     * True for what can be a Content-ID without its brackets: visible characters of ASCII. One without an @, which RFC 2822 asks for,
     * can, as peers write it so.
     */
    static boolean isId(String id) {
        return !id.isEmpty()
                && id.chars().allMatch(c -> c > ' ' && c < 0x7f && c != '<' && c != '>')
                && !id.regionMatches(true, 0, SCHEME, 0, SCHEME.length());
    }

    /**
     * The id that a reference is to.
     *
     * @throws MimeException where it is none to a part of its message
     */
    static String referredTo(String href) {
        String reference = href.strip();
        if (!reference.toLowerCase(Locale.ROOT).startsWith(SCHEME)) {
            throw new MimeException(
                    "An envelope must refer to a part of its message by a cid: URL, but a reference is \""
                            + shortened(reference) + "\".");
        }
        return reference.substring(SCHEME.length());
    }

    static String decoded(String id) {
        if (id.indexOf('%') < 0) {
            return id;
        }
        byte[] bytes = id.getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length);
        for (int i = 0; i < bytes.length; i++) {
            int high = i + 2 < bytes.length && bytes[i] == '%' ? Character.digit(bytes[i + 1], 16) : -1;
            int low = high < 0 ? -1 : Character.digit(bytes[i + 2], 16);
            if (low < 0) {
                out.write(bytes[i]);
            } else {
                out.write(high << 4 | low);
                i += 2;
            }
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    static String shortened(String text) {
        return text.length() > 80 ? text.substring(0, 80) + "..." : text;
    }
}
