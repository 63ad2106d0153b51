package dev.weir.xml.dtd;

import dev.weir.xml.ExternalEntities;
import dev.weir.xml.XmlLimits;
import dev.weir.xml.lexical.Edition;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keeps external subsets as parsed, so that many documents of one vocabulary read it once. Thread-safe. The subsets used
 * least recently are forgotten first.
 *
 * <p>A subset is kept only of a document whose internal subset declares nothing, and used only where the internal subset
 * cannot change the external one's declarations: it declares no parameter entities, and general entities only where no
 * default value of the external subset refers to one. The cost of the subset is charged to each document that uses it. Its
 * content models are compiled once, when the first document is validated.
 */
public final class DtdCache {
    private final Map<Key, Subset> subsets;

    private record Key(
            @Nullable String publicId,
            String uri,
            Edition edition,
            boolean namespaces,
            boolean standalone,
            XmlLimits limits) {}

    /** The declarations of one external subset. */
    record Subset(
            List<Declaration> declarations,
            ContentModels models,
            List<String> notes,
            boolean usesEntities,
            Amplification.Cost cost) {}

    /** A function that finds entities, and the cache to ask before it. */
    private record Cached(ExternalEntities entities, DtdCache cache) implements ExternalEntities {
        @Override
        public @Nullable InputStream open(@Nullable String publicId, String systemId) throws IOException {
            return entities.open(publicId, systemId);
        }

        @Override
        public @Nullable InputStream open(
                String name, @Nullable String publicId, String systemId, @Nullable String base) throws IOException {
            return entities.open(name, publicId, systemId, base);
        }

        @Override
        public ExternalEntities.@Nullable Subset subset(String root, @Nullable String base) throws IOException {
            return entities.subset(root, base);
        }
    }

    public DtdCache(int most) {
        this.subsets = new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<Key, Subset> eldest) {
                return size() > most;
            }
        };
    }

    /** The same function, for a {@link dev.weir.xml.DtdPolicy} whose external subsets are kept here. */
    public ExternalEntities around(ExternalEntities entities) {
        return new Cached(entities, this);
    }

    /** The function itself, without the cache around it. */
    static @Nullable ExternalEntities source(@Nullable ExternalEntities entities) {
        return entities instanceof Cached cached ? cached.entities : entities;
    }

    /** The cache that a document's policy names; null for none. */
    static @Nullable DtdCache of(Dtd dtd) {
        return dtd.policy.external() instanceof Cached cached ? cached.cache : null;
    }

    private static Key key(Dtd dtd, @Nullable String publicId, String uri) {
        DtdRules rules = dtd.rules;
        return new Key(publicId, uri, rules.edition(), rules.namespaces(), rules.standalone(), rules.limits());
    }

    @Nullable Subset find(Dtd dtd, @Nullable String publicId, String uri) {
        synchronized (subsets) {
            return subsets.get(key(dtd, publicId, uri));
        }
    }

    void keep(Dtd dtd, @Nullable String publicId, String uri, Subset subset) {
        synchronized (subsets) {
            subsets.put(key(dtd, publicId, uri), subset);
        }
    }
}
