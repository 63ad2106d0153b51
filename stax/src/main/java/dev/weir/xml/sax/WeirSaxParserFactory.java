package dev.weir.xml.sax;

import javax.xml.parsers.SAXParser;
import javax.xml.parsers.SAXParserFactory;
import javax.xml.validation.Schema;
import org.jspecify.annotations.Nullable;
import org.xml.sax.SAXNotRecognizedException;
import org.xml.sax.SAXNotSupportedException;

/**
 * JAXP's factory for {@link WeirSaxReader}s, found by ServiceLoader and by name. As JAXP specifies, its parsers are not
 * namespace-aware by default. A factory must be configured by one thread at a time; once configured it is thread-safe.
 */
public final class WeirSaxParserFactory extends SAXParserFactory {
    private final SaxSettings settings = new SaxSettings();
    private @Nullable Schema schema;

    /** The initial settings of the parser created last, reused for the next one; null after a change. */
    private volatile @Nullable SaxSettings latest;

    /** Called by ServiceLoader and by JAXP's lookup of factories by class name. */
    public WeirSaxParserFactory() {}

    @Override
    public SAXParser newSAXParser() {
        SaxSettings own = latest;
        if (own == null
                || own.is(SaxSettings.NAMESPACES) != isNamespaceAware()
                || own.is(SaxSettings.VALIDATION) != isValidating()) {
            own = settings.copy();
            own.turn(SaxSettings.NAMESPACES, isNamespaceAware());
            own.turn(SaxSettings.VALIDATION, isValidating());
            own.readOptions();
            latest = own;
        }
        return new WeirSaxParser(own, schema);
    }

    @Override
    public void setFeature(String name, boolean value) throws SAXNotRecognizedException, SAXNotSupportedException {
        switch (name) {
            case SaxSettings.NAMESPACES -> setNamespaceAware(value);
            case SaxSettings.VALIDATION -> setValidating(value);
            default -> {
                settings.setFeature(name, value);
                latest = null;
            }
        }
    }

    @Override
    public boolean getFeature(String name) throws SAXNotRecognizedException {
        return switch (name) {
            case SaxSettings.NAMESPACES -> isNamespaceAware();
            case SaxSettings.VALIDATION -> isValidating();
            default -> settings.feature(name);
        };
    }

    @Override
    public @Nullable Schema getSchema() {
        return schema;
    }

    @Override
    public void setSchema(@Nullable Schema schema) {
        this.schema = schema;
    }

    @Override
    public boolean isXIncludeAware() {
        return false;
    }

    @Override
    public void setXIncludeAware(boolean state) {
        if (state) {
            throw new UnsupportedOperationException("there is no XInclude here");
        }
    }
}
