package dev.weir.soap.mtom;

import dev.weir.soap.envelope.EnvelopeReader;
import dev.weir.soap.http.RequestMemory;
import dev.weir.xml.BinaryContent;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Reads the root of a XOP package as the infoset that it stands for (XOP 1.0, section 3.2): in the place of an xop:Include there is
 * text, whose {@link #binary} is the part. The bytes are not touched until someone asks for them, and become base64 only for who
 * asks for text. Parts are not looked into, so that no reference leads in a circle.
 *
 * <p>Errors: {@link MimeException} for a reference that leads to no part.
 */
public final class XopReader extends FilteredReader {
    private static final XmlName INCLUDE = XmlName.of("http://www.w3.org/2004/08/xop/include", "Include");
    private static final XmlName HREF = XmlName.of("href");

    /** What text in the place of a part takes, for each byte: an array, base64 as bytes and as a string, and a reader's copy of that. */
    private static final int HEAP_PER_TEXT_BYTE = 8;

    private final MimeMessage message;
    private final boolean xop;
    private final boolean holding;
    private final RequestMemory memory;
    private @Nullable Attachment included;

    /** True where the element that the cursor is in has had content. */
    private boolean preceded;

    /** True where that was an xop:Include, which nothing may follow. */
    private boolean ended;

    /** True where the text that the included part is has been counted. */
    private boolean counted;

    /** @param root reads the root of the message */
    public XopReader(XmlReader root, MimeMessage message) {
        this(root, message, false);
    }

    /**
     * As {@link #XopReader(XmlReader, MimeMessage)}, of a request.
     *
     * @param memory of the request: taken before a part, or text in its place, is made in memory, and before something is made later
     *     of what {@link #binary} gives. What {@link #elementBinary} and {@link #attachment} give is read as a stream, and takes none.
     *     What is read of a part in a file waits for its turn: such a message is read on a thread that may wait
     */
    public XopReader(XmlReader root, MimeMessage message, RequestMemory memory) {
        this(root, message, false, memory);
    }

    /**
     * A reader of a message of either kind: with attachments that elements of type swaRef name, an xop:Include is an element like
     * any other.
     *
     * @param holding true where content that is handed out holds the message until it is closed itself
     */
    public XopReader(XmlReader root, MimeMessage message, boolean holding) {
        this(root, message, holding, RequestMemory.UNCOUNTED);
    }

    private XopReader(XmlReader root, MimeMessage message, boolean holding, RequestMemory memory) {
        super(root);
        this.message = message;
        this.xop = message.isXop();
        this.holding = holding;
        this.memory = memory;
    }

    /**
     * The part that a value of type swaRef names (WS-I Attachments Profile 1.0, section 4.4).
     *
     * @throws MimeException where it names none
     */
    public BinaryContent attachment(String reference) {
        return handedOut(message.referredTo(reference));
    }

    /** As {@link #attachment}, read into memory. */
    public byte[] attachmentBytes(String reference) {
        return message.referredTo(reference).bytes(memory);
    }

    private BinaryContent handedOut(Attachment part) {
        return holding ? new HeldAttachment(part, message.hold()) : part;
    }

    @Override
    public XmlEvent next() {
        if (!xop) {
            return target.next();
        }
        leave();
        XmlEvent event = target.next();
        if (ended && (event == XmlEvent.START_ELEMENT || event == XmlEvent.TEXT && !target.isWhitespace())) {
            throw notAlone();
        }
        if (event != XmlEvent.START_ELEMENT
                || !target.localName().equals(INCLUDE.local())
                || !target.name().equals(INCLUDE)) {
            return event;
        }
        String href = target.attributeValue(HREF);
        if (href == null) {
            throw new MimeException("An xop:Include must have an href (XOP 1.0, section 2.1), but the one at "
                    + EnvelopeReader.place(target.location()) + " has none.");
        }
        if (preceded) {
            throw notAlone();
        }
        if (target.depth() == 1) {
            throw new MimeException("The root element of a message must not be an xop:Include.");
        }
        included = message.referredTo(href);
        target.skipElement();
        return XmlEvent.TEXT;
    }

    @Override
    public boolean repeats() {
        if (xop) {
            leave();
        }
        return target.repeats();
    }

    /** What is skipped refers to its parts as well. */
    @Override
    public void skipElement() {
        if (!xop) {
            target.skipElement();
            return;
        }
        int depth = depth();
        while (next() != XmlEvent.END_ELEMENT || depth() > depth) {
            // Only the references count.
        }
    }

    /** Notes what there is of the element's content before the next item. */
    private void leave() {
        if (included != null) {
            included = null;
            counted = false;
            ended = true;
            return;
        }
        switch (target.event()) {
            case START_ELEMENT -> preceded = false;
            case END_ELEMENT -> {
                preceded = true;
                ended = false;
            }
            case TEXT -> preceded |= !target.isWhitespace();
            default -> {}
        }
    }

    /** Beside other text, parts would become base64 in the tree: much more than the message has. */
    private MimeException notAlone() {
        return new MimeException(
                "An xop:Include must be the only content of its element (XOP 1.0, section 3.2), but the"
                        + " one at or before " + EnvelopeReader.place(target.location()) + " is not.");
    }

    @Override
    public XmlEvent nextTagOrText() {
        while (true) {
            XmlEvent next = next();
            boolean passed = next == XmlEvent.TEXT
                    ? isWhitespace()
                    : next == XmlEvent.COMMENT || next == XmlEvent.PROCESSING_INSTRUCTION;
            if (!passed) {
                return next;
            }
        }
    }

    @Override
    public XmlEvent event() {
        return included == null ? target.event() : XmlEvent.TEXT;
    }

    @Override
    public int depth() {
        return included == null ? target.depth() : target.depth() - 1;
    }

    @Override
    public @Nullable BinaryContent binary() {
        Attachment part = included;
        return part == null || memory == RequestMemory.UNCOUNTED ? part : new CountedContent(part, memory);
    }

    @Override
    public String text() {
        Attachment part = included;
        if (part == null) {
            return target.text();
        }
        if (!counted) {
            part.take(memory, HEAP_PER_TEXT_BYTE * part.mostBytes());
            counted = true;
        }
        return Base64.getEncoder().encodeToString(part.bytes());
    }

    @Override
    public boolean isWhitespace() {
        return included == null && target.isWhitespace();
    }

    @Override
    public boolean isIgnorableWhitespace() {
        return included == null && target.isIgnorableWhitespace();
    }

    @Override
    public boolean isCData() {
        return included == null && target.isCData();
    }

    @Override
    public boolean isTextContinued() {
        return included == null && target.isTextContinued();
    }

    @Override
    public char[] textCharacters() {
        return included == null ? target.textCharacters() : text().toCharArray();
    }

    @Override
    public int textLength() {
        return included == null ? target.textLength() : text().length();
    }

    @Override
    public void appendText(StringBuilder to) {
        if (included == null) {
            target.appendText(to);
        } else {
            to.append(text());
        }
    }

    @Override
    public String elementText() {
        requireStart();
        XmlName name = target.name();
        StringBuilder text = new StringBuilder();
        while (nextText(name) != XmlEvent.END_ELEMENT) {
            appendText(text);
        }
        return text.toString();
    }

    @Override
    public byte[] elementBase64() {
        requireStart();
        XmlName name = target.name();
        byte[] bytes = null;
        StringBuilder text = new StringBuilder();
        while (nextText(name) != XmlEvent.END_ELEMENT) {
            Attachment part = included;
            if (part != null && bytes == null) {
                bytes = part.bytes(memory);
            } else if (!isWhitespace()) {
                appendText(text);
            }
        }
        if (bytes != null && text.isEmpty()) {
            return bytes;
        }
        if (bytes != null) {
            throw new XmlException("element " + name + ": an xop:Include must be all its content", location());
        }
        return decoded(name, text);
    }

    @Override
    public BinaryContent elementBinary() {
        requireStart();
        if (!xop) {
            return target.elementBinary();
        }
        XmlName name = target.name();
        Attachment found = null;
        StringBuilder text = new StringBuilder();
        while (nextText(name) != XmlEvent.END_ELEMENT) {
            Attachment part = included;
            if (part != null) {
                found = part; // the only one, and without text beside it
            } else if (!isWhitespace()) {
                appendText(text);
            }
        }
        return found != null ? handedOut(found) : BinaryContent.of(decoded(name, text), BinaryContent.ANY_TYPE);
    }

    private byte[] decoded(XmlName name, StringBuilder text) {
        int length = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != ' ' && c != '\t' && c != '\r' && c != '\n') {
                text.setCharAt(length++, c);
            }
        }
        text.setLength(length);
        try {
            return Base64.getDecoder().decode(text.toString());
        } catch (IllegalArgumentException e) {
            throw new XmlException("element " + name + ": not of type xs:base64Binary", location(), e);
        }
    }

    /** The next text or the end of the element whose text is read. */
    private XmlEvent nextText(XmlName name) {
        while (true) {
            XmlEvent event = next();
            switch (event) {
                case TEXT, END_ELEMENT -> {
                    return event;
                }
                case START_ELEMENT ->
                    throw new XmlException(
                            "the element " + name + " must hold text only, but holds the element " + target.name(),
                            location());
                default -> {}
            }
        }
    }

    private void requireStart() {
        if (event() != XmlEvent.START_ELEMENT) {
            throw new IllegalStateException("expected START_ELEMENT but the cursor is on " + event());
        }
    }
}
