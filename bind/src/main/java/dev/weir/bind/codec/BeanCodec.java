package dev.weir.bind.codec;

import dev.weir.bind.compile.CodecGenerator;
import dev.weir.bind.context.BeanProperties;
import dev.weir.bind.context.ConstructorArguments;
import dev.weir.bind.context.MarshalContext;
import dev.weir.bind.context.UnmarshalContext;
import dev.weir.bind.interpret.InterpretedCodec;
import dev.weir.bind.model.BoundClass;
import dev.weir.bind.model.Property;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes the objects of one class. There are two implementations with the same behaviour: {@link
 * InterpretedCodec}, and the hidden classes that {@link CodecGenerator} generates. Thread-safe.
 */
public abstract class BeanCodec extends BeanProperties {
    public BeanCodec(BoundClass bound) {
        super(bound);
    }

    /** Creates an object from the content of the current element; leaves the reader on the end of that element. */
    public abstract Object read(XmlReader reader, UnmarshalContext in, @Nullable Object parent);

    /**
     * Like {@link #read}, for a class whose constructor takes the values: the object is created when they have been
     * read.
     */
    public final Object construct(XmlReader reader, UnmarshalContext in, @Nullable Object parent) {
        ConstructorArguments arguments = newArguments();
        in.enterArguments(this);
        Object bean;
        try {
            readInto(arguments, reader, in);
            bean = create(arguments);
        } catch (RuntimeException refused) {
            in.leaveArguments();
            throw refused;
        }
        List<Property> properties = bound().properties();
        for (int i = 0; i < properties.size(); i++) {
            if (properties.get(i).id()) {
                in.id(get(bean, i), bean);
            }
        }
        in.leave(bean, parent, this);
        return bean;
    }

    /** Reads into an existing object, or into the arguments of its constructor. */
    public abstract void readInto(Object bean, XmlReader reader, UnmarshalContext in);

    /** Writes attributes and content into an element whose start tag is open. */
    public abstract void write(Object bean, XmlWriter writer, MarshalContext out);

    /** For generated code: the name of the element that starts; null where none does. */
    public static @Nullable XmlName startedElement(XmlEvent event, XmlReader reader) {
        return event == XmlEvent.START_ELEMENT ? reader.name() : null;
    }
}
