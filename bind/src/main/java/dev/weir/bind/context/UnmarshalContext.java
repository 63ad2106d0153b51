package dev.weir.bind.context;

import dev.weir.bind.value.Lexical;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLocation;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.dom.NodeReader;
import dev.weir.xml.lexical.EmptyValueException;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.Unmarshaller;
import jakarta.xml.bind.ValidationEvent;
import jakarta.xml.bind.ValidationEventHandler;
import jakarta.xml.bind.attachment.AttachmentUnmarshaller;
import jakarta.xml.bind.helpers.ValidationEventLocatorImpl;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * State of one unmarshal operation: the listener and event handler, the xs:ID table, and the nesting depth. For one
 * thread.
 */
public final class UnmarshalContext {
    private static final String XSI = XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI;
    private static final XmlName XSI_NIL = XmlName.of(XSI, "nil");
    private static final XmlName XSI_TYPE = XmlName.of(XSI, "type");

    private final @Nullable Unmarshaller unmarshaller;
    private final ValidationEventHandler handler;
    private final boolean tellingUnexpected;
    private final Unmarshaller.@Nullable Listener listener;
    private final @Nullable AttachmentUnmarshaller attachments;
    private final Adapters adapters;
    private LongConsumer memory = bytes -> {};
    private int depth;

    /** The reader of the current operation. */
    private @Nullable XmlReader current;

    private final Map<String, Object> ids = new HashMap<>();
    private final List<Patch> patches = new ArrayList<>();

    /** A property whose objects are looked up by their IDs when the document has been read. */
    private record Patch(BeanProperties codec, Object bean, int property, Collection<?> wanted, boolean one) {}

    /** The default handler: continues after events up to a severity and aborts on worse ones. */
    private record Severity(int worst) implements ValidationEventHandler {
        @Override
        public boolean handleEvent(ValidationEvent event) {
            return event.getSeverity() <= worst;
        }
    }

    /** Continues after an empty text that is no value, up to a number of them: each takes longer than a value. */
    private static final class EmptyIsMissing implements ValidationEventHandler {
        private static final int MOST = 10_000;

        private int passed;

        @Override
        public boolean handleEvent(ValidationEvent event) {
            Throwable cause = event.getLinkedException();
            boolean empty = cause instanceof EmptyValueException
                    || cause != null && cause.getCause() instanceof EmptyValueException;
            return event.getSeverity() <= ValidationEvent.WARNING || empty && ++passed <= MOST;
        }
    }

    private final List<WaitingElement> waitingElements = new ArrayList<>();

    /** An element whose content is an xs:IDREF, not resolved yet. */
    private record WaitingElement(JAXBElement<Object> element, Object id) {}

    /** For an unmarshaller; without a handler, all but fatal errors are ignored, as JAXB specifies. */
    public UnmarshalContext(
            Unmarshaller unmarshaller,
            @Nullable ValidationEventHandler handler,
            Unmarshaller.@Nullable Listener listener,
            @Nullable AttachmentUnmarshaller attachments,
            Adapters adapters) {
        this(unmarshaller, handler, handler != null, listener, attachments, adapters);
    }

    private UnmarshalContext(
            @Nullable Unmarshaller unmarshaller,
            @Nullable ValidationEventHandler handler,
            boolean tellingUnexpected,
            Unmarshaller.@Nullable Listener listener,
            @Nullable AttachmentUnmarshaller attachments,
            Adapters adapters) {
        this.unmarshaller = unmarshaller;
        this.tellingUnexpected = tellingUnexpected;
        this.handler = handler != null ? handler : new Severity(ValidationEvent.ERROR);
        this.listener = listener;
        this.attachments = attachments;
        this.adapters = adapters;
    }

    /** Without an unmarshaller: invalid values are errors, and unknown elements are skipped. */
    public static UnmarshalContext strict() {
        return new UnmarshalContext(null, new Severity(ValidationEvent.WARNING), false, null, null, new Adapters());
    }

    /**
     * Without an unmarshaller, for messages: invalid values are errors.
     *
     * @param refuseUnexpected true where elements and references that nothing is known of are errors, too; false where
     *     they are skipped
     */
    public static UnmarshalContext ofMessage(boolean refuseUnexpected, @Nullable AttachmentUnmarshaller attachments) {
        return new UnmarshalContext(
                null, new Severity(ValidationEvent.WARNING), refuseUnexpected, null, attachments, new Adapters());
    }

    /**
     * Without an unmarshaller, for messages of peers that are not careful: elements that nothing is known of are skipped,
     * and an empty text where a value must be counts as no value. Other invalid values are errors.
     */
    public static UnmarshalContext ofLaxMessage(@Nullable AttachmentUnmarshaller attachments) {
        return new UnmarshalContext(null, new EmptyIsMissing(), false, null, attachments, new Adapters());
    }

    // ---------------------------------------------------------------- one operation

    /** Starts a document or element; the reader is positioned on it. */
    public void start(XmlReader reader) {
        current = reader;
    }

    /** Ends a document or element: references by ID are resolved. */
    public void finish(XmlReader reader) {
        if (ids.isEmpty() && patches.isEmpty() && waitingElements.isEmpty()) {
            return;
        }
        for (WaitingElement waiting : waitingElements) {
            Object target = referred(waiting.id(), reader);
            if (target != null) {
                waiting.element().setValue(target);
            }
        }
        waitingElements.clear();
        for (Patch patch : patches) {
            List<Object> found = new ArrayList<>();
            for (Object id : patch.wanted()) {
                Object target = referred(id, reader);
                if (target != null) {
                    found.add(target);
                }
            }
            if (!patch.one()) {
                patch.codec().fill(patch.bean(), patch.property(), found);
            } else if (!found.isEmpty()) {
                patch.codec().set(patch.bean(), patch.property(), found.get(0));
            }
        }
        patches.clear();
        ids.clear();
    }

    private @Nullable Object referred(@Nullable Object id, XmlReader reader) {
        Object target = ids.get(String.valueOf(id));
        if (target == null && tellingUnexpected) {
            report(reader, ValidationEvent.ERROR, "Undefined ID \"" + id + "\".", null);
        }
        return target;
    }

    // ---------------------------------------------------------------- for codecs

    /** Like {@link #enter}, for the arguments of a constructor. */
    public void enterArguments(BeanProperties codec) {
        if (++depth > OperationAborted.MAX_DEPTH) {
            throw OperationAborted.nestedTooDeep(codec.bound());
        }
    }

    /** Leaves an object that could not be created. */
    public void leaveArguments() {
        depth--;
    }

    public void enter(Object bean, @Nullable Object around, BeanProperties codec) {
        enterArguments(codec);
        Object parent = around instanceof ConstructorArguments ? null : around;
        if (listener != null) {
            try {
                listener.beforeUnmarshal(bean, parent);
            } catch (RuntimeException failed) {
                throw listenerFailed(failed);
            }
        }
        Callbacks callbacks = codec.callbacks();
        if (callbacks != null) {
            callbacks.locate(bean, current);
            Callbacks.call(callbacks.beforeUnmarshal(), bean, unmarshaller, parent);
        }
    }

    public void leave(Object bean, @Nullable Object around, BeanProperties codec) {
        depth--;
        Object parent = around instanceof ConstructorArguments ? null : around;
        Callbacks callbacks = codec.callbacks();
        if (callbacks != null) {
            Callbacks.call(callbacks.afterUnmarshal(), bean, unmarshaller, parent);
        }
        if (listener != null) {
            try {
                listener.afterUnmarshal(bean, parent);
            } catch (RuntimeException failed) {
                throw listenerFailed(failed);
            }
        }
    }

    /** Not a validation event, which would be ignored where no handler is set. */
    private static OperationAborted listenerFailed(RuntimeException failed) {
        return failed instanceof OperationAborted stopped
                ? stopped
                : new OperationAborted("a listener has failed: " + failed, XmlLocation.NONE, failed);
    }

    /**
     * The value of xsi:type, or null.
     *
     * @throws OperationAborted if its prefix is not bound to a namespace
     */
    public @Nullable XmlName typeOf(XmlReader reader) {
        String text = reader.attributeCount() == 0 ? null : reader.attributeValue(XSI_TYPE);
        if (text == null) {
            return null;
        }
        String name = Lexical.trim(text);
        int colon = name.indexOf(':');
        String uri = reader.lookupNamespace(colon < 0 ? "" : name.substring(0, colon));
        if (uri == null && colon >= 0) {
            throw new OperationAborted(
                    elementName(reader) + "xsi:type=\"" + name + "\": the prefix is not bound to a namespace",
                    reader.location(),
                    null);
        }
        return XmlName.of(uri == null ? "" : uri, name.substring(colon + 1));
    }

    public boolean isNil(XmlReader reader) {
        int index = reader.attributeCount() == 0 ? -1 : reader.attributeIndex(XSI_NIL);
        return index >= 0 && reader.attributeBoolean(index);
    }

    /** Reports that no object of the element's class can be created, and aborts the operation. */
    public Object cannotCreate(XmlReader reader, String message) {
        report(reader, ValidationEvent.FATAL_ERROR, message, null);
        throw new OperationAborted(message, reader.location(), null);
    }

    /**
     * Whether there is memory for values that are much larger than their text.
     *
     * @param taken receives how many bytes of heap such a value takes, before it is made; what it throws refuses the value
     */
    public void memory(LongConsumer taken) {
        this.memory = taken;
    }

    public LongConsumer memory() {
        return memory;
    }

    public @Nullable AttachmentUnmarshaller attachments() {
        return attachments;
    }

    public Adapters adapters() {
        return adapters;
    }

    public void id(@Nullable Object id, Object bean) {
        if (id != null) {
            ids.put(Lexical.trim(id.toString()), bean);
        }
    }

    public void reference(BeanProperties codec, Object bean, int property, @Nullable Object id) {
        patches.add(new Patch(codec, bean, property, Arrays.asList(id), true));
    }

    public void reference(JAXBElement<Object> element, @Nullable Object id) {
        waitingElements.add(new WaitingElement(element, String.valueOf(id)));
    }

    public void references(BeanProperties codec, Object bean, int property, Collection<?> wanted) {
        patches.add(new Patch(codec, bean, property, wanted, false));
    }

    /** Stores an attribute that has no property of its own in the wildcard map. */
    public void anyAttribute(BeanProperties codec, Object bean, int property, XmlReader reader, int index) {
        XmlName name = reader.attributeName(index);
        if (name.namespace().equals(XSI)) {
            return;
        }
        @SuppressWarnings("unchecked") // the model has verified that it is such a map
        Map<QName, String> map = (Map<QName, String>) codec.get(bean, property);
        if (map == null) {
            map = new HashMap<>();
            codec.set(bean, property, map);
        }
        map.put(new QName(name.namespace(), name.local(), reader.attributePrefix(index)), reader.attributeValue(index));
    }

    /** The text of mixed content up to the next tag; leaves the reader on that tag. */
    public String mixedText(XmlReader reader) {
        String text = reader.text();
        StringBuilder pieces = null;
        while (true) {
            switch (reader.next()) {
                case TEXT -> {
                    pieces = pieces == null ? new StringBuilder(text) : pieces;
                    reader.appendText(pieces);
                }
                case START_ELEMENT, END_ELEMENT -> {
                    return pieces == null ? text : pieces.toString();
                }
                default -> {
                    // Comments and processing instructions do not split a text.
                }
            }
        }
    }

    // ---------------------------------------------------------------- validation events

    /** Reports an element that has no property, and skips it. */
    public void unexpected(XmlReader reader, NameSlots known) {
        if (tellingUnexpected) {
            reportUnexpected(reader, ValidationEvent.ERROR, known.expected());
        }
        reader.skipElement();
    }

    public void reportUnknownType(XmlReader reader, XmlName type) {
        report(reader, ValidationEvent.ERROR, "the xsi:type " + type + " is not known to this context", null);
    }

    public void reportUnexpected(XmlReader reader, int severity, String expected) {
        XmlName name = reader.name();
        report(
                reader,
                severity,
                "unexpected element (uri:\"" + name.namespace() + "\", local:\"" + name.local()
                        + "\"). Expected elements are " + expected,
                null);
    }

    /** Reports that an element's content could not be converted, and advances to the end of that element. */
    public void elementFailed(XmlReader reader, RuntimeException problem, int elementDepth) {
        if (isChildOfText(reader, problem, elementDepth)) {
            if (tellingUnexpected) {
                reportUnexpected(reader, ValidationEvent.ERROR, "(none)");
            }
        } else if (problem instanceof OperationAborted
                || problem instanceof UncheckedIOException
                || problem instanceof XmlException && !(problem.getCause() instanceof IllegalArgumentException)) {
            throw problem;
        } else {
            report(reader, ValidationEvent.ERROR, message(problem), problem);
        }
        while (reader.depth() > elementDepth
                || reader.depth() == elementDepth && reader.event() != XmlEvent.END_ELEMENT) {
            reader.next();
        }
    }

    /**
     * Whether the failure is an element inside one read as text: readers refuse it, but are positioned on it and can
     * continue.
     */
    private static boolean isChildOfText(XmlReader reader, RuntimeException problem, int elementDepth) {
        return problem instanceof XmlException refused
                && refused.getCause() == null
                && reader.event() == XmlEvent.START_ELEMENT
                && reader.depth() == elementDepth + 1
                && refused.location().equals(reader.location());
    }

    /** Reports that an attribute's value, or an item of a list, could not be converted; the reader stays where it is. */
    public void valueFailed(XmlReader reader, RuntimeException problem) {
        if (problem instanceof OperationAborted) {
            throw problem;
        }
        report(reader, ValidationEvent.ERROR, message(problem), problem);
    }

    private static String message(RuntimeException problem) {
        String message = problem.getMessage();
        return message == null ? problem.toString() : message;
    }

    private void report(XmlReader reader, int severity, String message, @Nullable RuntimeException cause) {
        XmlLocation place = cause instanceof XmlException located ? located.location() : reader.location();
        String text = message;
        if (cause != null && !(cause instanceof XmlException)) {
            text = elementName(reader) + message;
        }
        ValidationEvent event = ValidationEvents.event(severity, text, place, cause);
        if (reader instanceof NodeReader nodes) {
            ((ValidationEventLocatorImpl) event.getLocator()).setNode(nodes.node());
        }
        if (!handler.handleEvent(event)) {
            throw new OperationAborted(text, place, cause);
        }
    }

    private static String elementName(XmlReader reader) {
        return reader.event() == XmlEvent.START_ELEMENT || reader.event() == XmlEvent.END_ELEMENT
                ? "element " + reader.name() + ": "
                : "";
    }
}
