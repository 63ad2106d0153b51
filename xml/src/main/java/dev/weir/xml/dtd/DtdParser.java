package dev.weir.xml.dtd;

import dev.weir.xml.ExternalEntities;
import dev.weir.xml.XmlDoctype;
import dev.weir.xml.lexical.Characters;
import dev.weir.xml.lexical.Edition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The grammar of a document type declaration (XML 1.0, sections 2.8, 3.2 to 3.4, 4.2 and 4.7).
 *
 * <p>The input is a stack of texts: the subset at the bottom, the parameter entities that are open above it. A token
 * never crosses the end of a text; white space between tokens may, which {@link #skip} sees to. A declaration must end
 * before the text in which it began.
 */
final class DtdParser {
    private static final Set<String> TYPES =
            Set.of("CDATA", "ID", "IDREF", "IDREFS", "ENTITY", "ENTITIES", "NMTOKEN", "NMTOKENS", "NOTATION");

    private static final String PUBLIC_ID_PUNCTUATION = "-'()+,./:=?;!*#@$_%";

    private static final class Source {
        final String text;
        final @Nullable Entity entity;

        /** The base URI of system identifiers in it. */
        final @Nullable String base;

        /** True in the external subset and in external entities, where declarations too may hold parameter entity references. */
        final boolean external;

        /** Opened between declarations: it must hold whole ones. */
        final boolean whole;

        /** Included conditional sections open when it was opened. */
        final int sections;

        int pos;

        Source(
                String text,
                @Nullable Entity entity,
                @Nullable String base,
                boolean external,
                boolean whole,
                int sections) {
            this.text = text;
            this.entity = entity;
            this.base = base;
            this.external = external;
            this.whole = whole;
            this.sections = sections;
        }
    }

    private final Dtd dtd;
    private final Edition edition;
    private final List<Source> open = new ArrayList<>();
    private Source top = new Source("", null, null, false, false, 0);

    /** The text in which the current declaration began; null between declarations. */
    private @Nullable Source declaration;

    private int sections;

    /** False once a parameter entity was skipped: later declarations might not be the first (section 5.1). */
    private boolean heeded = true;

    /** The name of the external subset in messages, while it is read. */
    private @Nullable String place;

    /** One instance of each name and name token, because those of attributes recur. */
    private final Map<String, String> names = new HashMap<>();

    DtdParser(Dtd dtd) {
        this.dtd = dtd;
        this.edition = dtd.edition;
    }

    /** From after {@code <!DOCTYPE} up to its end. */
    void parse(String given) {
        String text = edition.normalizeLineEnds(given);
        try {
            dtd.amplification.read(text.length());
            int forbidden = Characters.firstForbidden(text, edition);
            if (forbidden >= 0) {
                top = new Source(text, null, null, false, false, 0);
                top.pos = forbidden;
                throw new DtdException(
                        String.format("the character U+%04X is not allowed in a DTD", text.codePointAt(forbidden)));
            }
            documentType(text);
        } catch (DtdException wrong) {
            throw placed(wrong, given);
        }
    }

    /** For a document without DOCTYPE. */
    void supplied(String root, ExternalEntities.Subset given) {
        Dtd.Supplied subset = dtd.supplied(given);
        dtd.reachesOutside = true;
        dtd.doctype = new XmlDoctype(root, subset.publicId(), subset.systemId(), null);
        try {
            externalSubset(subset);
        } catch (DtdException wrong) {
            throw new DtdException(wrong.getMessage() + within());
        }
    }

    private DtdException placed(DtdException error, String given) {
        Source bottom = open.isEmpty() ? top : open.get(0);
        String where = error.getMessage() + within();
        if (place != null) {
            return new DtdException(where);
        }
        // A line end that was normalised may have been two characters.
        int offset = 0;
        for (int i = 0; i < bottom.pos && offset < given.length(); i++) {
            boolean two = given.startsWith("\r\n", offset)
                    || (edition == Edition.XML_1_1 && given.startsWith("\r\u0085", offset));
            offset += two ? 2 : 1;
        }
        return new DtdException(where, offset);
    }

    /** Notes a fault that makes the document invalid. */
    private void invalid(String fault) {
        if (!dtd.takesNotes()) {
            return;
        }
        dtd.note(fault + within() + (place == null ? " (in line " + line() + " of the DOCTYPE)" : ""));
    }

    private long line() {
        Source bottom = open.get(0);
        return 1
                + bottom.text
                        .substring(0, Math.min(bottom.pos, bottom.text.length()))
                        .chars()
                        .filter(c -> c == '\n')
                        .count();
    }

    /** The parameter entity and the external subset in which the cursor is, for messages. */
    private String within() {
        StringBuilder where = new StringBuilder();
        for (int i = open.size() - 1; i > 0; i--) {
            Entity entity = open.get(i).entity;
            if (entity != null) {
                where.append(" (in the parameter entity %")
                        .append(entity.name())
                        .append(";)");
                break;
            }
        }
        if (place != null) {
            where.append(" (in ").append(place).append(", line ").append(line()).append(')');
        }
        return where.toString();
    }

    private void documentType(String text) {
        push(new Source(text, null, dtd.policy.documentUri(), false, false, 0));
        requireSpace("DOCTYPE");
        String root = qualifiedName();
        String publicId = null;
        String systemId = null;
        boolean space = skip();
        if (space && (at("SYSTEM") || at("PUBLIC"))) {
            publicId = publicId();
            systemId = systemLiteral();
            skip();
        }
        Dtd.Supplied supplied = systemId == null && dtd.policy.processed() ? dtd.supplied(root) : null;
        if (supplied != null) {
            publicId = supplied.publicId();
        }
        dtd.reachesOutside = systemId != null || supplied != null;
        int subset = top.pos + 1;
        if (!dtd.policy.processed()) {
            // The reader found the end by brackets, literals and comments; nothing else is required of a subset not
            // processed.
            int end = text.lastIndexOf(']');
            dtd.doctype = new XmlDoctype(
                    root, publicId, systemId, peek() == '[' && end >= subset ? text.substring(subset, end) : null);
            return;
        }
        String internal = null;
        if (peek() == '[') {
            top.pos++;
            declarations(']');
            internal = text.substring(subset, top.pos);
            top.pos++;
            skip();
        }
        dtd.doctype = new XmlDoctype(root, publicId, supplied == null ? systemId : supplied.systemId(), internal);
        if (top.pos < top.text.length()) {
            throw expected("\">\" at the end of the DOCTYPE");
        }
        if (systemId != null) {
            externalSubset(publicId, Dtd.resolve(dtd.policy.documentUri(), systemId));
        } else if (supplied != null) {
            externalSubset(supplied);
        }
    }

    private void externalSubset(Dtd.Supplied subset) {
        dtd.add(new Declaration.EntityStart("[dtd]"));
        external(subset.text(), subset.systemId());
        dtd.add(new Declaration.EntityEnd("[dtd]"));
    }

    private void externalSubset(@Nullable String publicId, String uri) {
        DtdCache cache = dtd.parameters.isEmpty() && heeded ? DtdCache.of(dtd) : null;
        DtdCache.Subset known = cache == null ? null : cache.find(dtd, publicId, uri);
        int before = dtd.declarations().size();
        if (known != null && !(known.usesEntities() && dtd.declaresEntities())) {
            dtd.add(new Declaration.EntityStart("[dtd]"));
            include(known);
            dtd.add(new Declaration.EntityEnd("[dtd]"));
        } else {
            List<String> earlierNotes = dtd.takeNotes();
            Amplification.Cost earlier = dtd.amplification.total();
            dtd.usesEntities = false;
            ExternalText text = dtd.read("[dtd]", publicId, uri, dtd.policy.documentUri());
            if (text == null) {
                heeded = dtd.standalone;
                dtd.add(new Declaration.EntitySkipped("[dtd]"));
            } else {
                dtd.add(new Declaration.EntityStart("[dtd]"));
                external(text.text(), uri);
                dtd.add(new Declaration.EntityEnd("[dtd]"));
            }
            List<String> notes = dtd.takeNotes();
            if (cache != null && before == 0 && heeded && text != null) {
                List<Declaration> all = dtd.declarations();
                List<Declaration> declared = List.copyOf(all.subList(1, all.size() - 1));
                dtd.models = new ContentModels(declared);
                cache.keep(
                        dtd,
                        publicId,
                        uri,
                        new DtdCache.Subset(
                                declared,
                                dtd.models,
                                List.copyOf(notes),
                                dtd.usesEntities,
                                dtd.amplification.since(earlier)));
            }
            earlierNotes.forEach(dtd::note);
            notes.forEach(dtd::note);
        }
    }

    private void external(String text, @Nullable String uri) {
        open.clear();
        place = uri == null ? "the external subset" : "the external subset " + uri;
        push(new Source(text, null, uri, true, false, 0));
        declarations(-1);
        if (sections > 0) {
            throw new DtdException("a conditional section must end with \"]]>\"");
        }
    }

    private void include(DtdCache.Subset known) {
        dtd.amplification.charge(known.cost());
        dtd.models = known.models();
        known.notes().forEach(dtd::note);
        for (Declaration item : known.declarations()) {
            if (!dtd.declare(item)) {
                declaredTwice(item);
            }
        }
    }

    private void declare(Declaration item) {
        if (!dtd.declare(item)) {
            declaredTwice(item);
        }
    }

    private void declaredTwice(Declaration item) {
        if (item instanceof ElementDeclaration element) {
            invalid("the element type " + element.name() + " is declared twice");
        } else if (item instanceof NotationDeclaration notation) {
            invalid("the notation " + notation.name() + " is declared twice");
        }
    }

    // ---------------------------------------------------------------- the stack of texts

    private void push(Source source) {
        open.add(source);
        top = source;
    }

    private void pop() {
        if (declaration == top) {
            throw new DtdException("the parameter entity ends inside a declaration");
        }
        if (top.whole && declaration == null && sections != top.sections) {
            throw new DtdException("a conditional section must begin and end in the same entity");
        }
        if (top.entity != null) {
            top.entity.close();
            if (top.whole) {
                dtd.add(new Declaration.EntityEnd(top.entity.label()));
            }
        }
        open.remove(open.size() - 1);
        top = open.get(open.size() - 1);
    }

    /** The char at the cursor; -1 at the end of the current text. */
    private int peek() {
        return top.pos < top.text.length() ? top.text.charAt(top.pos) : -1;
    }

    private boolean at(String token) {
        return top.text.startsWith(token, top.pos);
    }

    private boolean take(String token) {
        if (!at(token)) {
            return false;
        }
        top.pos += token.length();
        return true;
    }

    /** Skips white space, and enters and leaves parameter entities; true if there was any. */
    private boolean skip() {
        boolean any = false;
        while (true) {
            int c = peek();
            if (Characters.isSpace(c)) {
                top.pos++;
            } else if (c == '%' && top.external && startsReference()) {
                enter(false);
            } else if (c < 0 && open.size() > 1) {
                pop();
            } else {
                return any;
            }
            any = true;
        }
    }

    private boolean startsReference() {
        return References.nameEnd(top.text, top.pos + 1, edition) > top.pos + 1;
    }

    private void requireSpace(String after) {
        if (!skip()) {
            throw expected("white space after " + after);
        }
    }

    /** Opens the parameter entity that is referred to at the cursor. */
    private void enter(boolean whole) {
        dtd.reachesOutside = true;
        int start = top.pos;
        String name = reference(top.text, start);
        Entity entity = dtd.parameters.get(name);
        top.pos = References.end(top.text, start);
        String text = entity == null ? null : dtd.text(entity);
        if (entity == null || text == null) {
            if (entity == null) {
                // A matter of validity only (section 4.1, production 69).
                invalid("the parameter entity %" + name + "; is not declared");
            }
            dtd.add(new Declaration.EntitySkipped(once('%' + name)));
            heeded = dtd.standalone;
            return;
        }
        dtd.amplification.expand(text.length());
        entity.open();
        boolean external = entity.declaration.isExternal();
        if (whole) {
            dtd.add(new Declaration.EntityStart(entity.label()));
        }
        push(new Source(text, entity, external ? entity.uri : top.base, top.external || external, whole, sections));
    }

    private DtdException expected(String what) {
        int c = peek();
        String found = c < 0
                ? "the end"
                : c > 0x20 && c < 0x7F
                        ? "\"" + (char) c + "\""
                        : String.format("U+%04X", top.text.codePointAt(top.pos));
        return new DtdException("expected " + what + " but found " + found);
    }

    // ---------------------------------------------------------------- between declarations

    private void declarations(int end) {
        while (true) {
            int c = peek();
            if (c < 0) {
                if (open.size() > 1) {
                    pop();
                    continue;
                }
                if (end >= 0) {
                    throw new DtdException("the internal subset must end with \"]\"");
                }
                return;
            }
            if (c == end && open.size() == 1) {
                return;
            }
            if (Characters.isSpace(c)) {
                top.pos++;
            } else if (c == '%') {
                enter(true);
            } else if (take("<!--")) {
                comment();
            } else if (take("<?")) {
                instruction();
            } else if (top.external && at("<![")) {
                conditional();
            } else if (sections > 0 && take("]]>")) {
                sections--;
                if (top.whole && sections < top.sections) {
                    throw new DtdException("a conditional section must begin and end in the same entity");
                }
            } else {
                declaration();
            }
        }
    }

    private void declaration() {
        declaration = top;
        EntityDeclaration entity = null;
        if (take("<!ELEMENT")) {
            elementType();
        } else if (take("<!ATTLIST")) {
            attributeList();
        } else if (take("<!ENTITY")) {
            entity = entity();
        } else if (take("<!NOTATION")) {
            notation();
        } else {
            throw expected("a declaration, a comment, a processing instruction or a parameter entity");
        }
        skip();
        if (peek() != '>') {
            throw expected("\">\"");
        }
        if (top != declaration) {
            invalid("a declaration must begin and end in the same entity");
        }
        top.pos++;
        declaration = null;
        if (entity != null) {
            // Only now: what its own declaration refers to is not declared yet (XML 1.0, 4.1, Entity Declared).
            declare(entity);
        }
    }

    private void comment() {
        int end = top.text.indexOf("--", top.pos);
        if (end < 0) {
            throw new DtdException("a comment must end with \"-->\"");
        }
        String text = top.text.substring(top.pos, end);
        top.pos = end;
        if (!take("-->")) {
            throw new DtdException("\"--\" is not allowed in a comment");
        }
        dtd.add(new Declaration.Comment(text));
    }

    private void instruction() {
        String target = plainName("the target of a processing instruction");
        if (target.equalsIgnoreCase("xml")) {
            throw new DtdException("the processing instruction target " + target + " is reserved");
        }
        if (!at("?>") && !Characters.isSpace(peek())) {
            throw expected("white space or \"?>\"");
        }
        while (Characters.isSpace(peek())) {
            top.pos++;
        }
        int end = top.text.indexOf("?>", top.pos);
        if (end < 0) {
            throw new DtdException("a processing instruction must end with \"?>\"");
        }
        dtd.add(new Declaration.Instruction(target, top.text.substring(top.pos, end)));
        top.pos = end + 2;
    }

    private void conditional() {
        declaration = top;
        top.pos += 3;
        skip();
        boolean included = at("INCLUDE");
        if (!included && !at("IGNORE")) {
            throw expected("INCLUDE or IGNORE");
        }
        top.pos += included ? 7 : 6;
        skip();
        if (peek() != '[') {
            throw expected("\"[\"");
        }
        if (top != declaration) {
            invalid("a conditional section must begin and end in the same entity");
        }
        top.pos++;
        declaration = null;
        if (included) {
            sections++;
        } else {
            ignored();
        }
    }

    private void ignored() {
        int nested = 1;
        String text = top.text;
        int p = top.pos;
        while (nested > 0) {
            if (p >= text.length()) {
                throw new DtdException("a conditional section must end with \"]]>\"");
            }
            if (text.startsWith("<![", p)) {
                nested++;
                p += 3;
            } else if (text.startsWith("]]>", p)) {
                nested--;
                p += 3;
            } else {
                p++;
            }
        }
        top.pos = p;
    }

    // ---------------------------------------------------------------- element types

    private void elementType() {
        requireSpace("<!ELEMENT");
        boolean outside = outside();
        String name = qualifiedName();
        requireSpace("the name of the element type");
        declare(new ElementDeclaration(name, content(), outside));
    }

    private ContentModel content() {
        if (take("EMPTY")) {
            return ContentModel.EMPTY;
        }
        if (take("ANY")) {
            return ContentModel.ANY;
        }
        if (peek() != '(') {
            throw expected("EMPTY, ANY or \"(\"");
        }
        Source start = top;
        top.pos++;
        skip();
        return take("#PCDATA") ? mixed(start) : children(start);
    }

    private ContentModel mixed(Source start) {
        StringBuilder model = new StringBuilder("(#PCDATA");
        boolean names = false;
        skip();
        while (peek() == '|') {
            top.pos++;
            skip();
            model.append('|').append(qualifiedName());
            names = true;
            skip();
        }
        if (peek() != ')') {
            throw expected("\"|\" or \")\"");
        }
        checkGroup(start);
        top.pos++;
        model.append(')');
        if (take("*")) {
            model.append('*');
        } else if (names) {
            throw expected("\"*\" after mixed content");
        }
        return new ContentModel(ContentModel.Kind.MIXED, model.toString());
    }

    private void checkGroup(Source start) {
        if (top != start) {
            invalid("the parentheses of a group must be in the same entity");
        }
    }

    /** A content model, its first parenthesis passed: one separator per open parenthesis, 0 while it is not known. */
    private ContentModel children(Source start) {
        StringBuilder model = new StringBuilder("(");
        StringBuilder separators = new StringBuilder("\0");
        List<Source> groups = new ArrayList<>(List.of(start));
        while (true) {
            skip();
            if (peek() == '(') {
                groups.add(top);
                top.pos++;
                separators.append('\0');
                model.append('(');
                continue;
            }
            model.append(qualifiedName());
            occurrence(model);
            while (true) {
                skip();
                int c = peek();
                int last = separators.length() - 1;
                if (c == ')') {
                    checkGroup(groups.remove(last));
                    top.pos++;
                    model.append(')');
                    occurrence(model);
                    separators.setLength(last);
                    if (last == 0) {
                        return new ContentModel(ContentModel.Kind.CHILDREN, model.toString());
                    }
                } else if ((c == '|' || c == ',') && (separators.charAt(last) == 0 || separators.charAt(last) == c)) {
                    separators.setCharAt(last, (char) c);
                    model.append((char) c);
                    top.pos++;
                    break;
                } else {
                    throw expected(
                            separators.charAt(last) == 0
                                    ? "\",\", \"|\" or \")\""
                                    : "\"" + separators.charAt(last) + "\" or \")\"");
                }
            }
        }
    }

    private void occurrence(StringBuilder model) {
        int c = peek();
        if (c == '?' || c == '*' || c == '+') {
            top.pos++;
            model.append((char) c);
        }
    }

    // ---------------------------------------------------------------- attribute lists

    private void attributeList() {
        requireSpace("<!ATTLIST");
        String element = qualifiedName();
        while (true) {
            boolean space = skip();
            if (peek() == '>') {
                return;
            }
            if (!space) {
                throw expected("white space or \">\"");
            }
            boolean outside = outside();
            String name = qualifiedName();
            requireSpace("the name of an attribute");
            List<String> values = new ArrayList<>();
            String type = attributeType(values);
            requireSpace("the type of an attribute");
            AttributeDeclaration.Presence presence = presence();
            String value = switch (presence) {
                case REQUIRED, IMPLIED -> null;
                case FIXED, DEFAULTED -> defaultValue(type, outside);
            };
            if (heeded) {
                declare(new AttributeDeclaration(element, name, type, List.copyOf(values), presence, value, outside));
            }
        }
    }

    private boolean outside() {
        return place != null || open.size() > 1;
    }

    /** The type at the cursor; adds the values of an enumeration to the list. */
    private String attributeType(List<String> values) {
        if (peek() == '(') {
            enumeration(false, values);
            return "ENUMERATION";
        }
        String type = name();
        if (!TYPES.contains(type)) {
            throw new DtdException("the type of an attribute must be one of CDATA, ID, IDREF, IDREFS, ENTITY, ENTITIES,"
                    + " NMTOKEN, NMTOKENS, NOTATION or an enumeration: " + type);
        }
        if (type.equals("NOTATION")) {
            requireSpace("NOTATION");
            if (peek() != '(') {
                throw expected("\"(\"");
            }
            enumeration(true, values);
        }
        return type;
    }

    private void enumeration(boolean notations, List<String> values) {
        do {
            top.pos++;
            skip();
            values.add(notations ? plainName("the name of a notation") : nameToken());
            dtd.checkValues(values.size());
            skip();
        } while (peek() == '|');
        if (peek() != ')') {
            throw expected("\"|\" or \")\"");
        }
        top.pos++;
    }

    private AttributeDeclaration.Presence presence() {
        if (take("#REQUIRED")) {
            return AttributeDeclaration.Presence.REQUIRED;
        }
        if (take("#IMPLIED")) {
            return AttributeDeclaration.Presence.IMPLIED;
        }
        if (take("#FIXED")) {
            requireSpace("#FIXED");
            return AttributeDeclaration.Presence.FIXED;
        }
        return AttributeDeclaration.Presence.DEFAULTED;
    }

    private String defaultValue(String type, boolean outside) {
        String value = dtd.expand(literal("a default value"), outside);
        return type.equals("CDATA") ? value : AttributeDeclaration.collapse(value);
    }

    // ---------------------------------------------------------------- entities and notations

    /** Null where declarations are no longer heeded. */
    private @Nullable EntityDeclaration entity() {
        requireSpace("<!ENTITY");
        boolean parameter = peek() == '%';
        if (parameter) {
            top.pos++;
            requireSpace("\"%\"");
        }
        boolean outside = outside();
        String base = top.base;
        String name = plainName("the name of an entity");
        requireSpace("the name of the entity " + name);
        String text = null;
        String publicId = null;
        String systemId = null;
        String notation = null;
        int c = peek();
        if (c == '"' || c == '\'') {
            text = entityValue();
        } else {
            if (!at("SYSTEM") && !at("PUBLIC")) {
                throw expected("a value, SYSTEM or PUBLIC");
            }
            publicId = publicId();
            systemId = systemLiteral();
            boolean space = skip();
            if (take("NDATA")) {
                if (parameter || !space) {
                    throw new DtdException(
                            parameter
                                    ? "a parameter entity must not be unparsed: " + name
                                    : "white space must come before NDATA");
                }
                requireSpace("NDATA");
                notation = plainName("the name of a notation");
            }
        }
        return heeded
                ? new EntityDeclaration(name, parameter, text, publicId, systemId, base, notation, outside)
                : null;
    }

    /**
     * The literal at the cursor with its character references and parameter entities replaced, and its references to
     * general entities left as they are (XML 1.0, section 4.5).
     */
    private String entityValue() {
        StringBuilder value = new StringBuilder();
        boolean external = top.external;
        List<Source> nested = new ArrayList<>();
        Source source = new Source(literal("an entity value"), null, null, external, false, 0);
        while (true) {
            String text = source.text;
            int p = source.pos;
            if (p == text.length()) {
                if (source.entity != null) {
                    source.entity.close();
                }
                if (nested.isEmpty()) {
                    return value.toString();
                }
                source = nested.remove(nested.size() - 1);
                continue;
            }
            char c = text.charAt(p);
            if (c == '&') {
                if (text.startsWith("&#", p)) {
                    value.appendCodePoint(References.character(text, p, edition));
                } else {
                    value.append('&').append(reference(text, p)).append(';');
                }
                source.pos = References.end(text, p);
            } else if (c == '%') {
                if (!external) {
                    throw new DtdException("\"%\" is not allowed in a declaration of the internal subset");
                }
                String name = reference(text, p);
                source.pos = References.end(text, p);
                dtd.reachesOutside = true;
                Entity entity = dtd.parameters.get(name);
                String replacement = entity == null ? null : dtd.text(entity);
                if (entity == null || replacement == null) {
                    if (entity == null) {
                        invalid("the parameter entity %" + name + "; is not declared");
                    }
                    heeded = dtd.standalone;
                    continue;
                }
                dtd.amplification.expand(replacement.length());
                entity.open();
                nested.add(source);
                source = new Source(replacement, entity, null, external, false, 0);
            } else {
                value.append(c);
                source.pos++;
            }
        }
    }

    private void notation() {
        requireSpace("<!NOTATION");
        String base = top.base;
        String name = plainName("the name of a notation");
        requireSpace("the name of a notation");
        boolean isPublic = at("PUBLIC");
        if (!isPublic && !at("SYSTEM")) {
            throw expected("SYSTEM or PUBLIC");
        }
        String publicId = null;
        String systemId = null;
        if (isPublic) {
            top.pos += 6;
            requireSpace("PUBLIC");
            publicId = publicLiteral();
            boolean space = skip();
            if (peek() == '"' || peek() == '\'') {
                if (!space) {
                    throw expected("white space before the system identifier");
                }
                systemId = systemLiteral();
            }
        } else {
            publicId();
            systemId = systemLiteral();
        }
        declare(new NotationDeclaration(name, publicId, systemId, base));
    }

    /** From SYSTEM or PUBLIC up to the system literal; the public identifier, if there is one. */
    private @Nullable String publicId() {
        if (take("SYSTEM")) {
            requireSpace("SYSTEM");
            return null;
        }
        top.pos += 6;
        requireSpace("PUBLIC");
        String id = publicLiteral();
        requireSpace("the public identifier");
        return id;
    }

    private String publicLiteral() {
        String id = literal("a public identifier");
        for (int i = 0; i < id.length(); i++) {
            char c = id.charAt(i);
            boolean allowed = (c >= 'a' && c <= 'z')
                    || (c >= 'A' && c <= 'Z')
                    || (c >= '0' && c <= '9')
                    || c == ' '
                    || c == '\n'
                    || c == '\r'
                    || PUBLIC_ID_PUNCTUATION.indexOf(c) >= 0;
            if (!allowed) {
                throw new DtdException(String.format("a public identifier must not hold U+%04X", (int) c));
            }
        }
        return AttributeDeclaration.collapse(id.replace('\n', ' ').replace('\r', ' '));
    }

    private String systemLiteral() {
        return literal("a system identifier");
    }

    // ---------------------------------------------------------------- tokens

    private String literal(String what) {
        int quote = peek();
        if (quote != '"' && quote != '\'') {
            throw expected(what + " in quotes");
        }
        int end = top.text.indexOf(quote, top.pos + 1);
        if (end < 0) {
            throw new DtdException(what + " must end with its quote");
        }
        String literal = top.text.substring(top.pos + 1, end);
        top.pos = end + 1;
        return literal;
    }

    private String name() {
        int end = References.nameEnd(top.text, top.pos, edition);
        if (end == top.pos) {
            throw expected("a name");
        }
        if (end - top.pos > dtd.limits.maxNameLength()) {
            throw DtdException.beyond("the length of a name", "maxNameLength", dtd.limits.maxNameLength());
        }
        String name = top.text.substring(top.pos, end);
        top.pos = end;
        return once(name);
    }

    private String qualifiedName() {
        String name = name();
        int colon = dtd.rules.namespaces() ? name.indexOf(':') : -1;
        if (colon >= 0
                && (!Characters.isNCName(name.substring(0, colon), edition)
                        || !Characters.isNCName(name.substring(colon + 1), edition))) {
            throw new DtdException("a name holds one colon at most, and not as its first or last character: " + name);
        }
        return name;
    }

    /** A name that namespaces do not structure. */
    private String plainName(String what) {
        return withoutColon(what, name());
    }

    /** The name of the entity that is referred to at an index. */
    private String reference(String text, int start) {
        return withoutColon("the name of an entity", References.name(text, start, edition));
    }

    private String withoutColon(String what, String name) {
        if (dtd.rules.namespaces() && name.indexOf(':') >= 0) {
            throw new DtdException(what + " must not hold a colon: " + name);
        }
        return name;
    }

    private String nameToken() {
        int from = top.pos;
        int p = from;
        while (p < top.text.length() && Characters.isName(top.text.codePointAt(p), edition)) {
            p += Character.charCount(top.text.codePointAt(p));
        }
        if (p == from) {
            throw expected("a name token");
        }
        top.pos = p;
        return once(top.text.substring(from, p));
    }

    private String once(String name) {
        String known = names.putIfAbsent(name, name);
        return known == null ? name : known;
    }
}
