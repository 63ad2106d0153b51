package dev.weir.bind.jaxb;

import static dev.weir.bind.jaxb.RequiredArgument.given;

import dev.weir.bind.binding.Binding;
import dev.weir.bind.binding.UnmarshalOperation;
import dev.weir.bind.context.Adapters;
import dev.weir.bind.context.OperationAborted;
import dev.weir.bind.context.UnmarshalContext;
import dev.weir.bind.context.ValidationEvents;
import dev.weir.bind.event.CollectedItems;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLocation;
import dev.weir.xml.XmlReader;
import dev.weir.xml.dom.NodeReader;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.PropertyException;
import jakarta.xml.bind.UnmarshalException;
import jakarta.xml.bind.Unmarshaller;
import jakarta.xml.bind.UnmarshallerHandler;
import jakarta.xml.bind.ValidationEvent;
import jakarta.xml.bind.ValidationEventHandler;
import jakarta.xml.bind.annotation.adapters.XmlAdapter;
import jakarta.xml.bind.attachment.AttachmentUnmarshaller;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.file.Files;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLEventReader;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.transform.Source;
import javax.xml.validation.Schema;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

/**
 * Reads documents. Sources with a cursor are bound while they are read; SAX events are collected first. For one thread.
 */
final class WeirUnmarshaller implements Unmarshaller {
    private final Binding binding;
    private final Adapters adapters = new Adapters();
    private @Nullable ValidationEventHandler handler;
    private @Nullable Listener listener;
    private @Nullable AttachmentUnmarshaller attachments;
    private @Nullable Schema schema;

    WeirUnmarshaller(Binding binding) {
        this.binding = binding;
    }

    static Unmarshaller of(Binding binding) {
        return new WeirUnmarshaller(binding);
    }

    /** Opens a source; most ways to do so can fail. */
    private interface Opening {
        UnmarshalInput open() throws IOException, XMLStreamException, SAXException;
    }

    // ---------------------------------------------------------------- every source

    @Override
    public Object unmarshal(File file) throws JAXBException {
        try (InputStream in = Files.newInputStream(given(file, "file").toPath())) {
            return unmarshal(in);
        } catch (IOException failed) {
            throw new UnmarshalException(failed);
        }
    }

    @Override
    public Object unmarshal(InputStream in) throws JAXBException {
        given(in, "in");
        return root(() -> UnmarshalInput.of(in));
    }

    @Override
    public Object unmarshal(Reader reader) throws JAXBException {
        given(reader, "reader");
        return root(() -> UnmarshalInput.of(reader));
    }

    @Override
    public Object unmarshal(URL url) throws JAXBException {
        try (InputStream in = given(url, "url").openStream()) {
            return unmarshal(in);
        } catch (IOException failed) {
            throw new UnmarshalException(failed);
        }
    }

    @Override
    public Object unmarshal(InputSource source) throws JAXBException {
        given(source, "source");
        return root(() -> UnmarshalInput.of(source));
    }

    @Override
    public Object unmarshal(Node node) throws JAXBException {
        given(node, "node");
        return root(() -> UnmarshalInput.of(node));
    }

    @Override
    public <T> JAXBElement<T> unmarshal(Node node, Class<T> type) throws JAXBException {
        given(node, "node");
        return as(() -> UnmarshalInput.of(node), type);
    }

    @Override
    public Object unmarshal(Source source) throws JAXBException {
        given(source, "source");
        return root(() -> UnmarshalInput.of(source));
    }

    @Override
    public <T> JAXBElement<T> unmarshal(Source source, Class<T> type) throws JAXBException {
        given(source, "source");
        return as(() -> UnmarshalInput.of(source), type);
    }

    @Override
    public Object unmarshal(XMLStreamReader reader) throws JAXBException {
        given(reader, "reader");
        return root(() -> UnmarshalInput.of(reader));
    }

    @Override
    public <T> JAXBElement<T> unmarshal(XMLStreamReader reader, Class<T> type) throws JAXBException {
        given(reader, "reader");
        return as(() -> UnmarshalInput.of(reader), type);
    }

    @Override
    public Object unmarshal(XMLEventReader reader) throws JAXBException {
        given(reader, "reader");
        return root(() -> UnmarshalInput.of(reader));
    }

    @Override
    public <T> JAXBElement<T> unmarshal(XMLEventReader reader, Class<T> type) throws JAXBException {
        given(reader, "reader");
        return as(() -> UnmarshalInput.of(reader), type);
    }

    @Override
    public UnmarshallerHandler getUnmarshallerHandler() {
        return new CollectingHandler(this);
    }

    // ---------------------------------------------------------------- reading

    private Object root(Opening opening) throws JAXBException {
        Object result = read(opening, null);
        if (result == null) {
            throw new UnmarshalException("the document's element stands for no object");
        }
        return result;
    }

    /** Reads collected SAX events. */
    @Nullable Object readRoot(CollectedItems items) throws JAXBException {
        return read(() -> new UnmarshalInput(items), null);
    }

    @SuppressWarnings({"unchecked", "NullAway"}) // the codec of a class makes its objects; nil is null
    private <T> JAXBElement<T> as(Opening opening, Class<T> type) throws JAXBException {
        given(type, "type");
        QName[] name = new QName[1];
        boolean[] nil = new boolean[1];
        Object value = read(
                () -> {
                    UnmarshalInput input = opening.open();
                    XmlReader reader = UnmarshalInput.onRoot(input.reader());
                    name[0] = new QName(reader.name().namespace(), reader.name().local(), reader.prefix());
                    return input;
                },
                type);
        nil[0] = value == null;
        JAXBElement<T> element = new JAXBElement<>(name[0], type, (T) value);
        element.setNil(nil[0]);
        return element;
    }

    private @Nullable Object read(Opening opening, @Nullable Class<?> type) throws JAXBException {
        return read(
                () -> schema == null ? opening.open() : Validation.validated(opening.open(), schema, handler),
                type,
                null);
    }

    /**
     * Reads DOM nodes in place; they are validated beforehand.
     *
     * @param type the class to read as; null to determine it by the element's name
     * @param into the object to update; null for a new one
     */
    @Nullable Object read(NodeReader nodes, @Nullable Class<?> type, @Nullable Object into) throws JAXBException {
        return read(
                () -> {
                    if (schema != null) {
                        Validation.check(nodes.node(), schema, handler);
                    }
                    return new UnmarshalInput(nodes);
                },
                type,
                into);
    }

    private @Nullable Object read(Opening opening, @Nullable Class<?> type, @Nullable Object into)
            throws JAXBException {
        UnmarshalOperation operation =
                new UnmarshalOperation(binding, new UnmarshalContext(this, handler, listener, attachments, adapters));
        try (UnmarshalInput input = opening.open()) {
            XmlReader reader = UnmarshalInput.onRoot(input.reader());
            Object result;
            if (into != null) {
                result = into;
                operation.readInto(reader, into);
            } else {
                result = type == null ? operation.readRoot(reader) : operation.readAs(reader, type);
            }
            input.end();
            return result;
        } catch (OperationAborted stopped) {
            throw unmarshalException(stopped.getMessage(), stopped.location(), stopped);
        } catch (StackOverflowError deep) {
            // MAX_DEPTH suits usual threads; this one has a smaller stack, or was already deep in it.
            throw new UnmarshalException("objects are nested too deep for the stack of this thread", deep);
        } catch (XmlException malformed) {
            Throwable source = malformed.getCause();
            if (source instanceof XMLStreamException || source instanceof SAXException) {
                throw new UnmarshalException(source.getMessage(), source);
            }
            if (handler != null) {
                handler.handleEvent(ValidationEvents.event(
                        ValidationEvent.FATAL_ERROR,
                        String.valueOf(malformed.getMessage()),
                        malformed.location(),
                        malformed));
            }
            throw unmarshalException(malformed.getMessage(), malformed.location(), malformed);
        } catch (UncheckedIOException failed) {
            throw new UnmarshalException(failed.getCause());
        } catch (IOException | XMLStreamException | SAXException failed) {
            throw new UnmarshalException(failed);
        } catch (RuntimeException unusable) {
            throw new UnmarshalException(unusable.getMessage(), unusable);
        }
    }

    private static UnmarshalException unmarshalException(
            @Nullable String message, XmlLocation place, RuntimeException cause) {
        SAXParseException located = new SAXParseException(
                message, null, null, (int) Math.min(place.line() == 0 ? -1 : place.line(), Integer.MAX_VALUE), (int)
                        Math.min(place.column() == 0 ? -1 : place.column(), Integer.MAX_VALUE));
        located.initCause(cause);
        return new UnmarshalException(message, located);
    }

    // ---------------------------------------------------------------- settings

    @Override
    public void setEventHandler(@Nullable ValidationEventHandler handler) {
        this.handler = handler;
    }

    @Override
    @SuppressWarnings("NullAway") // the interface lacks @Nullable; null stands for the default handler
    public ValidationEventHandler getEventHandler() {
        ValidationEventHandler known = handler;
        return known != null ? known : event -> event.getSeverity() != ValidationEvent.FATAL_ERROR;
    }

    @Override
    public void setProperty(String name, Object value) throws PropertyException {
        given(name, "name");
        throw new PropertyException(name, value);
    }

    @Override
    public Object getProperty(String name) throws PropertyException {
        throw new PropertyException(given(name, "name"));
    }

    @Override
    public void setSchema(@Nullable Schema schema) {
        this.schema = schema;
    }

    @Override
    public @Nullable Schema getSchema() {
        return schema;
    }

    @Override
    public <A extends XmlAdapter<?, ?>> void setAdapter(A adapter) {
        adapters.set(given(adapter, "adapter").getClass(), adapter);
    }

    @Override
    public <A extends XmlAdapter<?, ?>> void setAdapter(Class<A> type, @Nullable A adapter) {
        if (adapter == null) {
            adapters.remove(given(type, "type"));
        } else {
            adapters.set(given(type, "type"), adapter);
        }
    }

    @Override
    @SuppressWarnings("unchecked") // setAdapter stored it under this class
    public <A extends XmlAdapter<?, ?>> @Nullable A getAdapter(Class<A> type) {
        return (A) adapters.known(given(type, "type"));
    }

    @Override
    public void setAttachmentUnmarshaller(@Nullable AttachmentUnmarshaller attachments) {
        this.attachments = attachments;
    }

    @Override
    public @Nullable AttachmentUnmarshaller getAttachmentUnmarshaller() {
        return attachments;
    }

    @Override
    public void setListener(@Nullable Listener listener) {
        this.listener = listener;
    }

    @Override
    public @Nullable Listener getListener() {
        return listener;
    }
}
