package dev.weir.soap.mtom;

import dev.weir.soap.SoapTraffic.Encoding;
import dev.weir.xml.BinaryContent;
import dev.weir.xml.XmlWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A message that is being written with binary values in parts (XOP 1.0, section 3.1). Values are added while the envelope is
 * written; then the whole is a {@link MimeBody}. One thread at a time.
 */
public final class XopPackage {
    /** Header fields of parts that the package writes itself, by how it sends them. */
    private static final Set<String> OWN_FIELDS =
            Set.of("content-type", "content-transfer-encoding", "content-id", "content-length");

    private final boolean xop;
    private final int threshold;
    private final String token = RandomTokens.next();
    private final List<MimePart> parts = new ArrayList<>();

    /** @param threshold values of more bytes than this go into parts, shorter ones stay in the envelope as base64 */
    public XopPackage(int threshold) {
        this(true, threshold);
    }

    private XopPackage(boolean xop, int threshold) {
        this.xop = xop;
        this.threshold = threshold;
    }

    /** A message whose parts are attachments that values of type swaRef name (WS-I Attachments Profile 1.0); no xop:Include. */
    public static XopPackage ofReferences() {
        return new XopPackage(false, 0);
    }

    /** The message that a writer of {@link #writer} writes the envelope of; null for any other writer. */
    public static @Nullable XopPackage of(XmlWriter writer) {
        return writer instanceof XopWriter known ? known.parts() : null;
    }

    /** True where binary values are parts. */
    public boolean isXop() {
        return xop;
    }

    /** What the message counts as. */
    public Encoding traffic() {
        return xop ? Encoding.MTOM : Encoding.TEXT;
    }

    /** True for content that is long enough for a part, or whose length is not known. */
    public boolean takes(BinaryContent content) {
        if (!xop) {
            return false;
        }
        long length = content.length();
        return length < 0 || length > threshold;
    }

    /** Adds a part; gives the reference to it, for the href of an xop:Include or for a swaRef. */
    public String add(BinaryContent content) {
        BinaryContent part = content instanceof CountedContent counted ? counted.part() : content;
        String id = parts.size() + 1 + "." + token + "@weir.dev";
        parts.add(MimePart.of(id, part));
        return "cid:" + id;
    }

    /**
     * Adds a part with a header of its own, to which the envelope refers as it likes.
     *
     * @throws IllegalArgumentException for a header field whose name is none
     */
    public void attach(MimePart part) {
        part.header().forEach(MimePart::requireName);
        parts.add(part);
    }

    /** The parts so far, in order. */
    public List<MimePart> parts() {
        return List.copyOf(parts);
    }

    /** A writer of the envelope that makes parts of binary content; bytes written otherwise stay where they are. */
    public XmlWriter writer(XmlWriter envelope) {
        return new XopWriter(envelope, this);
    }

    /** True while no value has become a part. */
    public boolean isEmpty() {
        return parts.isEmpty();
    }

    /**
     * The whole message.
     *
     * @param envelope in UTF-8
     * @param envelopeType the media type that it would have alone: text/xml or application/soap+xml
     * @param action of SOAP 1.2; empty for none
     */
    public MimeBody body(byte[] envelope, String envelopeType, String action) {
        String boundary = "weir-" + token;
        String root = "root." + token + "@weir.dev";
        String quotedAction = action.isEmpty() ? "" : "; action=\"" + quotable(action) + "\"";
        String rootType = xop ? MimeMessage.XOP_TYPE : envelopeType;
        String type = MimeMessage.MEDIA_TYPE + "; type=\"" + rootType + "\"; boundary=\"" + boundary + "\"; start=\"<"
                + root + ">\"" + (xop ? "; start-info=\"" + envelopeType + "\"" : "") + quotedAction;
        List<MimeBody.Piece> pieces = new ArrayList<>(2 * parts.size() + 2);
        StringBuilder head = new StringBuilder(256)
                .append("--")
                .append(boundary)
                .append("\r\nContent-Type: ")
                .append(rootType)
                .append("; charset=UTF-8")
                .append(xop ? "; type=\"" + envelopeType + "\"" : "")
                .append(quotedAction)
                .append("\r\nContent-Transfer-Encoding: binary\r\nContent-ID: <")
                .append(root)
                .append(">\r\n\r\n");
        pieces.add(new MimeBody.Text(bytes(head)));
        pieces.add(new MimeBody.Text(envelope));
        for (MimePart part : parts) {
            head.setLength(0);
            head.append("\r\n--").append(boundary);
            header(part, head);
            pieces.add(new MimeBody.Text(bytes(head)));
            pieces.add(new MimeBody.Content(part.content()));
        }
        head.setLength(0);
        pieces.add(
                new MimeBody.Text(bytes(head.append("\r\n--").append(boundary).append("--\r\n"))));
        return new MimeBody(type, new MimeBody.Envelope(envelope, List.copyOf(parts)), pieces, traffic());
    }

    /** A header that says how the part is sent, whatever it was before. */
    private static void header(MimePart part, StringBuilder to) {
        String type = part.header("Content-Type");
        to.append("\r\nContent-Type: ")
                .append(clean(type == null ? BinaryContent.ANY_TYPE : type))
                .append("\r\nContent-Transfer-Encoding: binary");
        String id = part.contentId();
        if (id != null) {
            to.append("\r\nContent-ID: <").append(clean(id)).append('>');
        }
        for (MimePart.Field field : part.header()) {
            if (!OWN_FIELDS.contains(field.name().toLowerCase(Locale.ROOT))) {
                to.append("\r\n").append(field.name()).append(": ").append(clean(field.value()));
            }
        }
        to.append("\r\n\r\n");
    }

    /** No controls, which could end the field. */
    private static String clean(String value) {
        StringBuilder clean = new StringBuilder(value.length());
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            clean.append(c < ' ' || c == 0x7f ? ' ' : c);
        }
        return clean.toString();
    }

    /** For a quoted string in a header field. */
    private static String quotable(String text) {
        return clean(text).replace("\\", "\\\\").replace("\"", "\\\"");
    }

    private static byte[] bytes(StringBuilder text) {
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }
}
