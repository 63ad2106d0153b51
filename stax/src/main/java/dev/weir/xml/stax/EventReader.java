package dev.weir.xml.stax;

import java.util.NoSuchElementException;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.events.XMLEvent;
import javax.xml.stream.util.XMLEventAllocator;
import org.codehaus.stax2.XMLEventReader2;
import org.codehaus.stax2.XMLStreamReader2;
import org.jspecify.annotations.Nullable;

/** An event reader over a cursor, from the cursor's current event to END_DOCUMENT. */
final class EventReader implements XMLEventReader2 {
    private final XMLStreamReader2 cursor;
    private final XMLEventAllocator allocator;

    /** The event returned by {@link #peek}; the cursor is on it. Null when no event was peeked. */
    private @Nullable XMLEvent peeked;

    /** The type of the event returned last; 0 for none. */
    private int last;

    private boolean begun;
    private boolean ended;

    EventReader(XMLStreamReader2 cursor, XMLEventAllocator allocator) {
        this.cursor = cursor;
        this.allocator = allocator;
    }

    private XMLEvent read() throws XMLStreamException {
        if (begun) {
            cursor.next();
        }
        begun = true;
        return allocator.allocate(cursor);
    }

    @Override
    public XMLEvent nextEvent() throws XMLStreamException {
        if (ended) {
            throw new NoSuchElementException("the document has ended");
        }
        XMLEvent event = peeked == null ? read() : peeked;
        peeked = null;
        last = event.getEventType();
        ended = event.isEndDocument();
        return event;
    }

    @Override
    public @Nullable XMLEvent peek() throws XMLStreamException {
        if (peeked == null && !ended) {
            peeked = read();
        }
        return peeked;
    }

    @Override
    public boolean hasNext() {
        return !ended;
    }

    @Override
    public boolean hasNextEvent() {
        return !ended;
    }

    /** As {@link #nextEvent}, for an Iterator; the cause of the exception is what nextEvent throws. */
    @Override
    public XMLEvent next() {
        try {
            return nextEvent();
        } catch (XMLStreamException wrong) {
            throw new IllegalStateException(wrong.getMessage(), wrong);
        }
    }

    @Override
    public void remove() {
        throw new UnsupportedOperationException("a document is read, not changed");
    }

    @Override
    public String getElementText() throws XMLStreamException {
        if (last != XMLStreamConstants.START_ELEMENT) {
            throw new ReadFailure(
                    "the text of an element is read after its START_ELEMENT, not after "
                            + UntypedStreamReader.name(last),
                    cursor.getLocation());
        }
        if (peeked == null && allocator instanceof EventAllocator ours) {
            String text = cursor.getElementText();
            ours.passedEndElement();
            last = XMLStreamConstants.END_ELEMENT;
            return text;
        }
        StringBuilder all = new StringBuilder();
        while (true) {
            XMLEvent event = nextEvent();
            switch (event.getEventType()) {
                case XMLStreamConstants.END_ELEMENT -> {
                    return all.toString();
                }
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE ->
                    all.append(event.asCharacters().getData());
                case XMLStreamConstants.COMMENT, XMLStreamConstants.PROCESSING_INSTRUCTION -> {}
                default ->
                    throw new ReadFailure(
                            "an element that is read as text must not hold "
                                    + UntypedStreamReader.name(event.getEventType()),
                            event.getLocation());
            }
        }
    }

    @Override
    public XMLEvent nextTag() throws XMLStreamException {
        while (true) {
            XMLEvent event = nextEvent();
            switch (event.getEventType()) {
                case XMLStreamConstants.START_ELEMENT, XMLStreamConstants.END_ELEMENT -> {
                    return event;
                }
                case XMLStreamConstants.START_DOCUMENT,
                        XMLStreamConstants.SPACE,
                        XMLStreamConstants.COMMENT,
                        XMLStreamConstants.PROCESSING_INSTRUCTION -> {}
                default -> {
                    if (!event.isCharacters() || !event.asCharacters().isWhiteSpace()) {
                        throw new ReadFailure(
                                "a tag must come next, but there is " + UntypedStreamReader.name(event.getEventType()),
                                event.getLocation());
                    }
                }
            }
        }
    }

    @Override
    public @Nullable Object getProperty(String name) {
        return cursor.getProperty(name);
    }

    @Override
    public boolean isPropertySupported(String name) {
        return cursor.isPropertySupported(name);
    }

    @Override
    public boolean setProperty(String name, Object value) {
        return cursor.setProperty(name, value);
    }

    @Override
    public void close() throws XMLStreamException {
        ended = true;
        peeked = null;
        cursor.close();
    }
}
