package dev.weir.xml.push;

import org.jspecify.annotations.Nullable;
import org.xml.sax.ContentHandler;
import org.xml.sax.DTDHandler;
import org.xml.sax.EntityResolver;
import org.xml.sax.ErrorHandler;
import org.xml.sax.ext.DeclHandler;
import org.xml.sax.ext.LexicalHandler;
import org.xml.sax.helpers.DefaultHandler;

/** The handlers of one parser. They may be replaced while a document is parsed, from the next event on. */
public final class SaxHandlers {
    /** Receives the events where no content handler is set. */
    private static final ContentHandler NOBODY = new DefaultHandler();

    public ContentHandler content = NOBODY;

    public @Nullable LexicalHandler lexical;

    public @Nullable DeclHandler declarations;

    public @Nullable DTDHandler dtd;

    public @Nullable ErrorHandler errors;

    public @Nullable EntityResolver resolver;

    public void setContent(@Nullable ContentHandler given) {
        content = given == null ? NOBODY : given;
    }

    public @Nullable ContentHandler givenContent() {
        return content == NOBODY ? null : content;
    }
}
