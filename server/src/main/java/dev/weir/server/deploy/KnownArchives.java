package dev.weir.server.deploy;

import dev.weir.composite.assembly.Archive;
import dev.weir.composite.assembly.LocalComposites;
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

    private record Known(Archive archive, String name, String revision) {}

    /** One whose composite.xml cannot be read is known to nobody; deploying it says why. */
    void add(Archive archive) {
        try {
            XmlElement root = XmlElement.parse(archive.read(archive.compositeXml()));
            all.add(new Known(
                    archive,
                    Objects.requireNonNullElse(root.attributeValue("name"), ""),
                    Objects.requireNonNullElse(root.attributeValue("revision"), "1.0")));
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
