package dev.weir.xml.stax;

import java.util.ArrayList;
import java.util.List;
import javax.xml.namespace.NamespaceContext;
import javax.xml.namespace.QName;
import javax.xml.stream.Location;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.events.Attribute;
import javax.xml.stream.events.Namespace;
import javax.xml.stream.events.XMLEvent;
import javax.xml.stream.util.XMLEventAllocator;
import javax.xml.stream.util.XMLEventConsumer;
import org.codehaus.stax2.DTDInfo;
import org.codehaus.stax2.XMLStreamLocation2;
import org.codehaus.stax2.XMLStreamReader2;
import org.codehaus.stax2.ri.evt.AttributeEventImpl;
import org.codehaus.stax2.ri.evt.CharactersEventImpl;
import org.codehaus.stax2.ri.evt.CommentEventImpl;
import org.codehaus.stax2.ri.evt.DTDEventImpl;
import org.codehaus.stax2.ri.evt.EndDocumentEventImpl;
import org.codehaus.stax2.ri.evt.EndElementEventImpl;
import org.codehaus.stax2.ri.evt.EntityReferenceEventImpl;
import org.codehaus.stax2.ri.evt.NamespaceEventImpl;
import org.codehaus.stax2.ri.evt.ProcInstrEventImpl;
import org.codehaus.stax2.ri.evt.StartDocumentEventImpl;
import org.codehaus.stax2.ri.evt.StartElementEventImpl;
import org.jspecify.annotations.Nullable;

/**
 * Creates the event object for the cursor's current event. When it is called for all events of a document in order,
 * elements share the namespace contexts of their ancestors.
 */
final class EventAllocator implements XMLEventAllocator {
    private final boolean consecutive;
    private final boolean keepingLocations;

    /** The namespace context of each open element. */
    private final List<ElementNamespaceContext> scopes = new ArrayList<>();

    EventAllocator(boolean consecutive, boolean keepingLocations) {
        this.consecutive = consecutive;
        this.keepingLocations = keepingLocations;
    }

    @Override
    public XMLEventAllocator newInstance() {
        return new EventAllocator(false, keepingLocations);
    }

    @Override
    public void allocate(XMLStreamReader cursor, XMLEventConsumer consumer) throws XMLStreamException {
        consumer.add(allocate(cursor));
    }

    @Override
    public XMLEvent allocate(XMLStreamReader cursor) throws XMLStreamException {
        Location at = keepingLocations ? cursor.getLocation() : XMLStreamLocation2.NOT_AVAILABLE;
        return switch (cursor.getEventType()) {
            case XMLStreamConstants.START_ELEMENT -> startElement(cursor, at);
            case XMLStreamConstants.END_ELEMENT -> {
                passedEndElement();
                yield new EndElementEventImpl(
                        at, cursor.getName(), namespaces(cursor, at).iterator());
            }
            case XMLStreamConstants.CHARACTERS -> new CharactersEventImpl(at, cursor.getText(), false);
            case XMLStreamConstants.CDATA -> new CharactersEventImpl(at, cursor.getText(), true);
            case XMLStreamConstants.SPACE -> CharactersEventImpl.createIgnorableWS(at, cursor.getText());
            case XMLStreamConstants.COMMENT -> new CommentEventImpl(at, cursor.getText());
            case XMLStreamConstants.PROCESSING_INSTRUCTION ->
                new ProcInstrEventImpl(at, cursor.getPITarget(), cursor.getPIData());
            case XMLStreamConstants.DTD -> doctype(cursor, at);
            case XMLStreamConstants.ENTITY_REFERENCE ->
                cursor instanceof UntypedStreamReader ours
                        ? DtdEvents.reference(ours, at)
                        : new EntityReferenceEventImpl(at, cursor.getLocalName());
            case XMLStreamConstants.START_DOCUMENT -> new StartDocumentEventImpl(at, cursor);
            case XMLStreamConstants.END_DOCUMENT -> new EndDocumentEventImpl(at);
            default ->
                throw new XMLStreamException(
                        "a cursor does not stand on " + UntypedStreamReader.name(cursor.getEventType()), at);
        };
    }

    private XMLEvent startElement(XMLStreamReader cursor, Location at) {
        List<Attribute> attributes = new ArrayList<>(cursor.getAttributeCount());
        for (int i = 0; i < cursor.getAttributeCount(); i++) {
            attributes.add(new TypedAttribute(
                    at,
                    cursor.getAttributeName(i),
                    cursor.getAttributeValue(i),
                    cursor.isAttributeSpecified(i),
                    cursor.getAttributeType(i)));
        }
        List<Namespace> namespaces = namespaces(cursor, at);
        return new ScopedStart(at, cursor.getName(), attributes, namespaces, scope(cursor, namespaces));
    }

    private static List<Namespace> namespaces(XMLStreamReader cursor, Location at) {
        int count = cursor.getNamespaceCount();
        if (count == 0) {
            return List.of();
        }
        List<Namespace> namespaces = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            namespaces.add(
                    NamespaceEventImpl.constructNamespace(at, cursor.getNamespacePrefix(i), cursor.getNamespaceURI(i)));
        }
        return namespaces;
    }

    private @Nullable NamespaceContext scope(XMLStreamReader cursor, List<Namespace> namespaces) {
        if (!consecutive) {
            return cursor instanceof XMLStreamReader2 reader2 ? reader2.getNonTransientNamespaceContext() : null;
        }
        ElementNamespaceContext scope = scopes.isEmpty() ? null : scopes.get(scopes.size() - 1);
        if (scope == null && cursor instanceof UntypedStreamReader ours) {
            scope = ours.scope();
        } else if (!namespaces.isEmpty() || scope == null) {
            String[] declared = new String[namespaces.size() * 2];
            for (int i = 0; i < namespaces.size(); i++) {
                declared[2 * i] = namespaces.get(i).getPrefix();
                declared[2 * i + 1] = namespaces.get(i).getNamespaceURI();
            }
            scope = new ElementNamespaceContext(scope, declared);
        }
        scopes.add(scope);
        return scope;
    }

    /** Called for each END_ELEMENT that the cursor passes, whether or not an event object is created for it. */
    void passedEndElement() {
        if (!scopes.isEmpty()) {
            scopes.remove(scopes.size() - 1);
        }
    }

    private static XMLEvent doctype(XMLStreamReader cursor, Location at) throws XMLStreamException {
        if (cursor instanceof UntypedStreamReader ours) {
            return new DtdEvents(ours, at);
        }
        DTDInfo info = cursor instanceof XMLStreamReader2 reader2 ? reader2.getDTDInfo() : null;
        return info == null
                ? new DTDEventImpl(at, null, cursor.getText())
                : new DTDEventImpl(
                        at,
                        info.getDTDRootName(),
                        info.getDTDSystemId(),
                        info.getDTDPublicId(),
                        info.getDTDInternalSubset(),
                        info.getProcessedDTD());
    }

    /** Resolves prefixes in its whole scope. */
    private static final class ScopedStart extends StartElementEventImpl {
        private final @Nullable NamespaceContext scope;

        ScopedStart(
                Location at,
                QName name,
                List<Attribute> attributes,
                List<Namespace> namespaces,
                @Nullable NamespaceContext scope) {
            super(at, name, new ArrayList<>(attributes), new ArrayList<>(namespaces), scope);
            this.scope = scope;
        }

        @Override
        public NamespaceContext getNamespaceContext() {
            return scope == null ? super.getNamespaceContext() : scope;
        }

        @Override
        public @Nullable String getNamespaceURI(String prefix) {
            return getNamespaceContext().getNamespaceURI(prefix);
        }
    }

    private static final class TypedAttribute extends AttributeEventImpl {
        private final String type;

        TypedAttribute(Location at, QName name, String value, boolean specified, String type) {
            super(at, name, value, specified);
            this.type = type;
        }

        @Override
        public String getDTDType() {
            return type;
        }
    }
}
