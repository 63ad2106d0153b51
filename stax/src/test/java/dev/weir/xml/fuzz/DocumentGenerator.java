package dev.weir.xml.fuzz;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/** Makes documents out of choices: nearly always well-formed, with all that a document may hold in odd combinations. */
final class DocumentGenerator {
    private static final String[] NAMES = {
        "a", "b", "c-d", "e.f", "_", "\u00e4", "\u6f22\u5b57", "x\u00b7y", "longer-than-sixteen-bytes-by-far", "xmlish"
    };
    private static final String[] PREFIXES = {"", "", "p", "q", "\u00e9", "xml"};
    private static final String[] URIS = {
        "u", "urn:v", "", "http://e.x/?a=b&amp;c", "&#x75;", " u ", "u&e0;", "http://www.w3.org/XML/1998/namespac"
    };
    private static final String[] SPACES = {" ", "\n", "\t", "\r\n", "\r", "  \n "};
    private static final String[] TEXTS = {
        "t",
        " ",
        "\r",
        "\n",
        "\t",
        "\r\n",
        "]]",
        "]",
        ">",
        "'",
        "\"",
        "&amp;",
        "&lt;",
        "&gt;",
        "&#13;",
        "&#10;",
        "&#9;",
        "&#32;",
        "&#x1F600;",
        "\u00e4",
        "\u0085",
        "\u2028",
        "\u6f22",
        "\ud83d\ude00",
        "\ufffd",
        "\ud7ff",
        "\ue000",
        "\u007f",
        "a longer piece of plain text that runs over words",
        "&#x3c;",
        "&#38;"
    };
    private static final String[] RAW_TEXTS = {
        "t",
        " ",
        "\r",
        "\n",
        "\t",
        "\r\n",
        "]",
        ">",
        "<",
        "&",
        "'",
        "\"",
        "\u00e4",
        "\u0085",
        "\u6f22",
        "\ud83d\ude00",
        "%"
    };
    private static final String[] TYPES = {
        "CDATA", "NMTOKEN", "NMTOKENS", "ID", "IDREF", "IDREFS", "ENTITY", "ENTITIES", "(t|u|a)", "NOTATION (n|m)"
    };
    private static final String[] MODELS = {
        "EMPTY", "ANY", "(#PCDATA)", "(#PCDATA|a|b)*", "(a?,(b|c-d)*)", "((a|b)+, p:a ?)", "( a )"
    };
    private static final String[] ENCODINGS = {"UTF-8", "UTF-8", "UTF-16", "ISO-8859-1", "US-ASCII", "utf-8"};
    private static final int LONGEST = 4_000;

    private final FuzzedDataProvider choices;
    private final StringBuilder out = new StringBuilder();
    private int entities;

    DocumentGenerator(FuzzedDataProvider choices) {
        this.choices = choices;
    }

    private boolean chance() {
        return choices.consumeBoolean();
    }

    private int upTo(int most) {
        return choices.consumeInt(0, most);
    }

    private String one(String[] of) {
        return of[upTo(of.length - 1)];
    }

    private boolean more() {
        return choices.remainingBytes() > 0 && out.length() < LONGEST && upTo(3) > 0;
    }

    byte[] document() {
        String encoding = one(ENCODINGS);
        boolean declared = chance() || !encoding.regionMatches(true, 0, "UTF-", 0, 4);
        if (declared) {
            out.append("<?xml version='").append(chance() ? "1.1" : "1.0").append('\'');
            out.append(" encoding='").append(encoding).append('\'');
            if (chance()) {
                out.append(one(SPACES)).append("standalone=").append(chance() ? "'yes'" : "\"no\"");
            }
            out.append("?>");
        }
        misc();
        if (chance()) {
            doctype();
            misc();
        }
        element(0);
        misc();
        return encoded(encoding);
    }

    /** What the encoding has no place for becomes a question mark. */
    private byte[] encoded(String encoding) {
        Charset charset = Charset.forName(encoding);
        boolean marked = charset.equals(StandardCharsets.UTF_8) && chance();
        return ((marked ? "\uFEFF" : "") + out).getBytes(charset);
    }

    private void misc() {
        while (more()) {
            switch (upTo(2)) {
                case 0 -> out.append(one(SPACES));
                case 1 -> comment();
                default -> instruction();
            }
        }
    }

    private void comment() {
        out.append("<!--");
        while (more()) {
            out.append(one(RAW_TEXTS));
        }
        out.append("-->");
    }

    private void instruction() {
        out.append("<?").append(one(NAMES));
        if (chance()) {
            out.append(one(SPACES));
            while (more()) {
                out.append(one(RAW_TEXTS).replace(">", "?"));
            }
            out.append(one(SPACES));
        }
        out.append("?>");
    }

    private String qualified() {
        String prefix = one(PREFIXES);
        return prefix.isEmpty() ? one(NAMES) : prefix + ":" + one(NAMES);
    }

    private void doctype() {
        out.append("<!DOCTYPE").append(one(SPACES)).append(qualified());
        out.append(" [<!ENTITY % none ''><!NOTATION n SYSTEM 'n'><!NOTATION m PUBLIC 'm'>");
        while (more()) {
            switch (upTo(8)) {
                case 0, 1, 2 -> entity();
                case 3, 4, 5 -> attributes();
                case 6 ->
                    out.append("<!ELEMENT ")
                            .append(qualified())
                            .append(one(SPACES))
                            .append(one(MODELS))
                            .append('>');
                case 7 -> out.append(chance() ? "%none;" : one(SPACES));
                default -> {
                    if (chance()) {
                        comment();
                    } else {
                        instruction();
                    }
                }
            }
        }
        out.append("]").append(chance() ? one(SPACES) : "").append(">");
    }

    private void attributes() {
        out.append("<!ATTLIST ").append(qualified());
        while (more()) {
            out.append(one(SPACES));
            switch (upTo(4)) {
                case 0 -> out.append("xmlns:p");
                case 1 -> out.append("xmlns");
                default -> out.append(qualified());
            }
            out.append(' ').append(one(TYPES)).append(' ');
            switch (upTo(4)) {
                case 0 -> out.append("#IMPLIED");
                case 1 -> out.append("#REQUIRED");
                case 2 -> {
                    out.append("#FIXED ");
                    value();
                }
                default -> value();
            }
        }
        out.append('>');
    }

    private void entity() {
        out.append("<!ENTITY e").append(entities).append(" '");
        while (more()) {
            switch (upTo(9)) {
                case 0 -> out.append("<a>").append(one(TEXTS).replace("'", "")).append("</a>");
                case 1 ->
                    out.append("<b x=\"")
                            .append(one(TEXTS).replaceAll("['\"]", ""))
                            .append("\"/>");
                case 2 -> out.append("&#60;c-d/>");
                case 3 ->
                    out.append("<![CDATA[")
                            .append(one(TEXTS).replaceAll("['%]|]]", ""))
                            .append("]]>");
                case 4 -> out.append("<?pi d?><!--c-->");
                case 5 -> reference();
                default -> out.append(one(TEXTS).replace("'", ""));
            }
        }
        out.append("'>");
        entities++;
    }

    /** Mostly to one that is declared before. */
    private void reference() {
        out.append("&e").append(upTo(Math.max(0, entities - 1))).append(';');
    }

    private void value() {
        char quote = chance() ? '"' : '\'';
        out.append(quote);
        while (more()) {
            if (upTo(6) == 0 && entities > 0) {
                reference();
            } else {
                out.append(one(TEXTS).replace(String.valueOf(quote), ""));
            }
        }
        out.append(quote);
    }

    private void element(int depth) {
        String name = qualified();
        out.append('<').append(name);
        for (int i = upTo(4); i > 0; i--) {
            out.append(one(SPACES));
            switch (upTo(4)) {
                case 0 -> binding("xmlns");
                case 1 -> binding("xmlns:p");
                case 2 -> binding("xmlns:" + one(new String[] {"q", "\u00e9", "p"}));
                default -> {
                    out.append(qualified()).append(chance() ? "=" : " =\n");
                    value();
                }
            }
        }
        if (depth == 0 && !name.startsWith("xml:")) {
            int colon = name.indexOf(':');
            if (colon > 0) {
                out.append(" xmlns:").append(name, 0, colon).append("='root'");
            }
        }
        if (upTo(3) == 0) {
            out.append(chance() ? "/>" : " />");
            return;
        }
        out.append('>');
        while (more()) {
            switch (upTo(9)) {
                case 0, 1, 2 -> {
                    if (depth < 8) {
                        element(depth + 1);
                    }
                }
                case 3 -> comment();
                case 4 -> instruction();
                case 5 -> {
                    out.append("<![CDATA[");
                    while (more()) {
                        out.append(one(RAW_TEXTS));
                    }
                    // An end that follows brackets.
                    out.append("]]>");
                }
                case 6 -> {
                    if (entities > 0) {
                        reference();
                    }
                }
                default -> out.append(one(TEXTS));
            }
        }
        out.append("</").append(name).append(chance() ? ">" : " \n>");
    }

    private void binding(String name) {
        out.append(name).append("='").append(one(URIS)).append('\'');
    }
}
