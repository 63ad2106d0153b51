package dev.weir.bind.item;

import dev.weir.bind.codec.CodecRegistry;
import dev.weir.bind.codec.ItemCodec;
import dev.weir.bind.codec.RootElement;
import dev.weir.bind.context.MarshalContext;
import dev.weir.bind.context.UnmarshalContext;
import dev.weir.bind.model.Wildcard;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import dev.weir.xml.transform.SourceCopy;
import dev.weir.xml.transform.XmlSaxSource;
import jakarta.xml.bind.annotation.DomHandler;
import jakarta.xml.bind.annotation.W3CDomHandler;
import jakarta.xml.bind.helpers.DefaultValidationEventHandler;
import java.lang.reflect.Constructor;
import javax.xml.transform.Result;
import javax.xml.transform.Source;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Node;

/** Any element (XmlAnyElement): an object if the element is known and lax is set, else the result of a DomHandler. */
public final class WildcardItem extends ItemCodec {
    private final boolean lax;
    private final CodecRegistry registry;
    private final @Nullable DomHandler<Object, Result> handler;

    public WildcardItem(Wildcard wildcard, CodecRegistry registry) {
        this.registry = registry;
        this.lax = wildcard.lax();
        this.handler = wildcard.handler() == W3CDomHandler.class ? null : make(wildcard.handler());
    }

    @SuppressWarnings("unchecked") // the handler determines the types of its own arguments
    private static DomHandler<Object, Result> make(Class<? extends DomHandler<?, ?>> type) {
        try {
            Constructor<? extends DomHandler<?, ?>> constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            return (DomHandler<Object, Result>) constructor.newInstance();
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(
                    "the DomHandler " + type.getName() + " must have a constructor without parameters", impossible);
        }
    }

    @Override
    public @Nullable Object read(XmlReader reader, UnmarshalContext in, @Nullable Object parent) {
        RootElement known = lax ? registry.root(reader.name()) : null;
        if (known != null) {
            return known.read(reader, in, parent);
        }
        if (handler == null) {
            return DomCopy.read(reader);
        }
        Result result = handler.createUnmarshaller(new DefaultValidationEventHandler());
        transform(new XmlSaxSource(reader), result);
        return handler.getElement(result);
    }

    @Override
    public void write(Object value, XmlWriter writer, MarshalContext out) {
        if (value instanceof Node node) {
            DomCopy.write(node, writer);
        } else if (handler != null) {
            write(handler.marshal(value, new DefaultValidationEventHandler()), writer);
        } else {
            throw new IllegalArgumentException(value.getClass().getName()
                    + " is neither a node nor an object with a root element, so it cannot stand for any element");
        }
    }

    private static void transform(Source source, Result result) {
        try {
            Transformer identity = TransformerFactory.newDefaultInstance().newTransformer();
            identity.transform(source, result);
        } catch (TransformerException failed) {
            throw handlerFailed(failed);
        }
    }

    private static void write(Source source, XmlWriter writer) {
        try {
            SourceCopy.copy(source, writer);
        } catch (XmlException failed) {
            throw handlerFailed(failed);
        }
    }

    private static IllegalArgumentException handlerFailed(Exception failure) {
        return new IllegalArgumentException("a DomHandler has failed: " + failure.getMessage(), failure);
    }
}
