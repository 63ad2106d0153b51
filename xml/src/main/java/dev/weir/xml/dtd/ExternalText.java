package dev.weir.xml.dtd;

import dev.weir.xml.lexical.Characters;
import dev.weir.xml.lexical.Edition;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The replacement text of an external entity, decoded from its bytes.
 *
 * @param declaration the text declaration as written; empty for none
 * @param text decoded, without text declaration, line ends as LF
 */
record ExternalText(String declaration, String text) {
    private static final Pattern TEXT_DECLARATION = Pattern.compile("<\\?xml"
            + "(?:[ \\t\\n\\r]+version[ \\t\\n\\r]*=[ \\t\\n\\r]*(?:'(1\\.[0-9]{1,9})'|\"(1\\.[0-9]{1,9})\"))?"
            + "[ \\t\\n\\r]+encoding[ \\t\\n\\r]*=[ \\t\\n\\r]*"
            + "(?:'([A-Za-z][A-Za-z0-9._-]{0,99})'|\"([A-Za-z][A-Za-z0-9._-]{0,99})\")[ \\t\\n\\r]*\\?>");

    private static final int LONGEST_DECLARATION = 1024;

    static ExternalText of(byte[] bytes, String systemId, Edition edition) {
        Charset family = family(bytes);
        String start = new String(
                bytes,
                0,
                Math.min(bytes.length, LONGEST_DECLARATION),
                family == null ? StandardCharsets.ISO_8859_1 : family);
        String encoding = declared(start.startsWith("\uFEFF") ? start.substring(1) : start, systemId, edition);
        String text = decode(bytes, charset(family, encoding, systemId), systemId);
        if (text.startsWith("\uFEFF")) {
            text = text.substring(1);
        }
        String declaration = encoding == null ? "" : text.substring(0, text.indexOf("?>") + 2);
        text = text.substring(declaration.length());
        text = edition.normalizeLineEnds(text);
        int forbidden = Characters.firstForbidden(text, edition);
        if (forbidden >= 0) {
            throw new DtdException(String.format(
                    "the external entity %s holds the character U+%04X, which is not allowed",
                    systemId, text.codePointAt(forbidden)));
        }
        return new ExternalText(declaration, text);
    }

    /** The encoding by the first bytes, or one in which the text declaration reads alike; null for a superset of ASCII. */
    private static @Nullable Charset family(byte[] bytes) {
        switch (first(bytes, 4)) {
            case 0x0000FEFF, 0x0000003C -> {
                return Charset.forName("UTF-32BE");
            }
            case 0xFFFE0000, 0x3C000000 -> {
                return Charset.forName("UTF-32LE");
            }
            case 0x4C6FA794 -> {
                return Charset.forName("IBM037");
            }
            default -> {
                return switch (first(bytes, 2)) {
                    case 0xFEFF, 0x003C -> StandardCharsets.UTF_16BE;
                    case 0xFFFE, 0x3C00 -> StandardCharsets.UTF_16LE;
                    case 0xEFBB -> StandardCharsets.UTF_8;
                    default -> null;
                };
            }
        }
    }

    private static int first(byte[] bytes, int count) {
        if (bytes.length < count) {
            return -1;
        }
        int value = 0;
        for (int i = 0; i < count; i++) {
            value = value << 8 | (bytes[i] & 0xFF);
        }
        return value;
    }

    private static @Nullable String declared(String start, String systemId, Edition edition) {
        if (!start.startsWith("<?xml") || start.length() < 6 || !Characters.isSpace(start.charAt(5))) {
            return null;
        }
        Matcher declaration = TEXT_DECLARATION.matcher(start);
        if (!declaration.lookingAt()) {
            throw new DtdException("the external entity " + systemId
                    + " must start with a text declaration (perhaps a version, then the encoding) or with none");
        }
        String version = either(declaration, 1);
        boolean readable = version == null
                || version.equals("1.0")
                || switch (edition) {
                    case FOURTH -> false;
                    case FIFTH -> !version.equals("1.1");
                    case XML_1_1 -> version.equals("1.1");
                };
        if (!readable) {
            throw new DtdException("the external entity " + systemId + " is of XML " + version
                    + " and must not be part of a document of XML " + (edition == Edition.XML_1_1 ? "1.1" : "1.0"));
        }
        return either(declaration, 3);
    }

    private static @Nullable String either(Matcher declaration, int group) {
        String first = declaration.group(group);
        return first == null ? declaration.group(group + 1) : first;
    }

    private static Charset charset(@Nullable Charset family, @Nullable String encoding, String systemId) {
        if (encoding == null) {
            return family == null ? StandardCharsets.UTF_8 : family;
        }
        String upper = encoding.toUpperCase(Locale.ROOT);
        String declared = upper.startsWith("UTF-16") || upper.equals("ISO-10646-UCS-2")
                ? "UTF-16"
                : upper.startsWith("UTF-32") || upper.equals("ISO-10646-UCS-4") ? "UTF-32" : upper;
        String found = family == null || family.name().startsWith("IBM") ? "" : family.name();
        boolean wide = declared.equals("UTF-16") || declared.equals("UTF-32");
        if (found.isEmpty() ? wide : !found.startsWith(declared)) {
            throw new DtdException(
                    "the external entity " + systemId + " declares " + encoding + " but is in another encoding");
        }
        if (family != null && !found.isEmpty()) {
            return family;
        }
        try {
            return Charset.forName(encoding);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException unknown) {
            throw new DtdException(
                    "the external entity " + systemId + " declares an encoding that is not known: " + encoding);
        }
    }

    private static String decode(byte[] bytes, Charset charset, String systemId) {
        try {
            return charset.newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException malformed) {
            throw new DtdException("the external entity " + systemId + " is not in the encoding " + charset);
        }
    }
}
