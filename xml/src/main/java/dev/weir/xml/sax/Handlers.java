package dev.weir.xml.sax;

import org.jspecify.annotations.Nullable;
import org.xml.sax.ContentHandler;
import org.xml.sax.DTDHandler;
import org.xml.sax.EntityResolver;
import org.xml.sax.ErrorHandler;
import org.xml.sax.ext.DeclHandler;
import org.xml.sax.ext.LexicalHandler;
import org.xml.sax.helpers.DefaultHandler;

/** Who is told what; may change while a document is parsed, and then holds from the next event on. */
final class Handlers {
    /** Told instead of a content handler that is not there. */
    private static final ContentHandler NOBODY = new DefaultHandler();

    ContentHandler content = NOBODY;

    @Nullable LexicalHandler lexical;

    @Nullable DeclHandler declarations;

    @Nullable DTDHandler dtd;

    @Nullable ErrorHandler errors;

    @Nullable EntityResolver resolver;

    void setContent(@Nullable ContentHandler given) {
        content = given == null ? NOBODY : given;
    }

    @Nullable ContentHandler givenContent() {
        return content == NOBODY ? null : content;
    }
}
