package dev.weir.xml.push;

import dev.weir.xml.XmlDoctype;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.dtd.AttributeDeclaration;
import dev.weir.xml.dtd.Declaration;
import dev.weir.xml.dtd.Dtd;
import dev.weir.xml.dtd.DtdSource;
import dev.weir.xml.dtd.ElementDeclaration;
import dev.weir.xml.dtd.EntityDeclaration;
import dev.weir.xml.dtd.NotationDeclaration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.xml.sax.SAXException;
import org.xml.sax.ext.DeclHandler;
import org.xml.sax.ext.LexicalHandler;

/**
 * Sends the items of a cursor to SAX handlers; reusable for one document after another. Text is passed in the cursor's own
 * array, and attributes as a live view, so that only the Strings that handlers ask for are created.
 */
public final class SaxEventEmitter implements ItemSink<SAXException> {
    private static final String PARAMETER_ENTITY = "%";

    private final SaxHandlers handlers;

    @SuppressWarnings("NullAway.Init") // set while a document is read
    private XmlReader reader;

    private final Supplier<List<String>> leftOutOfDtd;
    private final CursorAttributes attributes = new CursorAttributes();

    private boolean namespaces = true;
    private boolean namespacePrefixes;
    private boolean parameterEntities = true;
    private boolean absoluteUris = true;

    /** True between two pieces of one CDATA section. */
    private boolean inCData;

    /** The document has a DTD: white space may be ignorable. */
    private boolean hasDtd;

    /** The prefixes that are mapped, and the depth of the element of each mapping. */
    private String[] mapped = new String[8];

    private int[] mappedAt = new int[8];
    private int mappings;

    /**
     * The features of SAX2 that change which events are sent.
     *
     * @param namespaces names have namespaces, and prefix mappings are reported
     * @param namespacePrefixes namespace declarations are reported as attributes as well
     * @param parameterEntities parameter entities are reported to the lexical handler
     * @param absoluteUris system identifiers of declarations are resolved
     * @param xmlnsUris namespace declarations that are reported as attributes have a namespace of their own
     */
    public record Features(
            boolean namespaces,
            boolean namespacePrefixes,
            boolean parameterEntities,
            boolean absoluteUris,
            boolean xmlnsUris) {}

    /** @param leftOutOfDtd the names of the entities of the current document's DTD that were not read */
    public SaxEventEmitter(SaxHandlers handlers, Supplier<List<String>> leftOutOfDtd) {
        this.handlers = handlers;
        this.leftOutOfDtd = leftOutOfDtd;
    }

    public void configure(Features features) {
        namespaces = features.namespaces;
        namespacePrefixes = features.namespacePrefixes;
        parameterEntities = features.parameterEntities;
        absoluteUris = features.absoluteUris;
        attributes.setXmlnsUris(features.xmlnsUris);
    }

    /** A line or column in the form of SAX: an int, -1 for unknown. */
    public static int clamped(long count) {
        return count < 1 ? -1 : (int) Math.min(count, Integer.MAX_VALUE);
    }

    /** Begins a document. */
    public void read(XmlReader next) {
        reader = next;
        hasDtd = false;
        inCData = false;
        mappings = 0;
        attributes.read(next);
    }

    /** Sets whether namespace declarations are reported as attributes as well. */
    public void setNamespacePrefixes(boolean reported) {
        namespacePrefixes = reported;
    }

    /** From START_DOCUMENT to END_DOCUMENT. */
    public void document() throws SAXException {
        handlers.content.startDocument();
        if (reader instanceof ItemSource source) {
            source.push(this);
        } else {
            for (XmlEvent event = reader.next(); event != XmlEvent.END_DOCUMENT; event = reader.next()) {
                item(event);
            }
        }
        handlers.content.endDocument();
    }

    /** Sends the element at the cursor as a document of its own, with all prefixes in scope. */
    public void element() throws SAXException {
        int outer = reader.depth();
        List<String> declarations = new ArrayList<>();
        for (String prefix : reader.prefixesInScope()) {
            String uri = reader.lookupNamespace(prefix);
            if (uri != null) {
                declarations.add(prefix);
                declarations.add(uri);
            }
        }
        handlers.content.startDocument();
        for (int i = 0; i < declarations.size(); i += 2) {
            map(declarations.get(i), declarations.get(i + 1), outer);
        }
        if (namespacePrefixes) {
            attributes.open(declarations);
        } else {
            attributes.open(0, reader.attributeCount());
        }
        emitElement(reader.name().namespace(), reader.name().local(), reader.qualifiedName());
        XmlEvent event;
        do {
            event = reader.next();
            item(event);
        } while (event != XmlEvent.END_ELEMENT || reader.depth() > outer);
        handlers.content.endDocument();
    }

    @Override
    public void item(XmlEvent event) throws SAXException {
        switch (event) {
            case START_ELEMENT ->
                startElement(
                        reader.name().namespace(),
                        reader.name().local(),
                        reader.qualifiedName(),
                        reader.namespaceCount(),
                        reader.attributeCount());
            case END_ELEMENT -> {
                XmlName name = reader.name();
                boolean declaring = mappings > 0 && mappedAt[mappings - 1] == reader.depth();
                endElement(name.namespace(), name.local(), reader.qualifiedName(), declaring ? 1 : 0);
            }
            case TEXT -> text();
            case COMMENT -> comment();
            case PROCESSING_INSTRUCTION -> handlers.content.processingInstruction(reader.target(), reader.text());
            case DOCTYPE -> doctype();
            case ENTITY_REFERENCE -> handlers.content.skippedEntity(reader.entityName());
            case ENTITY_START -> startEntity(reader.entityName());
            case ENTITY_END -> endEntity(reader.entityName());
            default -> throw new IllegalStateException("SAX has no event for " + event);
        }
    }

    // ---------------------------------------------------------------- content

    @Override
    public void startElement(String uri, String local, String qualified, int declarations, int given)
            throws SAXException {
        if (declarations > 0 && namespaces) {
            int depth = reader.depth();
            for (int i = 0; i < declarations; i++) {
                map(reader.namespacePrefix(i), reader.namespaceUri(i), depth);
            }
        }
        attributes.open(namespacePrefixes && namespaces ? declarations : 0, given);
        emitElement(uri, local, qualified);
    }

    private void emitElement(String uri, String local, String qualified) throws SAXException {
        if (namespaces) {
            handlers.content.startElement(uri, local, qualified, attributes);
        } else {
            handlers.content.startElement("", "", local, attributes);
        }
        attributes.close();
    }

    @Override
    public void endElement(String uri, String local, String qualified, int declarations) throws SAXException {
        if (!namespaces) {
            handlers.content.endElement("", "", local);
            return;
        }
        handlers.content.endElement(uri, local, qualified);
        if (declarations > 0) {
            unmap(reader.depth());
        }
    }

    @Override
    public void text(char[] array, int from, int length) throws SAXException {
        handlers.content.characters(array, from, length);
    }

    private void map(String prefix, String uri, int depth) throws SAXException {
        if (mappings == mapped.length) {
            mapped = Arrays.copyOf(mapped, mappings * 2);
            mappedAt = Arrays.copyOf(mappedAt, mappings * 2);
        }
        mapped[mappings] = prefix;
        mappedAt[mappings++] = depth;
        handlers.content.startPrefixMapping(prefix, uri);
    }

    private void unmap(int depth) throws SAXException {
        while (mappings > 0 && mappedAt[mappings - 1] == depth) {
            handlers.content.endPrefixMapping(mapped[--mappings]);
        }
    }

    private void text() throws SAXException {
        int length = reader.textLength();
        char[] characters = reader.textCharacters();
        if (hasDtd && reader.isIgnorableWhitespace()) {
            handlers.content.ignorableWhitespace(characters, 0, length);
            return;
        }
        LexicalHandler lexical = handlers.lexical;
        if (lexical == null || !reader.isCData()) {
            handlers.content.characters(characters, 0, length);
            return;
        }
        if (!inCData) {
            lexical.startCDATA();
        }
        handlers.content.characters(characters, 0, length);
        inCData = reader.isTextContinued();
        if (!inCData) {
            lexical.endCDATA();
        }
    }

    private void comment() throws SAXException {
        LexicalHandler lexical = handlers.lexical;
        if (lexical != null) {
            int length = reader.textLength();
            lexical.comment(reader.textCharacters(), 0, length);
        }
    }

    private void startEntity(String name) throws SAXException {
        LexicalHandler lexical = handlers.lexical;
        if (lexical != null) {
            lexical.startEntity(name);
        }
    }

    private void endEntity(String name) throws SAXException {
        LexicalHandler lexical = handlers.lexical;
        if (lexical != null) {
            lexical.endEntity(name);
        }
    }

    // ---------------------------------------------------------------- the DTD

    private void doctype() throws SAXException {
        Dtd dtd = reader instanceof DtdSource source ? source.dtd() : null;
        hasDtd = dtd != null;
        attributes.declaredBy(dtd);
        XmlDoctype doctype = reader.doctype();
        LexicalHandler lexical = handlers.lexical;
        if (lexical != null && doctype != null) {
            lexical.startDTD(doctype.name(), doctype.publicId(), doctype.systemId());
        }
        if (dtd != null) {
            for (Declaration item : dtd.declarations()) {
                declaration(item);
            }
        }
        for (String leftOut : leftOutOfDtd.get()) {
            handlers.content.skippedEntity(leftOut);
        }
        if (lexical != null && doctype != null) {
            lexical.endDTD();
        }
    }

    private void declaration(Declaration item) throws SAXException {
        if (item instanceof ElementDeclaration element) {
            if (handlers.declarations != null) {
                handlers.declarations.elementDecl(
                        element.name(), element.content().text());
            }
        } else if (item instanceof AttributeDeclaration attribute) {
            if (handlers.declarations != null) {
                attribute(attribute, handlers.declarations);
            }
        } else if (item instanceof EntityDeclaration entity) {
            entity(entity);
        } else if (item instanceof NotationDeclaration notation) {
            if (handlers.dtd != null) {
                handlers.dtd.notationDecl(
                        notation.name(), notation.publicId(), absoluteUris ? notation.uri() : notation.systemId());
            }
        } else if (item instanceof Declaration.Comment comment) {
            if (handlers.lexical != null) {
                char[] text = comment.text().toCharArray();
                handlers.lexical.comment(text, 0, text.length);
            }
        } else if (item instanceof Declaration.Instruction instruction) {
            handlers.content.processingInstruction(instruction.target(), instruction.data());
        } else if (item instanceof Declaration.EntityStart start) {
            if (isReported(start.name())) {
                startEntity(start.name());
            }
        } else if (item instanceof Declaration.EntityEnd end && isReported(end.name())) {
            endEntity(end.name());
        }
    }

    private boolean isReported(String entity) {
        return parameterEntities || !entity.startsWith(PARAMETER_ENTITY);
    }

    private static void attribute(AttributeDeclaration attribute, DeclHandler handler) throws SAXException {
        String mode = switch (attribute.presence()) {
            case REQUIRED -> "#REQUIRED";
            case IMPLIED -> "#IMPLIED";
            case FIXED -> "#FIXED";
            case DEFAULTED -> null;
        };
        handler.attributeDecl(attribute.element(), attribute.name(), attribute.typeText(), mode, attribute.value());
    }

    private void entity(EntityDeclaration entity) throws SAXException {
        String systemId = absoluteUris ? entity.uri() : entity.systemId();
        if (entity.notation() != null) {
            if (handlers.dtd != null) {
                handlers.dtd.unparsedEntityDecl(entity.name(), entity.publicId(), systemId, entity.notation());
            }
            return;
        }
        DeclHandler handler = handlers.declarations;
        if (handler == null) {
            return;
        }
        String name = entity.parameter() ? PARAMETER_ENTITY + entity.name() : entity.name();
        if (entity.isExternal()) {
            handler.externalEntityDecl(name, entity.publicId(), systemId);
        } else {
            handler.internalEntityDecl(name, entity.text());
        }
    }
}
