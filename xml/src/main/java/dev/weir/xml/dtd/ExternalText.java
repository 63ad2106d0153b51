package dev.weir.xml.dtd;

import dev.weir.xml.rule.Characters;
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

/** From the bytes of an external entity to its replacement text: decoded, without text declaration, line ends as LF. */
final class ExternalText {
    private static final Pattern TEXT_DECLARATION = Pattern.compile("<\\?xml"
            + "(?:[ \\t\\n\\r]+version[ \\t\\n\\r]*=[ \\t\\n\\r]*(?:'1\\.0'|\"1\\.0\"))?"
            + "[ \\t\\n\\r]+encoding[ \\t\\n\\r]*=[ \\t\\n\\r]*"
            + "(?:'([A-Za-z][A-Za-z0-9._-]{0,99})'|\"([A-Za-z][A-Za-z0-9._-]{0,99})\")[ \\t\\n\\r]*\\?>");

    private static final int LONGEST_DECLARATION = 1024;

    private ExternalText() {}

    static String of(byte[] bytes, String systemId) {
        Charset family = family(bytes);
        String start = new String(
                bytes,
                0,
                Math.min(bytes.length, LONGEST_DECLARATION),
                family == null ? StandardCharsets.ISO_8859_1 : family);
        String encoding = declared(start.startsWith("\uFEFF") ? start.substring(1) : start, systemId);
        String text = decode(bytes, charset(family, encoding, systemId), systemId);
        if (text.startsWith("\uFEFF")) {
            text = text.substring(1);
        }
        if (encoding != null) {
            text = text.substring(text.indexOf("?>") + 2);
        }
        text = normalizeLineEnds(text);
        int wrong = Characters.firstForbidden(text);
        if (wrong >= 0) {
            throw new DtdException(String.format(
                    "the external entity %s holds the character U+%04X, which is not allowed",
                    systemId, text.codePointAt(wrong)));
        }
        return text;
    }

    /** The encoding that the first bytes settle; null where any superset of ASCII is possible. */
    private static @Nullable Charset family(byte[] bytes) {
        int first = bytes.length < 2 ? -1 : (bytes[0] & 0xFF) << 8 | (bytes[1] & 0xFF);
        return switch (first) {
            case 0xFEFF, 0x003C -> StandardCharsets.UTF_16BE;
            case 0xFFFE, 0x3C00 -> StandardCharsets.UTF_16LE;
            case 0xEFBB -> StandardCharsets.UTF_8;
            default -> null;
        };
    }

    private static @Nullable String declared(String start, String systemId) {
        if (!start.startsWith("<?xml") || start.length() < 6 || !Characters.isSpace(start.charAt(5))) {
            return null;
        }
        Matcher declaration = TEXT_DECLARATION.matcher(start);
        if (!declaration.lookingAt()) {
            throw new DtdException(
                    "the external entity " + systemId
                            + " must start with a text declaration (version 1.0 or no version, then the encoding) or with none");
        }
        String encoding = declaration.group(1);
        return encoding == null ? declaration.group(2) : encoding;
    }

    private static Charset charset(@Nullable Charset family, @Nullable String encoding, String systemId) {
        if (encoding == null) {
            return family == null ? StandardCharsets.UTF_8 : family;
        }
        String upper = encoding.toUpperCase(Locale.ROOT);
        boolean wide = upper.startsWith("UTF-16") || upper.equals("ISO-10646-UCS-2");
        boolean wideBytes = family == StandardCharsets.UTF_16BE || family == StandardCharsets.UTF_16LE;
        if (wide != wideBytes || (family == StandardCharsets.UTF_8 && !upper.equals("UTF-8"))) {
            throw new DtdException(
                    "the external entity " + systemId + " declares " + encoding + " but is in another encoding");
        }
        if (family != null) {
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

    /** CR LF and CR become LF (XML 1.0, section 2.11). */
    static String normalizeLineEnds(String text) {
        if (text.indexOf('\r') < 0) {
            return text;
        }
        StringBuilder kept = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '\r') {
                kept.append(c);
            } else {
                kept.append('\n');
                if (i + 1 < text.length() && text.charAt(i + 1) == '\n') {
                    i++;
                }
            }
        }
        return kept.toString();
    }
}
