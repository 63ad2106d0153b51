package dev.weir.xml.stax;

import javax.xml.namespace.QName;
import javax.xml.stream.XMLEventFactory;
import javax.xml.stream.events.EntityDeclaration;
import javax.xml.stream.events.EntityReference;
import org.codehaus.stax2.ri.Stax2EventFactoryImpl;
import org.codehaus.stax2.ri.evt.EntityReferenceEventImpl;
import org.jspecify.annotations.Nullable;

/**
 * Makes StAX events of every kind, from parts. The events themselves are those that StAX2 brings along. They are
 * immutable; the factory is for one thread at a time, as {@link #setLocation} says where the next events are.
 */
public final class WeirEventFactory extends Stax2EventFactoryImpl {
    /** The public constructor that {@link XMLEventFactory} asks for. */
    public WeirEventFactory() {}

    @Override
    protected QName createQName(@Nullable String uri, String local) {
        return new QName(uri, local);
    }

    @Override
    protected QName createQName(@Nullable String uri, String local, @Nullable String prefix) {
        return new QName(uri, local, prefix == null ? "" : prefix);
    }

    /** Without a declaration the reference knows its name only. */
    @Override
    public EntityReference createEntityReference(String name, @Nullable EntityDeclaration declaration) {
        return declaration == null
                ? new EntityReferenceEventImpl(mLocation, name)
                : new EntityReferenceEventImpl(mLocation, declaration);
    }
}
