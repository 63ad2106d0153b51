package dev.weir.xml.dtd;

import dev.weir.xml.DtdPolicy;
import dev.weir.xml.ExternalEntities;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * One external subset in place of the DTD of every document that has one, whatever that declares. A document without
 * DOCTYPE is read as it is. Thread-safe.
 */
public final class SubsetOverride implements ExternalEntities {
    private static final String PLACE = "weir:override";

    private final byte[] subset;
    private final @Nullable ExternalEntities others;

    /**
     * @param subset not to be changed any more
     * @param others gives the other entities; null to refuse them
     */
    public SubsetOverride(byte[] subset, @Nullable ExternalEntities others) {
        this.subset = subset;
        this.others = others;
    }

    @Override
    public @Nullable InputStream open(@Nullable String publicId, String systemId) throws IOException {
        return others == null ? null : others.open(publicId, systemId);
    }

    @Override
    public @Nullable InputStream open(String name, @Nullable String publicId, String systemId, @Nullable String base)
            throws IOException {
        if (systemId.equals(PLACE)) {
            return new ByteArrayInputStream(subset);
        }
        if (others == null) {
            throw Dtd.notRead(name, systemId);
        }
        return others.open(name, publicId, systemId, base);
    }

    /** A document's own DTD must be well-formed; only the name and identifiers of its DOCTYPE are kept. */
    static Dtd parse(String declaration, DtdRules rules) {
        DtdPolicy alone = DtdPolicy.resolving(rules.policy().documentUri(), (publicId, uri) -> null)
                .withEntities(rules.policy().entities());
        Dtd own = new Dtd(new DtdRules(rules.edition(), rules.namespaces(), rules.standalone(), alone, rules.limits()));
        new DtdParser(own).parse(declaration);
        Dtd dtd = new Dtd(rules);
        new DtdParser(dtd).parse(" " + own.doctype().name() + " SYSTEM '" + PLACE + "'");
        dtd.doctype = own.doctype();
        // There is nothing that was not read.
        dtd.reachesOutside = false;
        return dtd;
    }
}
