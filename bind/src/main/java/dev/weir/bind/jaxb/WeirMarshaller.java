package dev.weir.bind.jaxb;

import static dev.weir.bind.jaxb.RequiredArgument.given;

import dev.weir.bind.binding.Binding;
import dev.weir.bind.binding.MarshalOperation;
import dev.weir.bind.context.Adapters;
import dev.weir.bind.context.MarshalContext;
import dev.weir.bind.context.Prefixes;
import dev.weir.bind.context.ValidationEvents;
import dev.weir.bind.event.DomTarget;
import dev.weir.bind.event.MarkupTarget;
import dev.weir.bind.event.MarshalTarget;
import dev.weir.bind.event.SaxHandlerTarget;
import dev.weir.bind.event.StaxEventTarget;
import dev.weir.bind.event.StaxStreamTarget;
import dev.weir.bind.event.TargetWriter;
import dev.weir.bind.event.TeeWriter;
import dev.weir.bind.item.DomCopy;
import dev.weir.xml.XmlDeclaration;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLocation;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlWriter;
import dev.weir.xml.tree.XmlTreeWriter;
import dev.weir.xml.writer.WriteOptions;
import dev.weir.xml.writer.XmlWriters;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.MarshalException;
import jakarta.xml.bind.Marshaller;
import jakarta.xml.bind.PropertyException;
import jakarta.xml.bind.ValidationEvent;
import jakarta.xml.bind.ValidationEventHandler;
import jakarta.xml.bind.annotation.adapters.XmlAdapter;
import jakarta.xml.bind.attachment.AttachmentMarshaller;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.Charset;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import javax.xml.namespace.NamespaceContext;
import javax.xml.stream.XMLEventWriter;
import javax.xml.stream.XMLStreamWriter;
import javax.xml.transform.Result;
import javax.xml.transform.dom.DOMResult;
import javax.xml.transform.sax.SAXResult;
import javax.xml.transform.stax.StAXResult;
import javax.xml.transform.stream.StreamResult;
import javax.xml.validation.Schema;
import javax.xml.validation.ValidatorHandler;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Node;
import org.xml.sax.ContentHandler;

/**
 * Writes documents while traversing the objects; if a schema is set, each item is validated as it is written. For one
 * thread.
 */
final class WeirMarshaller implements Marshaller {
    /** The prefixes of the reference implementation's own properties, in all of its versions. */
    static final String[] OWN = {"org.glassfish.jaxb.", "com.sun.xml.bind."};

    private static final String INDENT = "    ";

    private final Binding binding;
    private final Adapters adapters = new Adapters();
    private final Map<String, Object> own = new HashMap<>();
    private String encoding = "UTF-8";
    private boolean formatted;
    private boolean fragment;
    private @Nullable String schemaLocation;
    private @Nullable String noNamespaceSchemaLocation;
    private @Nullable ValidationEventHandler handler;
    private @Nullable Listener listener;
    private @Nullable AttachmentMarshaller attachments;
    private @Nullable Schema schema;
    private Prefixes prefixes;
    private MarkupTarget.@Nullable Escape escape;

    WeirMarshaller(Binding binding) {
        this.binding = binding;
        this.prefixes = binding.prefixes();
    }

    static Marshaller of(Binding binding) {
        return new WeirMarshaller(binding);
    }

    // ---------------------------------------------------------------- every target

    @Override
    public void marshal(Object object, OutputStream out) throws JAXBException {
        given(out, "out");
        if (escape != null) {
            escaped(object, new OutputStreamWriter(out, charset()), escape);
        } else if (Boolean.TRUE.equals(own.get("c14n"))) {
            document(object, () -> XmlWriters.openCanonical(out, true), false);
        } else {
            document(object, () -> XmlWriters.open(out, options()), true);
        }
    }

    private Charset charset() throws JAXBException {
        try {
            return Charset.forName(encoding);
        } catch (IllegalArgumentException unknown) {
            throw new MarshalException("the encoding is not known: " + encoding, unknown);
        }
    }

    @Override
    public void marshal(Object object, Writer out) throws JAXBException {
        given(out, "out");
        if (escape != null) {
            escaped(object, out, escape);
        } else {
            document(object, () -> XmlWriters.open(out, options()), true);
        }
    }

    @Override
    public void marshal(Object object, File file) throws JAXBException {
        given(object, "object");
        try (OutputStream out = Files.newOutputStream(given(file, "file").toPath())) {
            marshal(object, out);
        } catch (IOException failed) {
            throw new MarshalException(failed);
        }
    }

    @Override
    public void marshal(Object object, Result result) throws JAXBException {
        given(result, "result");
        if (result instanceof StreamResult stream) {
            toStream(object, stream);
        } else if (result instanceof DOMResult dom) {
            Node node = dom.getNode();
            if (node == null) {
                node = DomCopy.newDocument();
                dom.setNode(node);
            }
            marshal(object, node);
        } else if (result instanceof SAXResult sax && sax.getHandler() != null) {
            write(object, new SaxHandlerTarget(sax.getHandler(), sax.getLexicalHandler()), null);
        } else if (result instanceof StAXResult stax) {
            if (stax.getXMLStreamWriter() != null) {
                marshal(object, stax.getXMLStreamWriter());
            } else {
                marshal(object, stax.getXMLEventWriter());
            }
        } else {
            throw new MarshalException("a result of this type cannot be written: " + result);
        }
    }

    private void toStream(Object object, StreamResult result) throws JAXBException {
        if (result.getOutputStream() != null) {
            marshal(object, result.getOutputStream());
        } else if (result.getWriter() != null) {
            marshal(object, result.getWriter());
        } else if (result.getSystemId() != null) {
            marshal(object, file(result.getSystemId()));
        } else {
            throw new MarshalException("a result must have a stream, a writer or a system id");
        }
    }

    /** A system id that is not a URI is a file name. */
    private static File file(String systemId) throws JAXBException {
        try {
            URI uri = new URI(systemId);
            return uri.isAbsolute() ? Path.of(uri).toFile() : new File(systemId);
        } catch (URISyntaxException name) {
            return new File(systemId);
        } catch (IllegalArgumentException | FileSystemNotFoundException unusable) {
            throw new MarshalException("the system id does not name a file: " + systemId, unusable);
        }
    }

    @Override
    public void marshal(Object object, ContentHandler target) throws JAXBException {
        given(target, "target");
        write(object, new SaxHandlerTarget(target, null), null);
    }

    @Override
    public void marshal(Object object, Node node) throws JAXBException {
        given(node, "node");
        write(object, new DomTarget(node), null);
    }

    @Override
    public void marshal(Object object, XMLStreamWriter out) throws JAXBException {
        given(out, "out");
        NamespaceContext around = out.getNamespaceContext();
        write(object, new StaxStreamTarget(out), around == null ? null : around.getNamespaceURI(""));
    }

    @Override
    public void marshal(Object object, XMLEventWriter out) throws JAXBException {
        given(out, "out");
        NamespaceContext around = out.getNamespaceContext();
        write(object, new StaxEventTarget(out), around == null ? null : around.getNamespaceURI(""));
    }

    @Override
    public Node getNode(Object object) {
        throw new UnsupportedOperationException("there is no live DOM view; marshal into a node instead");
    }

    // ---------------------------------------------------------------- writing

    private WriteOptions options() {
        WriteOptions options = WriteOptions.DEFAULT.withEncoding(encoding);
        if (!formatted) {
            return options;
        }
        return options.withIndent(indent());
    }

    private String indent() {
        Object indent = own.get("indentString");
        return indent == null ? INDENT : indent.toString();
    }

    private boolean isDeclared() {
        return !fragment && !Boolean.FALSE.equals(own.get("xmlDeclaration"));
    }

    /** Writes text and attribute values escaped by the escape handler. */
    private void escaped(Object object, Writer out, MarkupTarget.Escape by) throws JAXBException {
        given(object, "object");
        try {
            if (isDeclared()) {
                out.write("<?xml version=\"1.0\" encoding=\"" + encoding + "\" standalone=\"yes\"?>");
                out.write(Objects.toString(own.get("xmlHeaders"), ""));
                if (formatted) {
                    out.write('\n');
                }
            }
        } catch (IOException failed) {
            throw new MarshalException(failed);
        }
        write(object, new MarkupTarget(out, by, formatted ? indent() : null), null);
    }

    /** @param opening throws if the encoding is unknown */
    private void document(Object object, Supplier<XmlWriter> opening, boolean mayDeclare) throws JAXBException {
        given(object, "object");
        try (XmlWriter writer = opening.get()) {
            if (mayDeclare && isDeclared()) {
                writer.startDocument(new XmlDeclaration("1.0", encoding, true));
                Object headers = own.get("xmlHeaders");
                if (headers != null) {
                    writer.raw(headers.toString());
                }
            }
            write(object, writer);
            writer.endDocument();
        } catch (XmlException | UncheckedIOException | TargetWriter.Refused failed) {
            throw marshalException(failed);
        }
    }

    /** @param outer the default namespace of the enclosing document; null for none */
    private void write(Object object, MarshalTarget<?> target, @Nullable String outer) throws JAXBException {
        given(object, "object");
        try (TargetWriter writer = new TargetWriter(target, outer)) {
            if (!fragment) {
                writer.startDocument();
            }
            write(object, writer);
            if (!fragment) {
                writer.endDocument();
            }
            writer.flush();
        } catch (XmlException | UncheckedIOException | TargetWriter.Refused failed) {
            throw marshalException(failed);
        }
    }

    /** Writes the object's element to an empty tree. */
    void tree(Object object, XmlTreeWriter tree) throws JAXBException {
        try {
            write(object, tree);
        } catch (XmlException | UncheckedIOException | TargetWriter.Refused failed) {
            throw marshalException(failed);
        }
    }

    /** Writes the object's element; if a schema is set, each item is validated before it is written. */
    private void write(Object object, XmlWriter writer) throws JAXBException {
        if (schema == null) {
            write(object, context(listener), writer);
            return;
        }
        ValidatorHandler validator = schema.newValidatorHandler();
        try (TargetWriter checked = new TargetWriter(new SaxHandlerTarget(validator, null))) {
            MarshalContext context = context(new Settling(checked, listener));
            validator.setErrorHandler(new Validation(handler, () -> {
                Object innermost = context.innermost();
                return innermost == null ? object : innermost;
            }));
            checked.startDocument();
            write(object, context, new TeeWriter(checked, writer));
            checked.endDocument();
        }
    }

    private MarshalContext context(@Nullable Listener notified) {
        return new MarshalContext(this, notified, attachments, adapters, prefixes);
    }

    /**
     * Flushes the start tag of an object without content before the object is left, so that errors in its attributes
     * are reported for that object.
     */
    private static final class Settling extends Listener {
        private final TargetWriter checked;
        private final @Nullable Listener next;

        Settling(TargetWriter checked, @Nullable Listener next) {
            this.checked = checked;
            this.next = next;
        }

        @Override
        public void beforeMarshal(Object source) {
            if (next != null) {
                next.beforeMarshal(source);
            }
        }

        @Override
        public void afterMarshal(Object source) {
            checked.flushPendingTag();
            if (next != null) {
                next.afterMarshal(source);
            }
        }
    }

    private void write(Object object, MarshalContext context, XmlWriter writer) throws JAXBException {
        Map<XmlName, String> attributes = new LinkedHashMap<>();
        if (schemaLocation != null) {
            attributes.put(XmlName.of(XSI, "schemaLocation"), schemaLocation);
        }
        if (noNamespaceSchemaLocation != null) {
            attributes.put(XmlName.of(XSI, "noNamespaceSchemaLocation"), noNamespaceSchemaLocation);
        }
        try {
            if (!new MarshalOperation(binding, context).writeRoot(object, writer, attributes)) {
                throw new IllegalArgumentException(
                        binding.model().nearest(object.getClass()) == null
                                ? object.getClass().getName() + " is not known to this context"
                                : "unable to marshal type \""
                                        + object.getClass().getName()
                                        + "\" as an element because it is missing an @XmlRootElement annotation");
            }
        } catch (StackOverflowError deep) {
            throw new MarshalException("objects are nested too deep for the stack of this thread", deep);
        } catch (XmlException | UncheckedIOException | TargetWriter.Refused failed) {
            throw failed;
        } catch (RuntimeException unusable) {
            if (handler != null) {
                handler.handleEvent(ValidationEvents.event(
                        ValidationEvent.FATAL_ERROR,
                        String.valueOf(unusable.getMessage()),
                        XmlLocation.NONE,
                        unusable));
            }
            throw new MarshalException(unusable.getMessage(), unusable);
        }
    }

    /** Wraps a failure, whose message and exception it takes over. */
    private static MarshalException marshalException(RuntimeException failed) {
        Throwable cause =
                failed instanceof XmlException ? failed : Objects.requireNonNull(failed.getCause(), "a cause");
        return new MarshalException(cause.getMessage(), cause);
    }

    private static final String XSI = "http://www.w3.org/2001/XMLSchema-instance";

    // ---------------------------------------------------------------- settings

    @Override
    public void setProperty(String name, @Nullable Object value) throws PropertyException {
        given(name, "name");
        switch (name) {
            case JAXB_ENCODING -> encoding = value == null ? "UTF-8" : require(name, value, String.class);
            case JAXB_FORMATTED_OUTPUT -> formatted = require(name, value, Boolean.class);
            case JAXB_FRAGMENT -> fragment = require(name, value, Boolean.class);
            case JAXB_SCHEMA_LOCATION -> schemaLocation = value == null ? null : require(name, value, String.class);
            case JAXB_NO_NAMESPACE_SCHEMA_LOCATION ->
                noNamespaceSchemaLocation = value == null ? null : require(name, value, String.class);
            default -> setOwn(name, value);
        }
    }

    private static <T> T require(String name, @Nullable Object value, Class<T> type) throws PropertyException {
        if (!type.isInstance(value)) {
            throw new PropertyException(name + " must be a " + type.getSimpleName() + ": " + value);
        }
        return type.cast(value);
    }

    private void setOwn(String name, @Nullable Object value) throws PropertyException {
        String local = ownName(name);
        switch (local == null ? "" : local) {
            case "namespacePrefixMapper" ->
                prefixes = value == null
                        ? binding.prefixes()
                        : binding.prefixes((uri, hint) -> preferred(value, uri, hint));
            case "characterEscapeHandler" -> escape = value == null ? null : EscapeHandler.of(name, value);
            case "indentString", "xmlHeaders" -> {
                if (value != null) {
                    require(name, value, String.class);
                }
            }
            case "xmlDeclaration", "c14n" -> require(name, value, Boolean.class);
            case "objectIdentityCycleDetection" -> {
                if (!require(name, value, Boolean.class)) {
                    throw new PropertyException(name + " must be true: objects are distinguished by identity");
                }
            }
            default -> throw new PropertyException(name, value);
        }
        if (value == null) {
            own.remove(local);
        } else {
            own.put(Objects.requireNonNull(local), value);
        }
    }

    /** The local part of a supported own property's name; null for unknown properties. */
    private static @Nullable String ownName(String name) {
        for (String prefix : OWN) {
            if (name.startsWith(prefix)) {
                String local = name.substring(prefix.length());
                return switch (local) {
                    case "namespacePrefixMapper",
                            "characterEscapeHandler",
                            "indentString",
                            "xmlHeaders",
                            "xmlDeclaration",
                            "c14n" -> local;
                    case "core.marshaller.CharacterEscapeHandler", "marshaller.CharacterEscapeHandler" ->
                        "characterEscapeHandler";
                    // The second spelling is a typing error in the reference implementation.
                    case "objectIdentityCycleDetection", "objectIdentitityCycleDetection" ->
                        "objectIdentityCycleDetection";
                    default -> null;
                };
            }
        }
        return null;
    }

    /** Calls a prefix mapper of the reference implementation, whose class need not be on the class path. */
    private static @Nullable String preferred(Object mapper, String uri, String hint) {
        try {
            Method method =
                    mapper.getClass().getMethod("getPreferredPrefix", String.class, String.class, boolean.class);
            method.setAccessible(true);
            return (String) method.invoke(mapper, uri, hint, false);
        } catch (ReflectiveOperationException unusable) {
            throw new IllegalArgumentException(
                    "a prefix mapper must have a method getPreferredPrefix(String, String, boolean): "
                            + mapper.getClass().getName(),
                    unusable);
        }
    }

    @Override
    public @Nullable Object getProperty(String name) throws PropertyException {
        given(name, "name");
        switch (name) {
            case JAXB_ENCODING -> {
                return encoding;
            }
            case JAXB_FORMATTED_OUTPUT -> {
                return formatted;
            }
            case JAXB_FRAGMENT -> {
                return fragment;
            }
            case JAXB_SCHEMA_LOCATION -> {
                return schemaLocation;
            }
            case JAXB_NO_NAMESPACE_SCHEMA_LOCATION -> {
                return noNamespaceSchemaLocation;
            }
            default -> {
                String local = ownName(name);
                if (local == null) {
                    throw new PropertyException(name);
                }
                return local.equals("indentString") ? indent() : own.get(local);
            }
        }
    }

    @Override
    public void setEventHandler(@Nullable ValidationEventHandler handler) {
        this.handler = handler;
    }

    @Override
    public ValidationEventHandler getEventHandler() {
        ValidationEventHandler known = handler;
        return known != null ? known : event -> false;
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
    public void setAttachmentMarshaller(@Nullable AttachmentMarshaller attachments) {
        this.attachments = attachments;
    }

    @Override
    public @Nullable AttachmentMarshaller getAttachmentMarshaller() {
        return attachments;
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
    public void setListener(@Nullable Listener listener) {
        this.listener = listener;
    }

    @Override
    public @Nullable Listener getListener() {
        return listener;
    }
}
