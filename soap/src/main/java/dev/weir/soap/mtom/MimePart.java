package dev.weir.soap.mtom;

import dev.weir.soap.http.HeaderFields;
import dev.weir.xml.BinaryContent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part beside the envelope, by itself: one that came in a message, or one that is to go out in another. Its content can be read
 * as long as its owner lets it.
 *
 * @param header in order; the fields of its transfer encoding are not sent, as whoever sends it decides about that
 */
public record MimePart(List<Field> header, BinaryContent content) {
    /**
     * A header field.
     *
     * @param value unfolded
     */
    public record Field(String name, String value) {}

    public MimePart {
        header = List.copyOf(header);
    }

    /**
     * A part by its Content-ID.
     *
     * @param id without angle brackets
     * @throws IllegalArgumentException for one that cannot be a Content-ID; names it
     */
    public static MimePart of(String id, BinaryContent content) {
        if (!isId(id)) {
            throw new IllegalArgumentException(
                    "a Content-ID must be visible characters of ASCII, without cid: and angle brackets: \""
                            + ContentIds.shortened(id).replaceAll("\\p{Cntrl}", " ") + "\"");
        }
        return new MimePart(
                List.of(new Field("Content-Type", content.contentType()), new Field("Content-ID", "<" + id + ">")),
                content);
    }

    /** True for what {@link #of} takes. Peers send others as well. */
    public static boolean isId(String id) {
        return ContentIds.isId(id);
    }

    /** The first value of a field, by its name without regard to case. */
    public @Nullable String header(String name) {
        return value(header, name);
    }

    /** The Content-ID without angle brackets; null where the part has none. */
    public @Nullable String contentId() {
        return ContentIds.of(header);
    }

    static @Nullable String value(List<Field> header, String name) {
        for (Field field : header) {
            if (field.name().equalsIgnoreCase(name)) {
                return field.value();
            }
        }
        return null;
    }

    /** @throws IllegalArgumentException for a field whose name is none; names it */
    static void requireName(Field field) {
        if (!HeaderFields.isName(field.name())) {
            throw new IllegalArgumentException(
                    "an attachment has a MIME header whose name is no token: " + ContentIds.shortened(field.name()));
        }
    }
}
