package dev.weir.xml.fastinfoset;

import static dev.weir.xml.fastinfoset.FastInfosetLayout.*;

import dev.weir.xml.DtdPolicy;
import dev.weir.xml.XmlDoctype;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLimits;
import dev.weir.xml.XmlLocation;
import dev.weir.xml.dtd.Declaration;
import dev.weir.xml.dtd.Dtd;
import dev.weir.xml.dtd.DtdException;
import dev.weir.xml.dtd.DtdRules;
import dev.weir.xml.dtd.EntityDeclaration;
import dev.weir.xml.dtd.NotationDeclaration;
import dev.weir.xml.fastinfoset.Vocabulary.Name;
import dev.weir.xml.lexical.Edition;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes the head of a document, which precedes its first item (X.891, C.2.2 to C.2.10): collected first, then written
 * at once.
 */
final class DocumentHeadWriter {
    /** A policy that replaces external entities with nothing. */
    private static final DtdPolicy INTERNAL_ONLY = DtdPolicy.resolving(null, (publicId, uri) -> null);

    @Nullable String version;

    @Nullable String scheme;

    @Nullable Boolean standalone;

    private final List<NotationDeclaration> notations = new ArrayList<>(0);
    private final List<EntityDeclaration> unparsed = new ArrayList<>(0);

    /** True for a document whose head has no optional component. */
    boolean isPlain(FastInfosetWriteOptions options) {
        return version == null
                && scheme == null
                && standalone == null
                && !options.xmlDeclaration()
                && options.additionalData().isEmpty()
                && options.externalUri() == null
                && options.vocabulary().isEmpty()
                && !hasDeclarations();
    }

    boolean hasDeclarations() {
        return !notations.isEmpty() || !unparsed.isEmpty();
    }

    /** Parses a document type declaration given as markup. */
    static XmlDoctype parse(String markup) {
        String text = markup.strip();
        if (!text.startsWith("<!DOCTYPE") || !text.endsWith(">")) {
            throw new XmlException("not a document type declaration: " + text, XmlLocation.NONE);
        }
        return read(text.substring("<!DOCTYPE".length(), text.length() - 1), Edition.FIFTH)
                .doctype();
    }

    private static Dtd read(String declaration, Edition edition) {
        try {
            return Dtd.parse(declaration, new DtdRules(edition, false, false, INTERNAL_ONLY, XmlLimits.DEFAULT));
        } catch (DtdException illFormed) {
            throw new XmlException(
                    "the document type is not well-formed: " + illFormed.getMessage(), XmlLocation.NONE, illFormed);
        }
    }

    /**
     * Collects the declarations of an internal subset that Fast Infoset can represent; returns its processing
     * instructions.
     */
    List<Declaration.Instruction> take(XmlDoctype doctype) {
        Dtd dtd = read(
                " " + doctype.name() + " [" + doctype.internalSubset() + "]",
                version == null ? Edition.FIFTH : Edition.XML_1_1);
        List<Declaration.Instruction> instructions = new ArrayList<>(0);
        for (Declaration item : dtd.declarations()) {
            if (item instanceof Declaration.Instruction instruction) {
                instructions.add(instruction);
            } else if (item instanceof NotationDeclaration notation) {
                notations.add(notation);
            } else if (item instanceof EntityDeclaration entity && entity.notation() != null) {
                unparsed.add(entity);
            }
        }
        return instructions;
    }

    void write(LiteralOutput to, FastInfosetWriteOptions options) {
        if (options.xmlDeclaration()) {
            byte[] declaration = declaration().getBytes(StandardCharsets.US_ASCII);
            to.octets(declaration, 0, declaration.length);
        }
        to.octets(MAGIC, 0, MAGIC.length);
        boolean vocabulary =
                options.externalUri() != null || !options.vocabulary().isEmpty();
        to.octet((options.additionalData().isEmpty() ? 0 : HAS_ADDITIONAL_DATA)
                | (vocabulary ? HAS_INITIAL_VOCABULARY : 0)
                | (notations.isEmpty() ? 0 : HAS_NOTATIONS)
                | (unparsed.isEmpty() ? 0 : HAS_UNPARSED_ENTITIES)
                | (scheme == null ? 0 : HAS_ENCODING_SCHEME)
                | (standalone == null ? 0 : HAS_STANDALONE)
                | (version == null ? 0 : HAS_VERSION));
        if (!options.additionalData().isEmpty()) {
            to.sequence(options.additionalData().size());
            for (Map.Entry<String, byte[]> datum : options.additionalData().entrySet()) {
                string(to, datum.getKey());
                string(to, datum.getValue());
            }
        }
        if (vocabulary) {
            vocabulary(to, options);
        }
        if (!notations.isEmpty()) {
            for (NotationDeclaration notation : notations) {
                to.octet(NOTATION | LiteralOutput.present(notation.systemId(), notation.publicId()));
                to.otherName(notation.name());
                to.identifiers(notation.systemId(), notation.publicId());
            }
            to.octet(TERMINATOR);
        }
        if (!unparsed.isEmpty()) {
            for (EntityDeclaration entity : unparsed) {
                to.octet(UNPARSED_ENTITY | LiteralOutput.present(null, entity.publicId()));
                to.otherName(entity.name());
                to.identifiers(entity.systemId(), entity.publicId());
                to.otherName(Objects.requireNonNull(entity.notation()));
            }
            to.octet(TERMINATOR);
        }
        if (scheme != null) {
            string(to, scheme);
        }
        if (standalone != null) {
            to.octet(standalone ? 1 : 0);
        }
        if (version != null) {
            to.otherString(version);
        }
    }

    private String declaration() {
        StringBuilder declaration = new StringBuilder("<?xml version='");
        declaration.append(version == null ? "1.0" : version).append("' encoding='finf'");
        if (standalone != null) {
            declaration.append(" standalone='").append(standalone ? "yes'" : "no'");
        }
        return declaration.append("?>").toString();
    }

    private static void string(LiteralOutput to, String text) {
        string(to, text.getBytes(StandardCharsets.UTF_8));
    }

    private static void string(LiteralOutput to, byte[] octets) {
        to.lengthOn2(octets.length);
        to.octets(octets, 0, octets.length);
    }

    private static void vocabulary(LiteralOutput to, FastInfosetWriteOptions options) {
        Vocabulary own = options.vocabulary();
        String uri = options.externalUri();
        int present = (uri == null ? 0 : HAS_EXTERNAL_VOCABULARY)
                | (own.alphabets().isEmpty() ? 0 : HAS_RESTRICTED_ALPHABETS)
                | (own.algorithms().isEmpty() ? 0 : HAS_ENCODING_ALGORITHMS)
                | (own.prefixes().isEmpty() ? 0 : HAS_PREFIXES)
                | (own.namespaces().isEmpty() ? 0 : HAS_NAMESPACE_NAMES)
                | (own.localNames().isEmpty() ? 0 : HAS_LOCAL_NAMES)
                | (own.otherNcNames().isEmpty() ? 0 : HAS_OTHER_NCNAMES)
                | (own.otherUris().isEmpty() ? 0 : HAS_OTHER_URIS)
                | (own.attributeValues().isEmpty() ? 0 : HAS_ATTRIBUTE_VALUES)
                | (own.chunks().isEmpty() ? 0 : HAS_CHARACTER_CHUNKS)
                | (own.otherStrings().isEmpty() ? 0 : HAS_OTHER_STRINGS)
                | (own.elementNames().isEmpty() ? 0 : HAS_ELEMENT_NAMES)
                | (own.attributeNames().isEmpty() ? 0 : HAS_ATTRIBUTE_NAMES);
        to.octet(present >>> 8);
        to.octet(present);
        if (uri != null) {
            string(to, uri);
        }
        strings(to, own.alphabets().stream().map(RestrictedAlphabet::characters).toList());
        strings(to, own.algorithms());
        strings(to, own.prefixes());
        strings(to, own.namespaces());
        strings(to, own.localNames());
        strings(to, own.otherNcNames());
        strings(to, own.otherUris());
        values(to, own.attributeValues());
        values(to, own.chunks());
        values(to, own.otherStrings());
        Surrogates surrogates = new Surrogates(options.external(), own);
        surrogates.write(to, own.elementNames());
        surrogates.write(to, own.attributeNames());
    }

    private static void strings(LiteralOutput to, List<String> strings) {
        if (!strings.isEmpty()) {
            to.sequence(strings.size());
            strings.forEach(string -> string(to, string));
        }
    }

    /** Encoded character strings on the third bit (C.19), all in UTF-8. */
    private static void values(LiteralOutput to, List<String> values) {
        if (values.isEmpty()) {
            return;
        }
        to.sequence(values.size());
        for (String value : values) {
            byte[] octets = value.getBytes(StandardCharsets.UTF_8);
            to.lengthOn5(UTF_8, octets.length);
            to.octets(octets, 0, octets.length);
        }
    }

    /** Writes names as indexes of their parts (C.16); entries of the external vocabulary come first. */
    private static final class Surrogates {
        private final Map<String, Integer> prefixes;
        private final Map<String, Integer> namespaces;
        private final Map<String, Integer> locals;

        Surrogates(Vocabulary external, Vocabulary own) {
            prefixes = positions(List.of(XML_PREFIX), external.prefixes(), own.prefixes());
            namespaces = positions(List.of(XML_NAMESPACE), external.namespaces(), own.namespaces());
            locals = positions(List.of(), external.localNames(), own.localNames());
        }

        private static Map<String, Integer> positions(List<String> builtIn, List<String> external, List<String> own) {
            Map<String, Integer> positions = new HashMap<>();
            int next = 0;
            for (List<String> part : List.of(builtIn, external, own)) {
                for (String entry : part) {
                    positions.putIfAbsent(entry, next++);
                }
            }
            return positions;
        }

        void write(LiteralOutput to, List<Name> names) {
            if (names.isEmpty()) {
                return;
            }
            to.sequence(names.size());
            for (Name name : names) {
                boolean prefixed = !name.prefix().isEmpty();
                boolean qualified = !name.namespace().isEmpty();
                to.octet((prefixed ? PREFIX : 0) | (qualified ? NAMESPACE : 0));
                if (prefixed) {
                    index(to, prefixes, name.prefix());
                }
                if (qualified) {
                    index(to, namespaces, name.namespace());
                }
                index(to, locals, name.local());
            }
        }

        private static void index(LiteralOutput to, Map<String, Integer> positions, String part) {
            to.indexOn2(0, Objects.requireNonNull(positions.get(part), part));
        }
    }
}
