package dev.weir.xml.dtd;

import dev.weir.xml.DtdPolicy;
import dev.weir.xml.XmlDoctype;
import dev.weir.xml.rule.Characters;
import java.util.ArrayList;
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

        /** What system identifiers in it are resolved against. */
        final @Nullable String base;

        /** The external subset, an external entity, or something inside: parameter entities may stand everywhere. */
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
    private final List<Source> open = new ArrayList<>();
    private Source top = new Source("", null, null, false, false, 0);

    /** The text in which the current declaration began; null between declarations. */
    private @Nullable Source declaration;

    private int sections;

    /** False once a parameter entity was left out: later declarations might not be the first (section 5.1). */
    private boolean heeded = true;

    /** What the external subset is called in messages, while it is read. */
    private @Nullable String place;

    DtdParser(Dtd dtd) {
        this.dtd = dtd;
    }

    /** From after {@code <!DOCTYPE} up to its end. */
    void parse(String given) {
        String text = ExternalText.normalizeLineEnds(given);
        try {
            dtd.amplification.read(text.length());
            int wrong = Characters.firstForbidden(text);
            if (wrong >= 0) {
                top = new Source(text, null, null, false, false, 0);
                top.pos = wrong;
                throw new DtdException(
                        String.format("the character U+%04X is not allowed in a DTD", text.codePointAt(wrong)));
            }
            documentType(text);
        } catch (DtdException wrong) {
            throw placed(wrong, given);
        }
    }

    private DtdException placed(DtdException wrong, String given) {
        Source bottom = open.isEmpty() ? top : open.get(0);
        StringBuilder where = new StringBuilder(String.valueOf(wrong.getMessage()));
        for (int i = open.size() - 1; i > 0; i--) {
            Entity entity = open.get(i).entity;
            if (entity != null) {
                where.append(" (in the parameter entity %").append(entity.name).append(";)");
                break;
            }
        }
        if (place != null) {
            long line = 1
                    + bottom.text
                            .substring(0, bottom.pos)
                            .chars()
                            .filter(c -> c == '\n')
                            .count();
            where.append(" (in ").append(place).append(", line ").append(line).append(')');
            return new DtdException(where.toString());
        }
        // A line end that was normalised may have been two characters.
        int offset = 0;
        for (int i = 0; i < bottom.pos && offset < given.length(); i++) {
            offset += given.startsWith("\r\n", offset) ? 2 : 1;
        }
        return new DtdException(where.toString(), offset);
    }

    private void documentType(String text) {
        push(new Source(text, null, dtd.policy.documentUri(), false, false, 0));
        requireSpace("DOCTYPE");
        String name = qualifiedName();
        String publicId = null;
        String systemId = null;
        boolean space = skip();
        if (space && (at("SYSTEM") || at("PUBLIC"))) {
            publicId = publicId();
            systemId = systemLiteral();
            skip();
        }
        dtd.reachesOutside = systemId != null;
        int subset = top.pos + 1;
        if (dtd.policy == DtdPolicy.IGNORE) {
            // The reader has found the end as brackets, literals and comments tell it: that is all that is asked.
            int end = text.lastIndexOf(']');
            dtd.doctype = new XmlDoctype(
                    name, publicId, systemId, peek() == '[' && end >= subset ? text.substring(subset, end) : null);
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
        dtd.doctype = new XmlDoctype(name, publicId, systemId, internal);
        if (top.pos < top.text.length()) {
            throw expected("\">\" at the end of the DOCTYPE");
        }
        if (systemId != null) {
            externalSubset(publicId, Dtd.resolve(dtd.policy.documentUri(), systemId));
        }
    }

    private void externalSubset(@Nullable String publicId, String uri) {
        String text = dtd.read(publicId, uri, "subset");
        if (text == null) {
            return;
        }
        open.clear();
        place = "the external subset " + uri;
        push(new Source(text, null, uri, true, false, 0));
        declarations(-1);
        if (sections > 0) {
            throw new DtdException("a conditional section must end with \"]]>\"");
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

    /** Passes over white space, and into and out of parameter entities; true if there was any. */
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
        return References.nameEnd(top.text, top.pos + 1) > top.pos + 1;
    }

    private void requireSpace(String after) {
        if (!skip()) {
            throw expected("white space after " + after);
        }
    }

    /** Opens the parameter entity whose reference stands at the cursor. */
    private void enter(boolean whole) {
        dtd.reachesOutside = true;
        int start = top.pos;
        String name = References.name(top.text, start);
        Entity entity = dtd.parameters.get(name);
        top.pos = References.end(top.text, start);
        String text = entity == null ? null : dtd.text(entity);
        if (entity == null || text == null) {
            // That there is no declaration is a matter of validity only (section 4.1, production 69).
            heeded = dtd.standalone;
            return;
        }
        dtd.amplification.expand(text.length());
        entity.open();
        String base = entity.isExternal() ? entity.uri : top.base;
        push(new Source(text, entity, base, top.external || entity.isExternal(), whole, sections));
    }

    private DtdException expected(String what) {
        int c = peek();
        String found = c < 0
                ? "the end"
                : c > 0x20 && c < 0x7F
                        ? "\"" + (char) c + "\""
                        : String.format("U+%04X", top.text.codePointAt(top.pos));
        return new DtdException(what + " must stand here, but there is " + found);
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
        if (take("<!ELEMENT")) {
            elementType();
        } else if (take("<!ATTLIST")) {
            attributeList();
        } else if (take("<!ENTITY")) {
            entity();
        } else if (take("<!NOTATION")) {
            notation();
        } else {
            throw expected("a declaration, a comment, a processing instruction or a parameter entity");
        }
        skip();
        if (peek() != '>') {
            throw expected("\">\"");
        }
        top.pos++;
        declaration = null;
    }

    private void comment() {
        int end = top.text.indexOf("--", top.pos);
        if (end < 0) {
            throw new DtdException("a comment must end with \"-->\"");
        }
        top.pos = end;
        if (!take("-->")) {
            throw new DtdException("\"--\" must not stand in a comment");
        }
    }

    private void instruction() {
        String target = name();
        if (target.equalsIgnoreCase("xml")) {
            throw new DtdException("the processing instruction target " + target + " is reserved");
        }
        checkNoColon(target, "the target of a processing instruction");
        if (!at("?>") && !Characters.isSpace(peek())) {
            throw expected("white space or \"?>\"");
        }
        int end = top.text.indexOf("?>", top.pos);
        if (end < 0) {
            throw new DtdException("a processing instruction must end with \"?>\"");
        }
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
        qualifiedName();
        requireSpace("the name of the element type");
        if (take("EMPTY") || take("ANY")) {
            return;
        }
        if (peek() != '(') {
            throw expected("EMPTY, ANY or \"(\"");
        }
        top.pos++;
        skip();
        if (take("#PCDATA")) {
            mixed();
        } else {
            children();
        }
    }

    private void mixed() {
        boolean names = false;
        skip();
        while (peek() == '|') {
            top.pos++;
            skip();
            qualifiedName();
            names = true;
            skip();
        }
        if (peek() != ')') {
            throw expected("\"|\" or \")\"");
        }
        top.pos++;
        if (!take("*") && names) {
            throw expected("\"*\" after mixed content");
        }
    }

    /** A content model, its first parenthesis passed: one separator per open parenthesis, 0 while it is not known. */
    private void children() {
        StringBuilder separators = new StringBuilder("\0");
        while (true) {
            skip();
            if (peek() == '(') {
                top.pos++;
                separators.append('\0');
                continue;
            }
            qualifiedName();
            occurrence();
            while (true) {
                skip();
                int c = peek();
                int last = separators.length() - 1;
                if (c == ')') {
                    top.pos++;
                    occurrence();
                    separators.setLength(last);
                    if (last == 0) {
                        return;
                    }
                } else if ((c == '|' || c == ',') && (separators.charAt(last) == 0 || separators.charAt(last) == c)) {
                    separators.setCharAt(last, (char) c);
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

    private void occurrence() {
        int c = peek();
        if (c == '?' || c == '*' || c == '+') {
            top.pos++;
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
            String type = attributeType();
            requireSpace("the type of an attribute");
            String value = defaultValue(type, outside);
            if (heeded) {
                dtd.declare(element, new AttributeDeclaration(name, type, value, outside));
            }
        }
    }

    private boolean outside() {
        return place != null || open.size() > 1;
    }

    private String attributeType() {
        if (peek() == '(') {
            enumeration(false);
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
            enumeration(true);
        }
        return type;
    }

    private void enumeration(boolean names) {
        do {
            top.pos++;
            skip();
            if (names) {
                checkNoColon(name(), "the name of a notation");
            } else {
                nameToken();
            }
            skip();
        } while (peek() == '|');
        if (peek() != ')') {
            throw expected("\"|\" or \")\"");
        }
        top.pos++;
    }

    private @Nullable String defaultValue(String type, boolean outside) {
        if (take("#REQUIRED") || take("#IMPLIED")) {
            return null;
        }
        if (take("#FIXED")) {
            requireSpace("#FIXED");
        }
        String value = dtd.expand(literal("a default value"), outside);
        return type.equals("CDATA") ? value : AttributeDeclaration.collapse(value);
    }

    // ---------------------------------------------------------------- entities and notations

    private void entity() {
        requireSpace("<!ENTITY");
        boolean parameter = peek() == '%';
        if (parameter) {
            top.pos++;
            requireSpace("\"%\"");
        }
        boolean outside = outside();
        String base = top.base;
        String name = name();
        checkNoColon(name, "the name of an entity");
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
                notation = name();
                checkNoColon(notation, "the name of a notation");
            }
        }
        if (heeded) {
            Map<String, Entity> declared = parameter ? dtd.parameters : dtd.entities;
            declared.putIfAbsent(name, new Entity(name, text, publicId, systemId, base, notation, outside));
        }
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
                    value.appendCodePoint(References.character(text, p));
                } else {
                    value.append('&').append(References.name(text, p)).append(';');
                }
                source.pos = References.end(text, p);
            } else if (c == '%') {
                if (!external) {
                    throw new DtdException("\"%\" must not stand in a declaration of the internal subset");
                }
                String name = References.name(text, p);
                source.pos = References.end(text, p);
                dtd.reachesOutside = true;
                Entity entity = dtd.parameters.get(name);
                String replacement = entity == null ? null : dtd.text(entity);
                if (entity == null || replacement == null) {
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
        checkNoColon(name(), "the name of a notation");
        requireSpace("the name of a notation");
        boolean isPublic = at("PUBLIC");
        if (!isPublic && !at("SYSTEM")) {
            throw expected("SYSTEM or PUBLIC");
        }
        if (!isPublic) {
            publicId();
            systemLiteral();
            return;
        }
        top.pos += 6;
        requireSpace("PUBLIC");
        publicLiteral();
        boolean space = skip();
        if (peek() == '"' || peek() == '\'') {
            if (!space) {
                throw expected("white space before the system identifier");
            }
            systemLiteral();
        }
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
        int end = References.nameEnd(top.text, top.pos);
        if (end == top.pos) {
            throw expected("a name");
        }
        if (end - top.pos > dtd.limits.maxNameLength()) {
            throw DtdException.beyond("the length of a name", "maxNameLength", dtd.limits.maxNameLength());
        }
        String name = top.text.substring(top.pos, end);
        top.pos = end;
        return name;
    }

    private String qualifiedName() {
        String name = name();
        int colon = name.indexOf(':');
        if (colon >= 0
                && (!Characters.isNCName(name.substring(0, colon))
                        || !Characters.isNCName(name.substring(colon + 1)))) {
            throw new DtdException("a name holds one colon at most, and not as its first or last character: " + name);
        }
        return name;
    }

    private static void checkNoColon(String name, String what) {
        if (name.indexOf(':') >= 0) {
            throw new DtdException(what + " must not hold a colon: " + name);
        }
    }

    private void nameToken() {
        int p = top.pos;
        while (p < top.text.length() && Characters.isName(top.text.codePointAt(p))) {
            p += Character.charCount(top.text.codePointAt(p));
        }
        if (p == top.pos) {
            throw expected("a name token");
        }
        top.pos = p;
    }
}
