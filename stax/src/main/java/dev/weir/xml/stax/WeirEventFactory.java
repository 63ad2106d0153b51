package dev.weir.xml.stax;

import javax.xml.namespace.QName;
import javax.xml.stream.XMLEventFactory;
import javax.xml.stream.events.EntityDeclaration;
import javax.xml.stream.events.EntityReference;
import org.codehaus.stax2.ri.Stax2EventFactoryImpl;
import org.codehaus.stax2.ri.evt.EntityReferenceEventImpl;
import org.jspecify.annotations.Nullable;

/**
 * Creates StAX events of every kind from their parts. The event classes are those of the StAX2 reference
 * implementation. Events are immutable; the factory must be used by one thread at a time, because {@link #setLocation}
 * sets the location of the following events.
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

    /** Without a declaration the reference has only a name. */
    @Override
    public EntityReference createEntityReference(String name, @Nullable EntityDeclaration declaration) {
        return declaration == null
                ? new EntityReferenceEventImpl(mLocation, name)
                : new EntityReferenceEventImpl(mLocation, declaration);
    }
}
