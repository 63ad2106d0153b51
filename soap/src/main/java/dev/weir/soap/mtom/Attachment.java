package dev.weir.soap.mtom;

import dev.weir.soap.envelope.ContentType;
import dev.weir.soap.http.RequestMemory;
import dev.weir.soap.mtom.MultipartReader.Place;
import dev.weir.xml.BinaryContent;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A part of a message. Its bytes are there until the {@link MimeMessage} is closed; after that reading it fails. Thread-safe.
 */
public final class Attachment implements BinaryContent {
    private static final String TRANSFER_ENCODING = "Content-Transfer-Encoding";

    private final Spool spool;
    private final Place place;
    private final boolean base64;

    /** @throws MimeException where its transfer encoding is none of those taken, or its header contradicts itself */
    Attachment(Spool spool, Place place) {
        this(spool, place, isBase64(place));
        requireOne("Content-Type", place);
        requireOne("Content-ID", place);
    }

    private Attachment(Spool spool, Place place, boolean base64) {
        this.spool = spool;
        this.place = place;
        this.base64 = base64;
    }

    /** The same content, with another header. */
    Attachment with(List<MimePart.Field> header) {
        return new Attachment(spool, new Place(header, place.from(), place.to()), base64);
    }

    /** Content in memory as a part. */
    static Attachment of(byte[] content, List<MimePart.Field> header) {
        return new Attachment(new Spool(content), new Place(header, 0, content.length), false);
    }

    /** By all fields that say it: Metro repeats them. */
    private static boolean isBase64(Place place) {
        Boolean known = null;
        for (MimePart.Field field : place.header()) {
            if (field.name().equalsIgnoreCase(TRANSFER_ENCODING)) {
                boolean next = isBase64(field.value().strip());
                if (known != null && known != next) {
                    throw contradicting(TRANSFER_ENCODING);
                }
                known = next;
            }
        }
        return known != null && known;
    }

    /** Who reads the first of two values must not take the part for another one than who reads the last. */
    private static void requireOne(String name, Place place) {
        String known = null;
        for (MimePart.Field field : place.header()) {
            if (field.name().equalsIgnoreCase(name)) {
                String next = field.value().strip();
                if (known != null && !known.equals(next)) {
                    throw contradicting(name);
                }
                known = next;
            }
        }
    }

    private static MimeException contradicting(String name) {
        return new MimeException("The fields " + name + " of a part must not contradict each other.");
    }

    private static boolean isBase64(String encoding) {
        return switch (encoding.toLowerCase(Locale.ROOT)) {
            case "base64" -> true;
            case "binary", "8bit", "7bit", "" -> false;
            default ->
                throw new MimeException(
                        "The " + TRANSFER_ENCODING + " of a part must be binary, 8bit, 7bit or base64, not "
                                + ContentIds.shortened(encoding) + ".");
        };
    }

    /** The Content-ID without angle brackets; null where the part has none. */
    public @Nullable String contentId() {
        return ContentIds.of(place.header());
    }

    /** A field of the part's header, by name without regard to case; null where there is none. */
    public @Nullable String header(String name) {
        return MimePart.value(place.header(), name);
    }

    /** The part by itself; there as long as the message is. */
    public MimePart part() {
        return new MimePart(place.header(), this);
    }

    @Override
    public String contentType() {
        String type = header("Content-Type");
        return type == null || type.isEmpty() ? ANY_TYPE : type;
    }

    ContentType type() {
        return ContentType.parse(header("Content-Type"));
    }

    @Override
    public long length() {
        return base64 ? -1 : rawLength();
    }

    /** The length in the message, which is at least that of what it stands for. */
    long rawLength() {
        return place.to() - place.from();
    }

    @Override
    public InputStream open() throws IOException {
        if (rawLength() == 0) {
            return InputStream.nullInputStream(); // SAAJ cannot read an empty ByteArrayInputStream
        }
        InputStream raw = spool.open(place.from(), rawLength());
        return base64 ? new Base64Stream(raw, name()) : raw;
    }

    /**
     * Reads content in base64 to its end.
     *
     * @throws MimeException where it is not in its transfer encoding
     */
    void verify() throws IOException {
        if (base64 && rawLength() > 0) {
            Base64Stream.verify(spool.open(place.from(), rawLength()), name());
        }
    }

    private String name() {
        String id = contentId();
        return id == null ? "a part without a Content-ID" : "the part " + ContentIds.shortened(id);
    }

    @Override
    public byte[] bytes() {
        try {
            return base64 ? BinaryContent.super.bytes() : spool.copy(place.from(), arrayLength());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The bytes in an array of their own, for which memory is taken before it is made. */
    byte[] bytes(RequestMemory memory) {
        // What has a transfer encoding is put together from pieces.
        long most = base64 ? 2 * mostBytes() : rawLength();
        take(memory, most);
        byte[] bytes = bytes();
        if (most > bytes.length) {
            memory.give(most - bytes.length);
        }
        return bytes;
    }

    /** Takes memory for what is made of the part: one of a long message, which is in a file or counted apart, waits for its turn. */
    void take(RequestMemory memory, long bytes) {
        if (spool.isLong()) {
            memory.takeInTurn(bytes);
        } else {
            memory.take(bytes);
        }
    }

    /** What {@link #length} is at most. */
    long mostBytes() {
        return base64 ? rawLength() / 4 * 3 + 3 : rawLength();
    }

    /** The bytes without a copy where they are in memory as they are. */
    Spool.Bytes slice() throws IOException {
        if (base64) {
            byte[] decoded = bytes();
            return new Spool.Bytes(decoded, 0, decoded.length);
        }
        return spool.bytes(place.from(), arrayLength());
    }

    private int arrayLength() throws IOException {
        if (rawLength() > Integer.MAX_VALUE - 16) {
            throw new IOException(
                    "an attachment of " + rawLength() + " bytes does not fit an array; read it as a stream");
        }
        return (int) rawLength();
    }
}
