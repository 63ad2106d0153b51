package dev.weir.xml.stax;

import dev.weir.xml.dtd.Declaration;
import dev.weir.xml.dtd.Dtd;
import dev.weir.xml.dtd.EntityDeclaration;
import dev.weir.xml.dtd.NotationDeclaration;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.Location;
import javax.xml.stream.events.EntityReference;
import org.codehaus.stax2.ri.evt.DTDEventImpl;
import org.codehaus.stax2.ri.evt.EntityDeclarationEventImpl;
import org.codehaus.stax2.ri.evt.EntityReferenceEventImpl;
import org.codehaus.stax2.ri.evt.NotationDeclarationEventImpl;
import org.jspecify.annotations.Nullable;

/** The StAX event for a DTD, with the general entities and the notations that it declares. */
final class DtdEvents extends DTDEventImpl {
    private final List<javax.xml.stream.events.EntityDeclaration> entities;
    private final List<javax.xml.stream.events.NotationDeclaration> notations;

    DtdEvents(UntypedStreamReader cursor, Location at) {
        super(
                at,
                cursor.getDTDRootName(),
                cursor.getDTDSystemId(),
                cursor.getDTDPublicId(),
                cursor.getDTDInternalSubset(),
                null);
        this.entities = entities(cursor);
        this.notations = notations(cursor);
    }

    @Override
    public List<javax.xml.stream.events.EntityDeclaration> getEntities() {
        return entities;
    }

    @Override
    public List<javax.xml.stream.events.NotationDeclaration> getNotations() {
        return notations;
    }

    static List<javax.xml.stream.events.EntityDeclaration> entities(UntypedStreamReader cursor) {
        List<javax.xml.stream.events.EntityDeclaration> all = new ArrayList<>();
        Dtd dtd = cursor.declarations();
        if (dtd != null) {
            Location at = cursor.getLocation();
            for (Declaration declaration : dtd.declarations()) {
                if (declaration instanceof EntityDeclaration entity && !entity.parameter()) {
                    all.add(new Entity(entity, at));
                }
            }
        }
        return all;
    }

    static List<javax.xml.stream.events.NotationDeclaration> notations(UntypedStreamReader cursor) {
        List<javax.xml.stream.events.NotationDeclaration> all = new ArrayList<>();
        Dtd dtd = cursor.declarations();
        if (dtd != null) {
            Location at = cursor.getLocation();
            dtd.notations().forEach(notation -> all.add(new Notation(notation, at)));
        }
        return all;
    }

    static EntityReference reference(UntypedStreamReader cursor, Location at) {
        String name = cursor.getLocalName();
        Dtd dtd = cursor.declarations();
        EntityDeclaration declared = dtd == null ? null : dtd.entity(name);
        return declared == null
                ? new EntityReferenceEventImpl(at, name)
                : new EntityReferenceEventImpl(at, new Entity(declared, at));
    }

    private static final class Entity extends EntityDeclarationEventImpl {
        private final EntityDeclaration declared;

        Entity(EntityDeclaration declared, Location at) {
            super(at, declared.name());
            this.declared = declared;
        }

        @Override
        public @Nullable String getBaseURI() {
            return declared.base();
        }

        @Override
        public @Nullable String getNotationName() {
            return declared.notation();
        }

        @Override
        public @Nullable String getPublicId() {
            return declared.publicId();
        }

        @Override
        public @Nullable String getSystemId() {
            return declared.systemId();
        }

        @Override
        public @Nullable String getReplacementText() {
            return declared.text();
        }
    }

    private static final class Notation extends NotationDeclarationEventImpl {
        private final NotationDeclaration declared;

        Notation(NotationDeclaration declared, Location at) {
            super(at, declared.name(), declared.publicId(), declared.systemId());
            this.declared = declared;
        }

        @Override
        public String getBaseURI() {
            String base = declared.base();
            return base == null ? super.getBaseURI() : base;
        }
    }
}
