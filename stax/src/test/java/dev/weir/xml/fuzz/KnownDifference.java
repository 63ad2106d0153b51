package dev.weir.xml.fuzz;

import dev.weir.xml.lexical.Characters;
import dev.weir.xml.lexical.Edition;
import java.nio.charset.Charset;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Why Weir reads a document otherwise than a peer, and is right: the clause that says so, what the difference looks like,
 * and how a document is amended so that the cause is gone. It explains a difference only where both then agree.
 */
enum KnownDifference {
    /** XML 1.0, fifth edition, productions 4 and 4a: the peers know the names of the fourth edition. */
    NAMES_OF_THE_FIFTH_EDITION {
        @Override
        boolean shows(ParserComparison seen) {
            return seen.peerAloneRefuses("") && !seen.byFourthEdition().accepted();
        }

        @Override
        String amended(String text) {
            return exchanged(text, KnownDifference::isNewInTheFifthEdition);
        }
    },

    /** XML 1.0, fifth edition, production 26: a document of any version 1.x is read as one of 1.0. */
    VERSIONS_OF_THE_FIFTH_EDITION {
        private static final Pattern VERSION = Pattern.compile("^(.{0,3}<\\?xml\\s+version\\s*=\\s*['\"]1\\.)[0-9]+");

        @Override
        boolean shows(ParserComparison seen) {
            return seen.peerAloneRefuses("XML version") || seen.peerAloneRefuses("pseudo-attribute 'version'");
        }

        @Override
        String amended(String text) {
            return VERSION.matcher(text).replaceFirst(version -> version.group(1) + "0");
        }
    },

    /** Namespaces in XML 1.0, section 7: no colon in the target of a processing instruction, in entities and notations. */
    COLONS_WHERE_NAMESPACES_HAVE_NONE {
        private static final Pattern NAMES =
                Pattern.compile("<\\?[^\\s?>]++|<!(?:ENTITY(?:\\s+%)?|NOTATION)\\s+[^\\s>]++"
                        + "|[&%][^\\s;&%<>'\"]++;|NOTATION\\s*\\([^)]*\\)|NDATA\\s+[^\\s>]++");

        @Override
        boolean shows(ParserComparison seen) {
            return seen.weirAloneRefuses("must not hold a colon")
                    || seen.weirAloneRefuses("a name must not start with");
        }

        @Override
        String amended(String text) {
            return inEach(NAMES, text, name -> name.replace(':', '_'));
        }
    },

    /** Namespaces in XML 1.0, productions 7 to 11: a name holds one colon at most, between two names. */
    COLONS_IN_NAMES {
        private static final Pattern NAME = Pattern.compile("[^\\s<>'\"=&%;()|,/?*+!\\[\\]]++");
        private static final Pattern WRONG = Pattern.compile(":.*:|^:|:$|:[-.0-9\u00B7\u0300-\u036F\u203F\u2040]");

        @Override
        boolean shows(ParserComparison seen) {
            return seen.by(Peer.XERCES) && seen.weirAloneRefuses("a name holds one colon at most");
        }

        @Override
        String amended(String text) {
            return inEach(NAME, text, name -> WRONG.matcher(name).find() ? name.replace(':', '_') : name);
        }
    },

    /** XML 1.0, section 2.11: line ends are normalised on input, so a reference to CR in an entity's value stays one. */
    CR_BY_WAY_OF_AN_ENTITY {
        @Override
        boolean shows(ParserComparison seen) {
            return seen.by(Peer.XERCES)
                    && seen.bothAccept()
                    && lineFeeds(seen.weir().items())
                            .equals(lineFeeds(seen.read().items()));
        }

        @Override
        String amended(String text) {
            return REFERENCE_TO_LINE_END.matcher(text).replaceAll("&#10;");
        }
    },

    /** XML 1.1, section 2.11: U+0085 and U+2028 are line ends; Woodstox overlooks some. */
    LINE_ENDS_OF_1_1 {
        @Override
        boolean shows(ParserComparison seen) {
            return seen.by(Peer.WOODSTOX)
                    && seen.isVersion11()
                    && (seen.peerAloneRefuses("code 133)")
                            || seen.peerAloneRefuses("code 8232")
                            || seen.bothAccept()
                                    && lineFeeds(seen.weir().items())
                                            .equals(lineFeeds(seen.read().items())));
        }

        @Override
        String amended(String text) {
            return text.replaceAll("\r?[\u0085\u2028]", "\n");
        }
    },

    /** XML 1.1, section 2.11: U+0085 and U+2028 within the XML declaration are a fatal error. */
    LINE_ENDS_IN_THE_DECLARATION {
        /** Xerces reads them as UTF-8, also where the declaration goes on to say that it is not. */
        private static final Pattern LINE_END = Pattern.compile("[\u0085\u2028]|\u00C2\u0085|\u00E2\u0080\u00A8");

        @Override
        boolean shows(ParserComparison seen) {
            return seen.by(Peer.XERCES)
                    && seen.weirAloneRefuses("the XML declaration holds")
                    && (seen.weirAloneRefuses("(U+0085)") || seen.weirAloneRefuses("(U+2028)"));
        }

        @Override
        String amended(String text) {
            return inEach(
                    XML_DECLARATION,
                    text,
                    declaration -> LINE_END.matcher(declaration).replaceAll(" "));
        }
    },

    /** XML 1.0, production 4: names end at U+EFFFF. */
    NAMES_BEYOND_ALL_NAMES {
        @Override
        boolean shows(ParserComparison seen) {
            return seen.by(Peer.WOODSTOX) && (seen.weirAloneRefuses("U+F") || seen.weirAloneRefuses("U+10"));
        }

        @Override
        String amended(String text) {
            return text.replaceAll("[\\x{F0000}-\\x{10FFFF}]", "n");
        }
    },

    /** XML 1.0, section 4.4.5: entities are included in attribute values; Xerces finds none there in XML 1.1. */
    ENTITIES_IN_ATTRIBUTES_OF_1_1 {
        private static final Pattern TAG = Pattern.compile("<[^\\s<>!?/](?:[^<>'\"]++|" + LITERAL + ")*+");

        @Override
        boolean shows(ParserComparison seen) {
            return seen.by(Peer.XERCES) && seen.isVersion11() && seen.peerAloneRefuses("referenced, but not declared");
        }

        @Override
        String amended(String text) {
            Set<String> declared = declared(text, "");
            return inEach(
                    TAG,
                    text,
                    tag -> REFERENCE
                            .matcher(tag)
                            .replaceAll(reference -> declared.contains(reference.group(1)) ? "" : "$0"));
        }
    },

    /** RFC 2781, section 2.2 (XML 1.0, section 4.3.3): a surrogate without its pair is not UTF-16. */
    UNPAIRED_SURROGATES {
        @Override
        boolean shows(ParserComparison seen) {
            return seen.by(Peer.WOODSTOX) && seen.weirAloneRefuses("not UTF-16");
        }

        @Override
        String amended(String text) {
            return text.replaceAll("[\\x{D800}-\\x{DFFF}]", "n");
        }
    },

    /** XML 1.0, section 4.3.3: an encoding that cannot be processed is a fatal error; Woodstox guesses at bad names. */
    UNKNOWN_ENCODINGS {
        @Override
        boolean shows(ParserComparison seen) {
            return seen.by(Peer.WOODSTOX)
                    && seen.weirAloneRefuses("the encoding \"")
                    && seen.weirAloneRefuses("\" is not known");
        }

        @Override
        String amended(String text) {
            return withoutEncoding(text);
        }
    },

    /** XML 1.0, section 4.3.3: further names of encodings may be recognised; Xerces misreads UTF-16 by another name. */
    OTHER_NAMES_OF_ENCODINGS {
        private static final Pattern LEGAL_NAME = Pattern.compile("[A-Za-z][A-Za-z0-9._-]*");

        @Override
        boolean shows(ParserComparison seen) {
            return seen.by(Peer.XERCES)
                    && seen.peerAloneRefuses("")
                    && seen.read().items().isEmpty();
        }

        @Override
        String amended(String text) {
            return ENCODING.matcher(text).replaceFirst(declaration -> {
                String name = declaration.group(2);
                boolean known = LEGAL_NAME.matcher(name).matches() && Charset.isSupported(name);
                return known ? "$1 encoding='" + Charset.forName(name).name() + "'" : "$0";
            });
        }
    },

    /** XML 1.0, production 2: U+FFFE and U+FFFF are no characters, in UTF-16 as little as in UTF-8. */
    NO_CHARACTERS {
        @Override
        boolean shows(ParserComparison seen) {
            return seen.by(Peer.WOODSTOX)
                    && (seen.weirAloneRefuses("U+FFFE is not") || seen.weirAloneRefuses("U+FFFF is not"));
        }

        @Override
        String amended(String text) {
            return text.replaceAll("[\uFFFE\uFFFF]", "\uFFFD");
        }
    },

    /** XML 1.0, productions 2 and 3: Woodstox takes controls for white space in a DTD, and for characters in its comments. */
    CHARACTERS_OF_A_DTD {
        @Override
        boolean shows(ParserComparison seen) {
            return seen.by(Peer.WOODSTOX) && seen.weirAloneRefuses("is not allowed in a DTD");
        }

        @Override
        String amended(String text) {
            return text.replaceAll("[\\x00-\\x1F\\x7F-\\x9F\uFFFE\uFFFF&&[^\t\n\r\u0085]]", " ");
        }
    },

    /** XML 1.0, section 4.3.3: a document in another encoding than it declares is a fatal error. */
    WRONG_ENCODING {
        @Override
        boolean shows(ParserComparison seen) {
            return seen.weirAloneRefuses("the document declares the encoding");
        }

        @Override
        String amended(String text) {
            return withoutEncoding(text);
        }
    },

    /**
     * XML 1.0, section 4.1, Entity Declared: in a document with references to parameter entities that is not standalone,
     * an entity that is not declared is no violation of well-formedness.
     */
    UNDECLARED_ENTITIES {
        private static final Pattern PARAMETER_REFERENCE = Pattern.compile("%[^\\s;%'\"]+;");

        /** Perhaps one that an entity makes. */
        private static final Pattern MADE_REFERENCE =
                Pattern.compile("&(?:#0*38;|#x0*26;)*([^\\s;&#<>'\"][^\\s;&<>'\"]*);");

        @Override
        boolean shows(ParserComparison seen) {
            return (seen.peerAloneRefuses("Undeclared general entity")
                            || seen.peerAloneRefuses("referenced, but not declared"))
                    && PARAMETER_REFERENCE.matcher(seen.document().text()).find();
        }

        @Override
        String amended(String text) {
            Set<String> declared = declared(text, "");
            return MADE_REFERENCE
                    .matcher(text)
                    .replaceAll(reference -> declared.contains(reference.group(1)) ? "$0" : "");
        }
    },

    /** XML 1.0, section 4.1, Entity Declared: before a default value that refers to it. Woodstox looks when it is used. */
    UNDECLARED_ENTITIES_IN_DEFAULTS {
        private static final Pattern REFERENCE = Pattern.compile("&[^#;][^;]*;");

        @Override
        boolean shows(ParserComparison seen) {
            return seen.by(Peer.WOODSTOX) && seen.weirAloneRefuses("; is not declared");
        }

        @Override
        String amended(String text) {
            return inEach(ATTRIBUTE_LIST, text, list -> REFERENCE.matcher(list).replaceAll(""));
        }
    },

    /** Namespaces in XML 1.1, section 5: a prefix that is undeclared must not be used. */
    UNDECLARED_PREFIXES {
        private static final Pattern UNDECLARING = Pattern.compile("\\sxmlns:[^\\s=]+\\s*=\\s*(''|\"\")");

        @Override
        boolean shows(ParserComparison seen) {
            return seen.by(Peer.WOODSTOX) && seen.isVersion11() && seen.weirAloneRefuses("is not bound to a namespace");
        }

        @Override
        String amended(String text) {
            return UNDECLARING.matcher(text).replaceAll("");
        }
    },

    /** XML 1.1, section 2.2: restricted characters may come by references, in the values of entities as well. */
    RESTRICTED_CHARACTERS_BY_WAY_OF_AN_ENTITY {
        @Override
        boolean shows(ParserComparison seen) {
            return seen.by(Peer.WOODSTOX) && seen.isVersion11() && seen.peerAloneRefuses("Illegal character");
        }

        @Override
        String amended(String text) {
            return inEach(
                    ENTITY,
                    text,
                    entity -> CHARACTER_REFERENCE
                            .matcher(entity)
                            .replaceAll(reference -> isRestricted(character(reference)) ? "&#32;" : "$0"));
        }

        private static boolean isRestricted(int c) {
            return c < 0x20 && !Characters.isSpace(c) || c >= 0x7F && c <= 0x9F && c != 0x85;
        }
    },

    /** XML 1.0, production 3: no control character but TAB, LF and CR is white space in an XML declaration. */
    CONTROLS_IN_THE_DECLARATION {
        @Override
        boolean shows(ParserComparison seen) {
            return seen.by(Peer.WOODSTOX)
                    && seen.read().accepted()
                    && !seen.weir().accepted()
                    && seen.weir().items().isEmpty();
        }

        @Override
        String amended(String text) {
            return inEach(
                    XML_DECLARATION, text, declaration -> declaration.replaceAll("[\\x00-\\x1F&&[^\t\n\r]]", " "));
        }
    },

    /** XML 1.1, production 1: an end tag or a processing instruction may end a document; Xerces is late to see the end. */
    END_OF_A_DOCUMENT_OF_1_1 {
        @Override
        boolean shows(ParserComparison seen) {
            return seen.by(Peer.XERCES)
                    && seen.isVersion11()
                    && (seen.peerAloneRefuses("must start and end within the same entity")
                            || seen.read().accepted());
        }

        @Override
        String amended(String text) {
            return text + "\n";
        }
    },

    /** XML 1.0, production 20: a CDATA section ends at "]]>", also after brackets; Xerces overlooks that in XML 1.1. */
    BRACKETS_BEFORE_THE_END_OF_A_SECTION {
        @Override
        boolean shows(ParserComparison seen) {
            // What it takes for the rest of the section may be anything.
            return seen.by(Peer.XERCES) && seen.isVersion11();
        }

        @Override
        String amended(String text) {
            return text.replaceAll("]+]]>", "]]>");
        }
    },

    /** XML 1.0, productions 47 to 51: a content model starts with a name. */
    CONTENT_WITHOUT_A_FIRST_NAME {
        @Override
        boolean shows(ParserComparison seen) {
            return seen.by(Peer.WOODSTOX) && seen.weirAloneRefuses("expected a name but found");
        }

        @Override
        String amended(String text) {
            return inEach(ELEMENT_TYPE, text, element -> element.replaceAll("\\(\\s*[|,]", "("));
        }
    },

    /** XML 1.0, production 76: it is NDATA; Woodstox takes any character for the N. */
    MISSPELT_NDATA {
        @Override
        boolean shows(ParserComparison seen) {
            return seen.by(Peer.WOODSTOX) && seen.weirAloneRefuses("expected \">\"");
        }

        @Override
        String amended(String text) {
            return inEach(ENTITY, text, entity -> entity.replaceAll("(\\s).(DATA\\s)", "$1N$2"));
        }
    },

    /** XML 1.0, section 4.7, Unique Notation Name: a second declaration offends validity, not well-formedness. */
    NOTATIONS_DECLARED_TWICE {
        private static final Pattern NOTATION =
                Pattern.compile("<!NOTATION\\s+([^\\s>]+)(?:[^>'\"]|" + LITERAL + ")*+>");

        @Override
        boolean shows(ParserComparison seen) {
            return seen.by(Peer.WOODSTOX) && seen.peerAloneRefuses("Trying to redefine notation");
        }

        @Override
        String amended(String text) {
            Set<String> names = new HashSet<>();
            return NOTATION.matcher(text).replaceAll(declaration -> names.add(declaration.group(1)) ? "$0" : "");
        }
    },

    /** XML 1.0, productions 9 and 68: a reference in the value of an entity has a name. */
    REFERENCES_WITHOUT_NAMES {
        @Override
        boolean shows(ParserComparison seen) {
            return seen.by(Peer.WOODSTOX) && seen.weirAloneRefuses("must start a reference such as &name;");
        }

        @Override
        String amended(String text) {
            return inEach(ENTITY, text, entity -> entity.replace("&;", ""));
        }
    },

    /** Namespaces in XML 1.0, section 2.2, No Prefix Undeclaring: not by a default value either. */
    PREFIXES_UNDECLARED_BY_DEFAULT {
        /** The value may be empty by way of an entity, or of white space in a typed one. */
        private static final Pattern DECLARATION = Pattern.compile("(xmlns:[^'\"]*+)" + LITERAL);

        @Override
        boolean shows(ParserComparison seen) {
            return seen.by(Peer.WOODSTOX) && seen.weirAloneRefuses("cannot be undeclared");
        }

        @Override
        String amended(String text) {
            return inEach(
                    ATTRIBUTE_LIST, text, list -> DECLARATION.matcher(list).replaceAll("$1'u'"));
        }
    },

    /** XML 1.0, production 75: white space separates the two identifiers of a notation or an external entity. */
    IDENTIFIERS_WITHOUT_SPACE {
        private static final Pattern PUBLIC = Pattern.compile("PUBLIC\\s+" + LITERAL + "(?=['\"])");

        @Override
        boolean shows(ParserComparison seen) {
            return seen.weirAloneRefuses("expected white space before the system identifier");
        }

        @Override
        String amended(String text) {
            return PUBLIC.matcher(text).replaceAll("$0 ");
        }
    },

    /** XML 1.0, production 53: white space comes before each attribute of a list. */
    ATTRIBUTES_WITHOUT_SPACE {
        private static final Pattern DEFAULT = Pattern.compile(LITERAL + "|#IMPLIED|#REQUIRED");

        @Override
        boolean shows(ParserComparison seen) {
            return seen.by(Peer.XERCES) && seen.weirAloneRefuses("expected white space or \">\"");
        }

        @Override
        String amended(String text) {
            return inEach(ATTRIBUTE_LIST, text, list -> DEFAULT.matcher(list).replaceAll("$0 "));
        }
    },

    /**
     * XML 1.0, section 3.3.3: a value of another type than CDATA has no white space at its end. Xerces leaves it to a
     * default value that has one space too many, there and nowhere else.
     */
    SPACE_AT_THE_END_OF_A_DEFAULT {
        private static final Pattern DEFAULT = Pattern.compile("(\\s(?!CDATA)" + TYPE + "\\s*(?:#FIXED\\s+)?['\"])");

        @Override
        boolean shows(ParserComparison seen) {
            return seen.by(Peer.XERCES)
                    && seen.bothAccept()
                    && withoutEndingSpaces(seen.weir().items())
                            .equals(withoutEndingSpaces(seen.read().items()));
        }

        /** With another space, which Xerces does see, it also sees that one. */
        @Override
        String amended(String text) {
            return inEach(ATTRIBUTE_LIST, text, list -> DEFAULT.matcher(list).replaceAll("$1 "));
        }

        private static List<String> withoutEndingSpaces(List<String> items) {
            return items.stream()
                    .map(item -> item.startsWith("start ") ? item.replaceAll(" (?=, |]$)", "") : item)
                    .toList();
        }
    },

    /** XML 1.0, section 3.3.3: a TAB in a default value becomes a space; Xerces leaves it in XML 1.1. */
    TABS_IN_A_DEFAULT_OF_1_1 {
        @Override
        boolean shows(ParserComparison seen) {
            return seen.by(Peer.XERCES)
                    && seen.isVersion11()
                    && seen.bothAccept()
                    && withoutSpaces(seen.weir().items())
                            .equals(withoutSpaces(seen.read().items()));
        }

        @Override
        String amended(String text) {
            String lists = inEach(ATTRIBUTE_LIST, text, list -> list.replace('\t', ' '));
            return inEach(
                    ENTITY,
                    lists,
                    entity -> CHARACTER_REFERENCE
                            .matcher(entity.replace('\t', ' '))
                            .replaceAll(reference -> character(reference) == '\t' ? " " : "$0"));
        }
    },

    /**
     * XML 1.0, section 5.1: after a reference to a parameter entity that is not read, declarations of entities and
     * attributes are not heeded. The peers take one that is not declared for nothing.
     */
    DECLARATIONS_AFTER_AN_UNREAD_ENTITY {
        private static final Pattern REFERENCE = Pattern.compile("%([^\\s;%'\"]+);");

        @Override
        boolean shows(ParserComparison seen) {
            return seen.weir().accepted();
        }

        @Override
        String amended(String text) {
            Set<String> declared = declared(text, "%\\s+");
            return REFERENCE.matcher(text).replaceAll(reference -> declared.contains(reference.group(1)) ? "$0" : "");
        }
    },

    /** XML 1.0, section 4.4.2: the whole text of an entity is included; Xerces loses some surrogate pairs of it. */
    SURROGATES_IN_AN_ENTITY {
        @Override
        boolean shows(ParserComparison seen) {
            return seen.by(Peer.XERCES)
                    && seen.bothAccept()
                    && withoutSurrogates(seen.weir().items())
                            .equals(withoutSurrogates(seen.read().items()));
        }

        @Override
        String amended(String text) {
            return inEach(ENTITY, text, KnownDifference::withoutSupplements);
        }

        private static List<String> withoutSurrogates(List<String> items) {
            return items.stream()
                    .map(item -> item.replaceAll("[\\x{10000}-\\x{10FFFF}]", ""))
                    .filter(item -> !item.equals("text "))
                    .toList();
        }
    },

    /** XML 1.0, production 11: a system identifier may hold any character; Xerces takes surrogate pairs for two. */
    SURROGATES_IN_AN_IDENTIFIER {
        @Override
        boolean shows(ParserComparison seen) {
            return seen.by(Peer.XERCES)
                    && seen.peerAloneRefuses("(Unicode: 0xd8")
                    && seen.peerAloneRefuses("was found in the system identifier");
        }

        @Override
        String amended(String text) {
            return withoutSupplements(text);
        }
    },

    /** XML 1.0, section 3.3: of several declarations of one attribute the first counts, for xmlns:p as well. */
    LATER_DECLARATIONS_OF_NAMESPACES {
        private static final Pattern ELEMENT = Pattern.compile("<!ATTLIST\\s+([^\\s>]+)");
        private static final Pattern DECLARATION = Pattern.compile(
                "\\s+(xmlns(?::\\S+)?)\\s+" + TYPE + "\\s*(?:#IMPLIED|#REQUIRED|(?:#FIXED\\s+)?" + LITERAL + ")");

        @Override
        boolean shows(ParserComparison seen) {
            // The default namespace is part of names.
            return seen.by(Peer.WOODSTOX)
                    && (seen.weirAloneRefuses("is not bound to a namespace")
                            || seen.bothAccept()
                                    && seen.weir().items().size()
                                            == seen.read().items().size());
        }

        @Override
        String amended(String text) {
            Set<String> names = new HashSet<>();
            return inEach(ATTRIBUTE_LIST, text, list -> {
                Matcher element = ELEMENT.matcher(list);
                String name = element.find() ? element.group(1) : "";
                return DECLARATION
                        .matcher(list)
                        .replaceAll(declaration -> names.add(name + " " + declaration.group(1)) ? "$0" : "");
            });
        }
    },

    /** XML 1.0, section 3.3.3: namespace declarations are attributes, and normalised by the types that are declared. */
    TYPES_OF_NAMESPACE_DECLARATIONS {
        private static final Pattern DECLARATION = Pattern.compile("(\\sxmlns(?::\\S+)?\\s+)" + TYPE);

        @Override
        boolean shows(ParserComparison seen) {
            return seen.weirAloneRefuses("comes twice")
                    || seen.weirAloneRefuses("belong to each other")
                    || seen.weirAloneRefuses("cannot be undeclared")
                    || seen.weirAloneRefuses("must not be declared")
                    || seen.bothAccept()
                            && withoutSpaces(seen.weir().items())
                                    .equals(withoutSpaces(seen.read().items()));
        }

        @Override
        String amended(String text) {
            return inEach(
                    ATTRIBUTE_LIST, text, list -> DECLARATION.matcher(list).replaceAll("$1CDATA"));
        }
    };

    private static final String LITERAL = "(?:'[^']*+'|\"[^\"]*+\")";
    private static final String TYPE = "(?:CDATA|IDREFS?|ID|ENTITY|ENTITIES|NMTOKENS?|(?:NOTATION\\s*)?\\([^)]*\\))";
    private static final Pattern ATTRIBUTE_LIST = declarations("<!ATTLIST");
    private static final Pattern ELEMENT_TYPE = declarations("<!ELEMENT");
    private static final Pattern ENTITY = declarations("<!ENTITY");
    private static final Pattern XML_DECLARATION = Pattern.compile("^.{0,3}<\\?xml\\b[^>]*>");
    private static final Pattern ENCODING =
            Pattern.compile("^(.{0,3}<\\?xml\\b[^>]*?)\\s+encoding\\s*=\\s*['\"]([^'\"]*)['\"]");
    private static final Pattern CHARACTER_REFERENCE = Pattern.compile("&#(?:x([0-9A-Fa-f]{1,8})|([0-9]{1,9}));");
    private static final Pattern REFERENCE = Pattern.compile("&([^\\s;&#<>'\"][^\\s;&<>'\"]*);");
    private static final Pattern REFERENCE_TO_LINE_END =
            Pattern.compile("&#(?:0*(?:10|13|133|8232)|x0*(?:[aAdD]|85|2028));");

    /** True where this is what the difference looks like. */
    abstract boolean shows(ParserComparison seen);

    /** The document without the cause; as it was where there is none. */
    abstract String amended(String text);

    private static Pattern declarations(String start) {
        return Pattern.compile(start + "(?:[^<>'\"]++|" + LITERAL + ")*+>");
    }

    private static String inEach(Pattern part, String text, UnaryOperator<String> change) {
        return part.matcher(text).replaceAll(found -> Matcher.quoteReplacement(change.apply(found.group())));
    }

    private static Set<String> declared(String text, String mark) {
        return Pattern.compile("<!ENTITY\\s+" + mark + "([^\\s%]+)")
                .matcher(text)
                .results()
                .map(declaration -> declaration.group(1))
                .collect(Collectors.toSet());
    }

    private static String withoutEncoding(String text) {
        return ENCODING.matcher(text).replaceFirst("$1");
    }

    private static String withoutSupplements(String text) {
        return exchanged(text, c -> c > 0xFFFF);
    }

    /** Some characters by another, written ones as well as those that are referred to. */
    private static String exchanged(String text, IntPredicate which) {
        StringBuilder kept = new StringBuilder(text.length());
        text.codePoints().forEach(c -> kept.appendCodePoint(which.test(c) ? 'n' : c));
        return CHARACTER_REFERENCE.matcher(kept).replaceAll(reference -> which.test(character(reference)) ? "n" : "$0");
    }

    private static int character(MatchResult reference) {
        return reference.group(1) != null
                ? Integer.parseUnsignedInt(reference.group(1), 16)
                : Integer.parseInt(reference.group(2));
    }

    private static boolean isNewInTheFifthEdition(int c) {
        return Characters.isNameStart(c) && !Characters.isNameStart(c, Edition.FOURTH)
                || Characters.isName(c) && !Characters.isName(c, Edition.FOURTH);
    }

    private static List<String> lineFeeds(List<String> items) {
        return items.stream()
                .map(item -> item.startsWith("start ")
                        ? item.replaceAll("[\r\n\u0085\u2028]", " ").replaceAll(" +", " ")
                        : item.replaceAll("[\r\n\u0085\u2028]+", "\n"))
                .map(item -> item.startsWith("pi ") ? item.replaceFirst("^(pi [^ ]*)\\s+", "$1 ") : item)
                .toList();
    }

    private static List<String> withoutSpaces(List<String> items) {
        return items.stream()
                .map(item -> item.startsWith("text ") ? item : sorted(item.replaceAll("[ \t{}\\[\\]]", "")))
                .toList();
    }

    /** A space changes the order of the parts of a tag. */
    private static String sorted(String parts) {
        return Stream.of(parts.split("[,@]+")).sorted().collect(Collectors.joining(","));
    }
}
