package dev.weir.xml.fuzz;

import dev.weir.xml.DtdPolicy;
import dev.weir.xml.XmlDeclaration;
import dev.weir.xml.XmlException;
import dev.weir.xml.text.ReadOptions;
import dev.weir.xml.text.XmlText;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Where Weir reads a document otherwise than a peer and is right: which peer, what is seen of it, and the clause that
 * says so. Each is as narrow as can be.
 */
enum KnownDifference {
    /** XML 1.0, fifth edition, productions 4 and 4a: the peers know the names of the fourth edition. */
    NAMES_OF_THE_FIFTH_EDITION {
        @Override
        boolean explains(Peer peer, byte[] document, Reading weir, Reading read) {
            ReadOptions fourth =
                    ReadOptions.DEFAULT.withDtdPolicy(DtdPolicy.INTERNAL).withFourthEdition(true);
            return !read.accepted()
                    && !Reading.of(XmlText.reader(document, 0, document.length, fourth))
                            .accepted();
        }
    },

    /** Namespaces in XML 1.0, section 7: no colon in the target of a processing instruction, in entities and notations. */
    COLONS {
        private static final Pattern TARGET = Pattern.compile("<\\?[^\\s?>]*:");

        @Override
        boolean explains(Peer peer, byte[] document, Reading weir, Reading read) {
            return read.accepted()
                    && (refused(weir, "colon")
                            || refused(weir, "a name must not start with")
                                    && TARGET.matcher(text(document)).find());
        }
    },

    /** XML 1.0, section 2.11: line ends are normalised on input, so a reference to CR in an entity's value stays one. */
    CR_BY_WAY_OF_AN_ENTITY {
        @Override
        boolean explains(Peer peer, byte[] document, Reading weir, Reading read) {
            return peer == Peer.XERCES
                    && contains(document, "<!ENTITY")
                    && weir.accepted()
                    && read.accepted()
                    && lineFeeds(weir.items()).equals(lineFeeds(read.items()));
        }

        private static List<String> lineFeeds(List<String> items) {
            return items.stream()
                    .map(item -> item.startsWith("start ")
                            ? item.replaceAll("[\r\n\u0085\u2028]", " ").replaceAll(" +", " ")
                            : item.replaceAll("[\r\n\u0085\u2028]+", "\n"))
                    .toList();
        }
    },

    /** XML 1.1, section 2.11: U+0085 and U+2028 are line ends; Woodstox overlooks some. */
    LINE_ENDS_OF_1_1 {
        @Override
        boolean explains(Peer peer, byte[] document, Reading weir, Reading read) {
            return peer == Peer.WOODSTOX
                    && isVersion11(document)
                    && weir.accepted()
                    && (refused(read, "code 133)")
                            || refused(read, "code 8232")
                            || read.accepted() && lineFeeds(weir.items()).equals(lineFeeds(read.items())));
        }

        private static List<String> lineFeeds(List<String> items) {
            return items.stream()
                    .map(item -> item.replaceAll("[\r\n\u0085\u2028]+", "\n"))
                    .map(item -> item.startsWith("start ") ? item.replace('\n', ' ') : item)
                    .map(item -> item.startsWith("pi ") ? item.replaceFirst("^(pi [^ ]*)\\s+", "$1 ") : item)
                    .toList();
        }
    },

    /** XML 1.1, section 2.11: U+0085 and U+2028 within the XML declaration are a fatal error. */
    LINE_ENDS_IN_THE_DECLARATION {
        @Override
        boolean explains(Peer peer, byte[] document, Reading weir, Reading read) {
            return peer == Peer.XERCES
                    && refused(weir, "the XML declaration holds")
                    && (refused(weir, "(U+0085)") || refused(weir, "(U+2028)"));
        }
    },

    /** XML 1.0, production 4: names end at U+EFFFF. */
    NAMES_BEYOND_ALL_NAMES {
        private static final Pattern PRIVATE_USE = Pattern.compile("\\(U\\+(F|10)[0-9A-F]{4}\\)");

        @Override
        boolean explains(Peer peer, byte[] document, Reading weir, Reading read) {
            return peer == Peer.WOODSTOX
                    && weir.refusal() != null
                    && PRIVATE_USE.matcher(weir.refusal()).find();
        }
    },

    /** XML 1.1, section 4.1: what is declared may be referred to; after some references to CR Xerces forgets the rest. */
    ENTITIES_AFTER_REFERENCES_TO_LINE_ENDS {
        @Override
        boolean explains(Peer peer, byte[] document, Reading weir, Reading read) {
            return peer == Peer.XERCES
                    && weir.accepted()
                    && isVersion11(document)
                    && contains(document, "<!ENTITY")
                    && refused(read, "referenced, but not declared");
        }
    },

    /** RFC 2781, section 2.2 (XML 1.0, section 4.3.3): a surrogate without its pair is not UTF-16. */
    UNPAIRED_SURROGATES {
        @Override
        boolean explains(Peer peer, byte[] document, Reading weir, Reading read) {
            return peer == Peer.WOODSTOX && read.accepted() && refused(weir, "not UTF-16");
        }
    },

    /** XML 1.0, section 4.3.3: an encoding that cannot be processed is a fatal error; Woodstox guesses at bad names. */
    UNKNOWN_ENCODINGS {
        @Override
        boolean explains(Peer peer, byte[] document, Reading weir, Reading read) {
            return peer == Peer.WOODSTOX && refused(weir, "the encoding \"") && refused(weir, "\" is not known");
        }
    },

    /** XML 1.0, production 2: U+FFFE and U+FFFF are no characters, in UTF-16 as little as in UTF-8. */
    NO_CHARACTERS {
        @Override
        boolean explains(Peer peer, byte[] document, Reading weir, Reading read) {
            return peer == Peer.WOODSTOX && (refused(weir, "U+FFFE is not") || refused(weir, "U+FFFF is not"));
        }
    },

    /** XML 1.0, production 2: Woodstox does not look at the characters of comments in a DTD. */
    CHARACTERS_OF_A_DTD {
        @Override
        boolean explains(Peer peer, byte[] document, Reading weir, Reading read) {
            return peer == Peer.WOODSTOX && refused(weir, "is not allowed in a DTD");
        }
    },

    /** XML 1.0, section 4.3.3: a document in another encoding than it declares is a fatal error. */
    WRONG_ENCODING {
        @Override
        boolean explains(Peer peer, byte[] document, Reading weir, Reading read) {
            return read.accepted() && refused(weir, "the document declares the encoding");
        }
    },

    /**
     * XML 1.0, section 4.1, Entity Declared: in a document with references to parameter entities that is not standalone,
     * an entity that is not declared is no violation of well-formedness.
     */
    UNDECLARED_ENTITIES {
        @Override
        boolean explains(Peer peer, byte[] document, Reading weir, Reading read) {
            return weir.accepted()
                    && (refused(read, "Undeclared general entity") || refused(read, "referenced, but not declared"))
                    && contains(document, "%");
        }
    },

    /** XML 1.0, section 4.1, Entity Declared: before a default value that refers to it. Woodstox looks when it is used. */
    UNDECLARED_ENTITIES_IN_DEFAULTS {
        @Override
        boolean explains(Peer peer, byte[] document, Reading weir, Reading read) {
            return peer == Peer.WOODSTOX && contains(document, "<!ATTLIST") && refused(weir, "; is not declared");
        }
    },

    /** Namespaces in XML 1.1, section 5: a prefix that is undeclared must not be used. */
    UNDECLARED_PREFIXES {
        @Override
        boolean explains(Peer peer, byte[] document, Reading weir, Reading read) {
            return peer == Peer.WOODSTOX && isVersion11(document) && refused(weir, "is not bound to a namespace");
        }
    },

    /** XML 1.1, section 2.2: restricted characters may come by references, in the values of entities as well. */
    RESTRICTED_CHARACTERS_BY_WAY_OF_AN_ENTITY {
        @Override
        boolean explains(Peer peer, byte[] document, Reading weir, Reading read) {
            return peer == Peer.WOODSTOX
                    && weir.accepted()
                    && isVersion11(document)
                    && contains(document, "<!ENTITY")
                    && refused(read, "Illegal character");
        }
    },

    /** XML 1.0, production 3: no control character but TAB, LF and CR is white space in an XML declaration. */
    CONTROLS_IN_THE_DECLARATION {
        private static final Pattern CONTROL_AFTER_XML = Pattern.compile("^<\\?xml[\\x01-\\x1F]");
        private static final Pattern CONTROL = Pattern.compile("there is \\(U\\+00[01][0-9A-F]\\) at line [0-9]+,");

        @Override
        boolean explains(Peer peer, byte[] document, Reading weir, Reading read) {
            return peer == Peer.WOODSTOX
                    && contains(document, "<?xml")
                    && weir.items().isEmpty()
                    && weir.refusal() != null
                    && (CONTROL.matcher(weir.refusal()).find()
                            || CONTROL_AFTER_XML.matcher(text(document)).find());
        }
    },

    /** XML 1.1, production 1: an end tag or a processing instruction may end a document; Xerces is late to see the end. */
    END_OF_A_DOCUMENT_OF_1_1 {
        @Override
        boolean explains(Peer peer, byte[] document, Reading weir, Reading read) {
            return peer == Peer.XERCES
                    && weir.accepted()
                    && isVersion11(document)
                    && refused(read, "must start and end within the same entity")
                    && read.items().equals(weir.items().subList(0, read.items().size()));
        }
    },

    /** XML 1.0, section 4.7, Unique Notation Name: a second declaration offends validity, not well-formedness. */
    NOTATIONS_DECLARED_TWICE {
        @Override
        boolean explains(Peer peer, byte[] document, Reading weir, Reading read) {
            return peer == Peer.WOODSTOX && refused(read, "Trying to redefine notation");
        }
    },

    /** XML 1.0, productions 9 and 68: a reference in the value of an entity has a name. */
    REFERENCES_WITHOUT_NAMES {
        @Override
        boolean explains(Peer peer, byte[] document, Reading weir, Reading read) {
            return peer == Peer.WOODSTOX
                    && contains(document, "<!ENTITY")
                    && contains(document, "&;")
                    && refused(weir, "must start a reference such as &name;");
        }
    },

    /** Namespaces in XML 1.0, section 2.2, No Prefix Undeclaring: not by a default value either. */
    PREFIXES_UNDECLARED_BY_DEFAULT {
        @Override
        boolean explains(Peer peer, byte[] document, Reading weir, Reading read) {
            return peer == Peer.WOODSTOX && contains(document, "<!ATTLIST") && refused(weir, "cannot be undeclared");
        }
    },

    /** XML 1.0, production 75: white space separates the two identifiers of a notation or an external entity. */
    IDENTIFIERS_WITHOUT_SPACE {
        @Override
        boolean explains(Peer peer, byte[] document, Reading weir, Reading read) {
            return read.accepted() && refused(weir, "white space before the system identifier must stand here");
        }
    },

    /** XML 1.0, production 53: white space comes before each attribute of a list. */
    ATTRIBUTES_WITHOUT_SPACE {
        @Override
        boolean explains(Peer peer, byte[] document, Reading weir, Reading read) {
            return peer == Peer.XERCES
                    && contains(document, "<!ATTLIST")
                    && refused(weir, "white space or \">\" must stand here");
        }
    },

    /**
     * XML 1.0, section 5.1: after a reference to a parameter entity that is not read, declarations of entities and
     * attributes are not heeded. The peers take one that is not declared for nothing.
     */
    DECLARATIONS_AFTER_AN_UNREAD_ENTITY {
        private static final Pattern REFERENCE = Pattern.compile("%([^\\s;%]+);");

        @Override
        boolean explains(Peer peer, byte[] document, Reading weir, Reading read) {
            String text = text(document);
            return weir.accepted()
                    && REFERENCE
                            .matcher(text)
                            .results()
                            .anyMatch(reference -> !Pattern.compile(
                                            "<!ENTITY\\s+%\\s+" + Pattern.quote(reference.group(1)))
                                    .matcher(text)
                                    .find());
        }
    },

    /** XML 1.0, section 4.4.2: the whole text of an entity is included; Xerces loses some surrogate pairs of it. */
    SURROGATES_IN_AN_ENTITY {
        @Override
        boolean explains(Peer peer, byte[] document, Reading weir, Reading read) {
            return peer == Peer.XERCES
                    && contains(document, "<!ENTITY")
                    && weir.accepted()
                    && read.accepted()
                    && withoutSurrogates(weir.items()).equals(withoutSurrogates(read.items()));
        }

        private static List<String> withoutSurrogates(List<String> items) {
            return items.stream()
                    .map(item -> item.startsWith("text ") ? item.replaceAll("[\\x{10000}-\\x{10FFFF}]", "") : item)
                    .filter(item -> !item.equals("text "))
                    .toList();
        }
    },

    /** XML 1.0, production 11: a system identifier may hold any character; Xerces takes surrogate pairs for two. */
    SURROGATES_IN_AN_IDENTIFIER {
        @Override
        boolean explains(Peer peer, byte[] document, Reading weir, Reading read) {
            return peer == Peer.XERCES
                    && weir.accepted()
                    && refused(read, "(Unicode: 0xd8")
                    && refused(read, "was found in the system identifier");
        }
    },

    /** XML 1.0, section 3.3: of several declarations of one attribute the first counts, for xmlns:p as well. */
    LATER_DECLARATIONS_OF_NAMESPACES {
        private static final Pattern DECLARATION = Pattern.compile("(, )?xmlns:[^,\\]]*");

        @Override
        boolean explains(Peer peer, byte[] document, Reading weir, Reading read) {
            return peer == Peer.WOODSTOX
                    && contains(document, "<!ATTLIST")
                    && contains(document, "xmlns")
                    && weir.accepted()
                    && read.accepted()
                    && withoutDeclarations(weir.items()).equals(withoutDeclarations(read.items()));
        }

        private static List<String> withoutDeclarations(List<String> items) {
            return items.stream()
                    .map(item -> item.startsWith("start ")
                            ? DECLARATION.matcher(item).replaceAll("")
                            : item)
                    .toList();
        }
    },

    /** XML 1.0, section 3.3.3: namespace declarations are attributes, and normalised by the types that are declared. */
    TYPES_OF_NAMESPACE_DECLARATIONS {
        @Override
        boolean explains(Peer peer, byte[] document, Reading weir, Reading read) {
            return contains(document, "<!ATTLIST")
                    && contains(document, "xmlns")
                    && read.accepted()
                    && (refused(weir, "comes twice")
                            || withoutSpaces(weir.items()).equals(withoutSpaces(read.items())));
        }

        private static List<String> withoutSpaces(List<String> items) {
            return items.stream()
                    .map(item -> item.startsWith("text ") ? item : sorted(item.replaceAll("[ {}\\[\\]]", "")))
                    .toList();
        }

        /** A space changes the order of the parts of a tag. */
        private static String sorted(String parts) {
            return Stream.of(parts.split("[,@]+")).sorted().collect(Collectors.joining(","));
        }
    };

    private static boolean refused(Reading reading, String reason) {
        return reading.refusal() != null && reading.refusal().contains(reason);
    }

    /** True where a document holds some ASCII text, in whatever encoding. */
    private static boolean contains(byte[] document, String text) {
        return text(document).contains(text);
    }

    private static String text(byte[] document) {
        return new String(document, StandardCharsets.ISO_8859_1).replace("\0", "");
    }

    private static boolean isVersion11(byte[] document) {
        try {
            XmlDeclaration declaration = XmlText.reader(document, 0, document.length, ReadOptions.DEFAULT)
                    .declaration();
            return declaration != null && declaration.version().equals("1.1");
        } catch (XmlException unreadable) {
            return false;
        }
    }

    /** True where this is all the difference. */
    abstract boolean explains(Peer peer, byte[] document, Reading weir, Reading read);
}
