package dev.weir.server.deploy;

import dev.weir.composite.assembly.Archive;
import dev.weir.composite.assembly.LocalComposites;
import dev.weir.store.CompositeRevision;
import dev.weir.wsdl.WsdlException;
import dev.weir.xml.XmlException;
import dev.weir.xml.tree.XmlElement;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** The composites of this server whose documents others may refer to, deployed or about to be. Thread-safe. */
final class KnownArchives implements LocalComposites.Lookup {
    private final List<Known> all = new CopyOnWriteArrayList<>();

    /** @param servedAs null for one that is not deployed, or not yet */
    private record Known(
            Archive archive,
            String name,
            String revision,
            @Nullable CompositeRevision servedAs) {
        boolean serves(CompositeRevision deployed) {
            return deployed.equals(servedAs);
        }
    }

    /** One whose composite.xml cannot be read is known to nobody; deploying it says why. */
    void add(Archive archive) {
        try {
            XmlElement root = XmlElement.parse(archive.read(archive.compositeXml()));
            all.add(new Known(
                    archive,
                    Objects.requireNonNullElse(root.attributeValue("name"), ""),
                    Objects.requireNonNullElse(root.attributeValue("revision"), "1.0"),
                    null));
        } catch (WsdlException | XmlException e) {
            System.getLogger(KnownArchives.class.getName())
                    .log(System.Logger.Level.DEBUG, "no documents of " + archive, e);
        }
    }

    /** {@code Orders!1.0}; null where its composite.xml cannot be read. */
    @Nullable String nameOf(Archive archive) {
        for (Known known : all) {
            if (known.archive() == archive) {
                return known.name() + "!" + known.revision();
            }
        }
        return null;
    }

    /** Says that a revision is served from an archive; the one that it was served from before is known no more. */
    void served(CompositeRevision deployed, Archive archive) {
        all.removeIf(known -> known.serves(deployed) && known.archive() != archive);
        all.replaceAll(known ->
                known.archive() == archive ? new Known(archive, known.name(), known.revision(), deployed) : known);
    }

    /** A revision is deployed no more. */
    void undeployed(CompositeRevision deployed) {
        all.removeIf(known -> known.serves(deployed));
    }

    void remove(Archive archive) {
        all.removeIf(known -> known.archive() == archive);
    }

    @Override
    public @Nullable Archive find(String partition, String composite, @Nullable String revision) {
        for (Known known : all) {
            if (composite.equals(known.name()) && (revision == null || revision.equals(known.revision()))) {
                return known.archive();
            }
        }
        return null;
    }
}
