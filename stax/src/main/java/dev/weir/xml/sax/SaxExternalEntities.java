package dev.weir.xml.sax;

import dev.weir.xml.ExternalEntities;
import dev.weir.xml.push.SaxHandlers;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.xml.sax.EntityResolver;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.ext.EntityResolver2;

/**
 * Resolves the external entities of a document. A feature that was set to false skips entities of its kind. Otherwise
 * the resolver is asked. An entity that it does not resolve is fetched where the feature was set to true, or where
 * {@code ACCESS_EXTERNAL_DTD} allows the protocol; else the document is refused.
 */
final class SaxExternalEntities implements ExternalEntities {
    static final String SUBSET = "[dtd]";

    private final SaxSettings settings;
    private final SaxHandlers handlers;
    private final List<String> leftOutOfDtd = new ArrayList<>();

    SaxExternalEntities(SaxSettings settings, SaxHandlers handlers) {
        this.settings = settings;
        this.handlers = handlers;
    }

    /** Resets the state for the next document. */
    void begin() {
        leftOutOfDtd.clear();
    }

    /** The names of the parameter entities, and of the external subset, that were skipped in the document's DTD. */
    List<String> leftOutOfDtd() {
        return leftOutOfDtd;
    }

    @Override
    public @Nullable InputStream open(@Nullable String publicId, String systemId) throws IOException {
        return open("", publicId, systemId, null);
    }

    @Override
    public @Nullable InputStream open(String name, @Nullable String publicId, String systemId, @Nullable String baseUri)
            throws IOException {
        String feature = feature(name);
        Boolean wanted = wanted(name);
        if (wanted != null && !wanted) {
            if (!feature.equals(SaxSettings.GENERAL_ENTITIES)) {
                leftOutOfDtd.add(name);
            }
            return null;
        }
        InputSource given = resolved(name, publicId, baseUri, systemId);
        if (given != null) {
            return SystemId.entity(given);
        }
        URL url = SystemId.url(systemId);
        String protocol = SystemId.protocol(url);
        Boolean allowed = settings.allowsProtocol(protocol);
        boolean open = wanted != null || settings.is(feature);
        if (allowed == null ? !open : !allowed) {
            throw new EntityRefusedException("the external entity " + systemId + " is not read: "
                    + (allowed == null
                            ? "set the feature " + feature + " to true to read it, to false to leave it out, or set an"
                                    + " EntityResolver"
                            : "the property accessExternalDTD does not allow " + protocol));
        }
        return url.openStream();
    }

    @Override
    public @Nullable Subset subset(String root, @Nullable String base) throws IOException {
        boolean leftOut = Boolean.FALSE.equals(wanted(SUBSET));
        if (leftOut
                || !settings.is(SaxSettings.USE_ENTITY_RESOLVER2)
                || !(handlers.resolver instanceof EntityResolver2 resolver)) {
            return null;
        }
        InputSource given;
        try {
            given = resolver.getExternalSubset(root, base);
        } catch (SAXException failure) {
            throw new HandlerException(failure);
        }
        return given == null ? null : new Subset(given.getPublicId(), given.getSystemId(), SystemId.entity(given));
    }

    /** The feature for this kind of entity as the caller set it; null when the caller did not set it. */
    private @Nullable Boolean wanted(String name) {
        Boolean wanted = settings.said(feature(name));
        return wanted == null && name.equals(SUBSET) ? settings.said(SaxSettings.PARAMETER_ENTITIES) : wanted;
    }

    private static String feature(String name) {
        if (name.equals(SUBSET)) {
            return SaxSettings.LOAD_EXTERNAL_DTD;
        }
        return name.startsWith("%") ? SaxSettings.PARAMETER_ENTITIES : SaxSettings.GENERAL_ENTITIES;
    }

    private @Nullable InputSource resolved(
            String name, @Nullable String publicId, @Nullable String baseUri, String systemId) throws IOException {
        EntityResolver resolver = handlers.resolver;
        if (resolver == null) {
            return null;
        }
        try {
            return resolver instanceof EntityResolver2 more && settings.is(SaxSettings.USE_ENTITY_RESOLVER2)
                    ? more.resolveEntity(name, publicId, baseUri, systemId)
                    : resolver.resolveEntity(publicId, systemId);
        } catch (SAXException failure) {
            throw new HandlerException(failure);
        }
    }
}
