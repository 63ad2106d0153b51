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
    private final Spool spool;
    private final Place place;
    private final boolean base64;

    /** @throws MimeException where its transfer encoding is none of those taken */
    Attachment(Spool spool, Place place) {
        this(spool, place, isBase64(place));
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

    private static boolean isBase64(Place place) {
        String encoding = MimePart.value(place.header(), "Content-Transfer-Encoding");
        return encoding != null
                && switch (encoding.strip().toLowerCase(Locale.ROOT)) {
                    case "base64" -> true;
                    case "binary", "8bit", "7bit", "" -> false;
                    default ->
                        throw new MimeException("The Content-Transfer-Encoding of a part must be binary, 8bit, 7bit or"
                                + " base64, not " + ContentIds.shortened(encoding.strip()) + ".");
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

    /** @throws IOException also from the stream, where the content is not in the part's transfer encoding: see {@link MimeException#behind} */
    @Override
    public InputStream open() throws IOException {
        if (rawLength() == 0) {
            return InputStream.nullInputStream(); // SAAJ cannot read an empty ByteArrayInputStream
        }
        InputStream raw = spool.open(place.from(), rawLength());
        return base64 ? new Base64Stream(raw, name()) : raw;
    }

    private String name() {
        String id = contentId();
        return id == null ? "a part without a Content-ID" : "the part " + ContentIds.shortened(id);
    }

    /** @throws MimeException where the content is not in the part's transfer encoding */
    @Override
    public byte[] bytes() {
        try {
            return base64 ? decoded() : spool.copy(place.from(), arrayLength());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private byte[] decoded() {
        try {
            return BinaryContent.super.bytes();
        } catch (UncheckedIOException e) {
            MimeException broken = MimeException.behind(e);
            throw broken != null ? broken : e;
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
            byte[] decoded = decoded();
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
