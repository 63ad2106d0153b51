package dev.weir.bind.jaxb;

import com.sun.xml.xsom.XSAttributeUse;
import com.sun.xml.xsom.XSComplexType;
import com.sun.xml.xsom.XSContentType;
import com.sun.xml.xsom.XSElementDecl;
import com.sun.xml.xsom.XSFacet;
import com.sun.xml.xsom.XSModelGroup;
import com.sun.xml.xsom.XSParticle;
import com.sun.xml.xsom.XSSchema;
import com.sun.xml.xsom.XSSchemaSet;
import com.sun.xml.xsom.XSSimpleType;
import com.sun.xml.xsom.XSTerm;
import com.sun.xml.xsom.XSType;
import com.sun.xml.xsom.XSWildcard;
import com.sun.xml.xsom.parser.XSOMParser;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import javax.xml.parsers.SAXParserFactory;
import org.xml.sax.ErrorHandler;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

/**
 * Documents that a schema allows, made by chance: members of substitution groups, xsi:type, xsi:nil, wildcards, mixed text,
 * default and fixed values, white space around values. Patterns and lengths are not minded, as no binding does; all else is
 * as the schema wants it.
 */
final class InstanceDocuments {
    private static final String XSD = "http://www.w3.org/2001/XMLSchema";
    private static final int INFINITE = 1_000;
    private static final int DEEPEST = 30;
    private static final int USUAL_DEPTH = 6;
    private static final int MOST_ELEMENTS = 400;
    private static final String[] WORDS = {
        "weir", "água", "a &lt; b", "x &amp; y", "水位", "plain", " two  words ", "&#x1F30A;", "]]&gt;", "'"
    };

    private final List<XSElementDecl> roots = new ArrayList<>();
    private final Map<XSType, List<XSComplexType>> derived = new HashMap<>();
    private final Map<XSComplexType, Integer> heights = new HashMap<>();
    private final Map<String, String> prefixes = new TreeMap<>();
    private final Random random;
    private StringBuilder out = new StringBuilder();
    private int elements;
    private int ids;
    private int number;

    /** A document grew too large, or came to a type that no document can hold. */
    private static final class Abandoned extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    InstanceDocuments(List<Path> schemas, Random random) throws Exception {
        this.random = random;
        SAXParserFactory factory = SAXParserFactory.newDefaultNSInstance();
        XSOMParser parser = new XSOMParser(factory);
        parser.setErrorHandler(new Refusal());
        for (Path schema : schemas) {
            parser.parse(schema.toFile());
        }
        XSSchemaSet set = parser.getResult();
        List<XSComplexType> types = new ArrayList<>();
        for (Iterator<XSComplexType> all = set.iterateComplexTypes(); all.hasNext(); ) {
            types.add(all.next());
        }
        types.sort(Comparator.comparing((XSComplexType type) -> type.getTargetNamespace() + " " + type.getName()));
        for (XSComplexType type : types) {
            if (!type.isAbstract() && type.getTargetNamespace().equals(XSD) == isOfSchemas(schemas)) {
                XSType base = type.getBaseType();
                while (base != null && base != base.getBaseType()) {
                    derived.computeIfAbsent(base, t -> new ArrayList<>()).add(type);
                    base = base.getBaseType();
                }
            }
        }
        for (Iterator<XSElementDecl> all = set.iterateElementDecls(); all.hasNext(); ) {
            XSElementDecl element = all.next();
            if (!element.isAbstract()
                    && element.getType().isComplexType()
                    && height(element.getType(), 12, new HashSet<>()) < INFINITE) {
                roots.add(element);
            }
        }
        roots.sort(Comparator.comparing((XSElementDecl e) -> e.getTargetNamespace() + " " + e.getName()));
        set.getSchemas().stream().map(XSSchema::getTargetNamespace).sorted().forEach(this::prefix);
    }

    /** XML Schema's own schema is compiled as any other, where it is the one. */
    private static boolean isOfSchemas(List<Path> schemas) {
        return schemas.stream().anyMatch(file -> file.endsWith("XMLSchema.xsd"));
    }

    private static final class Refusal implements ErrorHandler {
        @Override
        public void warning(SAXParseException told) {}

        @Override
        public void error(SAXParseException wrong) throws SAXException {
            throw wrong;
        }

        @Override
        public void fatalError(SAXParseException wrong) throws SAXException {
            throw wrong;
        }
    }

    /** Another document. */
    String next() {
        for (int attempt = 0; attempt < 1_000; attempt++) {
            out = new StringBuilder();
            elements = 0;
            ids = 0;
            try {
                element(roots.get(random.nextInt(roots.size())), 0);
                return out.toString();
            } catch (Abandoned again) {
                // The next attempt takes another way.
            }
        }
        throw new IllegalStateException("no document of this schema ends");
    }

    // ---------------------------------------------------------------- elements

    private void element(XSElementDecl declared, int depth) {
        List<XSElementDecl> choice = new ArrayList<>();
        for (XSElementDecl one : declared.getSubstitutables()) {
            if (!one.isAbstract()) {
                choice.add(one);
            }
        }
        choice.sort(Comparator.comparing(XSElementDecl::getName));
        if (choice.isEmpty() || depth > DEEPEST || ++elements > MOST_ELEMENTS) {
            throw new Abandoned();
        }
        XSElementDecl element = depth > USUAL_DEPTH ? lowest(choice) : choice.get(random.nextInt(choice.size()));
        XSType type = element.getType();
        XSComplexType substitute = null;
        // Of simple types there are none: in a choice, the reference writes them as any of its elements, by chance.
        List<XSComplexType> others = type.isSimpleType() ? List.of() : derived.getOrDefault(type, List.of());
        boolean isAbstract = type.isComplexType() && type.asComplexType().isAbstract();
        boolean isAny = type.getName() != null
                && type.getName().equals("anyType")
                && type.getTargetNamespace().equals(XSD);
        if (!others.isEmpty() && (isAbstract || !isAny && depth < USUAL_DEPTH && random.nextInt(3) == 0)) {
            substitute = others.get(random.nextInt(others.size()));
        } else if (isAbstract) {
            throw new Abandoned();
        }
        String name = qualified(element.getTargetNamespace(), element.getName());
        out.append('<').append(name);
        if (depth == 0) {
            prefixes.forEach((uri, prefix) -> out.append(" xmlns:" + prefix + "=\"" + uri + "\""));
            out.append(" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xmlns:xs=\"" + XSD + "\"");
        }
        if (substitute != null) {
            out.append(" xsi:type=\"" + qualified(substitute.getTargetNamespace(), substitute.getName()) + "\"");
            type = substitute;
        }
        boolean nil = element.isNillable() && random.nextInt(5) == 0;
        if (nil) {
            out.append(" xsi:nil=\"true\"");
        }
        if (type.isSimpleType()) {
            out.append('>').append(nil ? "" : value(element, type.asSimpleType()));
        } else if (isAny && substitute == null) {
            anything(nil);
        } else {
            complex(element, type.asComplexType(), nil, depth);
        }
        out.append("</").append(name).append('>');
    }

    private XSElementDecl lowest(List<XSElementDecl> choice) {
        XSElementDecl best = choice.get(0);
        for (XSElementDecl one : choice) {
            if (height(one.getType(), 12, new HashSet<>()) < height(best.getType(), 12, new HashSet<>())) {
                best = one;
            }
        }
        return best;
    }

    private void anything(boolean nil) {
        switch (nil ? 4 : random.nextInt(4)) {
            case 0 -> out.append(" xsi:type=\"xs:int\">").append(random.nextInt());
            case 1 -> out.append(" xsi:type=\"xs:string\">").append(word());
            case 2 -> out.append('>').append("<f:x xmlns:f=\"urn:foreign\" a=\"1\"/>");
            case 3 -> out.append('>').append(word());
            default -> out.append('>');
        }
    }

    private void complex(XSElementDecl element, XSComplexType type, boolean nil, int depth) {
        List<XSAttributeUse> uses = new ArrayList<>(type.getAttributeUses());
        uses.sort(Comparator.comparing(use -> use.getDecl().getName()));
        for (XSAttributeUse use : uses) {
            if (use.isRequired() || random.nextInt(3) == 0) {
                String value = use.getFixedValue() != null
                        ? use.getFixedValue().value
                        : value(use.getDecl().getType());
                out.append(' ')
                        .append(qualified(
                                use.getDecl().getTargetNamespace(),
                                use.getDecl().getName()))
                        .append("=\"")
                        .append(value)
                        .append('"');
            }
        }
        XSWildcard attributes = type.getAttributeWildcard();
        if (attributes != null && attributes.acceptsNamespace("urn:foreign") && random.nextInt(3) == 0) {
            out.append(" xmlns:f=\"urn:foreign\" f:extra=\"" + word() + "\"");
        }
        out.append('>');
        XSContentType content = type.getContentType();
        if (nil) {
            return;
        }
        if (content.asSimpleType() != null) {
            out.append(value(element, content.asSimpleType()));
        } else if (content.asParticle() != null) {
            particle(content.asParticle(), type.isMixed(), depth);
        }
        if (type.isMixed() && random.nextBoolean()) {
            out.append(word());
        }
    }

    private void particle(XSParticle particle, boolean mixed, int depth) {
        int least = particle.getMinOccurs().intValue();
        int most = particle.getMaxOccurs().intValue();
        int count = least;
        if (depth < USUAL_DEPTH && elements < MOST_ELEMENTS / 4) {
            int more = most < 0 ? 3 : Math.min(3, most - least);
            count += more == 0 || depth > 2 && random.nextBoolean() ? 0 : random.nextInt(more + 1);
        }
        for (int i = 0; i < count; i++) {
            if (mixed && random.nextInt(3) == 0) {
                out.append(word());
            } else if (!mixed && random.nextInt(5) == 0) {
                out.append("\n  ");
            }
            term(particle.getTerm(), mixed, depth);
        }
    }

    private void term(XSTerm term, boolean mixed, int depth) {
        if (term.isElementDecl()) {
            element(term.asElementDecl(), depth + 1);
        } else if (term.isWildcard()) {
            wildcard(term.asWildcard(), depth);
        } else {
            XSModelGroup group =
                    term.isModelGroupDecl() ? term.asModelGroupDecl().getModelGroup() : term.asModelGroup();
            List<XSParticle> children = new ArrayList<>(List.of(group.getChildren()));
            if (group.getCompositor() == XSModelGroup.CHOICE) {
                if (!children.isEmpty()) {
                    particle(chosen(children, depth), mixed, depth);
                }
                return;
            }
            if (group.getCompositor() == XSModelGroup.ALL) {
                Collections.shuffle(children, random);
            }
            children.forEach(child -> particle(child, mixed, depth));
        }
    }

    private XSParticle chosen(List<XSParticle> children, int depth) {
        if (depth <= USUAL_DEPTH) {
            return children.get(random.nextInt(children.size()));
        }
        XSParticle best = children.get(0);
        for (XSParticle child : children) {
            if (height(child, 12, new HashSet<>()) < height(best, 12, new HashSet<>())) {
                best = child;
            }
        }
        return best;
    }

    private void wildcard(XSWildcard wildcard, int depth) {
        if (wildcard.getMode() != XSWildcard.STRTICT
                && wildcard.acceptsNamespace("urn:foreign")
                && random.nextBoolean()) {
            out.append("<f:thing xmlns:f=\"urn:foreign\" k=\"" + word() + "\"><f:inner/>" + word() + "</f:thing>");
            return;
        }
        List<XSElementDecl> known = new ArrayList<>();
        for (XSElementDecl root : roots) {
            if (wildcard.acceptsNamespace(root.getTargetNamespace())) {
                known.add(root);
            }
        }
        if (!known.isEmpty()) {
            element(depth > USUAL_DEPTH ? lowest(known) : known.get(random.nextInt(known.size())), depth + 1);
        } else if (wildcard.acceptsNamespace("urn:foreign")) {
            out.append("<f:other xmlns:f=\"urn:foreign\"/>");
        }
    }

    // ---------------------------------------------------------------- how deep content must be

    private int height(XSType type, int bound, Set<XSType> open) {
        if (type.isSimpleType()) {
            return 1;
        }
        XSComplexType complex = type.asComplexType();
        Integer known = heights.get(complex);
        if (known != null) {
            return known;
        }
        if (bound == 0 || !open.add(type)) {
            return INFINITE;
        }
        int height = INFINITE;
        if (!complex.isAbstract()) {
            XSParticle content = complex.getContentType().asParticle();
            height = content == null ? 1 : 1 + height(content, bound - 1, open);
        } else {
            for (XSComplexType other : derived.getOrDefault(type, List.of())) {
                height = Math.min(height, height(other, bound - 1, open));
            }
        }
        open.remove(type);
        if (open.isEmpty()) {
            heights.put(complex, height);
        }
        return Math.min(height, INFINITE);
    }

    private int height(XSParticle particle, int bound, Set<XSType> open) {
        return particle.getMinOccurs().signum() == 0 ? 0 : height(particle.getTerm(), bound, open);
    }

    private int height(XSTerm term, int bound, Set<XSType> open) {
        if (term.isElementDecl()) {
            int height = INFINITE;
            for (XSElementDecl one : term.asElementDecl().getSubstitutables()) {
                height = one.isAbstract() ? height : Math.min(height, height(one.getType(), bound, open));
            }
            return height;
        }
        if (term.isWildcard()) {
            return 1;
        }
        XSModelGroup group = term.isModelGroupDecl() ? term.asModelGroupDecl().getModelGroup() : term.asModelGroup();
        boolean choice = group.getCompositor() == XSModelGroup.CHOICE && group.getSize() > 0;
        int height = choice ? INFINITE : 0;
        for (XSParticle child : group.getChildren()) {
            int one = height(child, bound, open);
            height = choice ? Math.min(height, one) : Math.max(height, one);
        }
        return height;
    }

    // ---------------------------------------------------------------- values

    private String value(XSElementDecl element, XSSimpleType type) {
        if (element.getFixedValue() != null) {
            return element.getFixedValue().value;
        }
        return element.getDefaultValue() != null && random.nextBoolean() ? "" : value(type);
    }

    private String value(XSSimpleType type) {
        if (type.isUnion()) {
            int member = random.nextInt(type.asUnion().getMemberSize());
            return value(type.asUnion().getMember(member));
        }
        List<String> enumeration = new ArrayList<>();
        for (XSSimpleType one = type; one.isRestriction() && enumeration.isEmpty(); one = one.getSimpleBaseType()) {
            for (XSFacet facet : one.asRestriction().getDeclaredFacets()) {
                if (facet.getName().equals(XSFacet.FACET_ENUMERATION)) {
                    enumeration.add(facet.getValue().value);
                }
            }
            if (one.getSimpleBaseType() == null || one.getSimpleBaseType() == one) {
                break;
            }
        }
        if (!enumeration.isEmpty()) {
            return enumeration.get(random.nextInt(enumeration.size()));
        }
        if (type.isList()) {
            StringBuilder items = new StringBuilder();
            for (int i = random.nextInt(4); i >= 0; i--) {
                items.append(items.isEmpty() ? "" : random.nextBoolean() ? " " : "\n ")
                        .append(value(type.asList().getItemType()).strip());
            }
            return items.toString();
        }
        if (!XSD.equals(type.getTargetNamespace()) || type.isLocal()) {
            XSSimpleType base = type.getSimpleBaseType();
            return value(base);
        }
        return builtIn(type);
    }

    private String builtIn(XSSimpleType type) {
        int n = random.nextInt(100);
        return switch (type.getName()) {
            case "boolean" -> new String[] {"true", "false", "1", " 0 "}[n % 4];
            case "byte", "unsignedByte", "short", "unsignedShort", "int", "unsignedInt", "long", "unsignedLong" ->
                n % 5 == 0 ? " +" + n + "\n" : String.valueOf(n);
            case "integer", "nonNegativeInteger", "positiveInteger" -> String.valueOf(n + 1);
            case "nonPositiveInteger", "negativeInteger" -> String.valueOf(-n - 1);
            case "decimal" ->
                n % 4 == 0
                        ? " +1.500 "
                        : BigDecimal.valueOf(random.nextInt(), 3).toPlainString();
            case "float", "double" ->
                new String[] {"INF", "-INF", "NaN", "1.5E3", " -0 ", String.valueOf(random.nextGaussian())}[n % 6];
            case "dateTime" -> "2026-11-21T10:05:" + (10 + n % 50) + new String[] {"", "Z", ".25+01:00"}[n % 3];
            case "date" -> "2026-11-" + (10 + n % 20) + new String[] {"", "Z", "-05:00"}[n % 3];
            case "time" -> "10:05:" + (10 + n % 50) + new String[] {"", "Z", ".125"}[n % 3];
            case "gYear" -> "20" + (10 + n % 90);
            case "gYearMonth" -> "2026-" + (10 + n % 3);
            case "gMonth" -> "--" + (10 + n % 3);
            case "gMonthDay" -> "--11-" + (10 + n % 20);
            case "gDay" -> "---" + (10 + n % 20);
            case "duration" -> "P" + (1 + n % 9) + "DT" + n + "M";
            case "base64Binary" -> new String[] {"", "d2Vpcg==", " d2Vp\ncg== "}[n % 3];
            case "hexBinary" -> new String[] {"", "0fB7", "CAFE"}[n % 3];
            case "QName" ->
                (prefixes.isEmpty() ? "xs" : prefixes.values().iterator().next()) + ":thing" + n;
            case "ID" -> "id" + ids++;
            case "IDREF", "IDREFS", "ENTITY", "ENTITIES" -> "id" + random.nextInt(ids + 2);
            case "NMTOKEN", "Name", "NCName", "NMTOKENS" -> "name" + n;
            case "language" -> n % 2 == 0 ? "en" : "de-CH";
            case "anyURI" -> n % 3 == 0 ? " http://example.org/a b " : "urn:x:" + n;
            default -> word();
        };
    }

    private String word() {
        return WORDS[random.nextInt(WORDS.length)];
    }

    private String qualified(String namespace, String local) {
        return namespace.isEmpty() ? local : prefix(namespace) + ":" + local;
    }

    private String prefix(String namespace) {
        if (namespace.equals("http://www.w3.org/XML/1998/namespace")) {
            return "xml";
        }
        if (namespace.equals(XSD)) {
            return "xs";
        }
        return namespace.isEmpty() ? "" : prefixes.computeIfAbsent(namespace, uri -> "n" + number++);
    }
}
