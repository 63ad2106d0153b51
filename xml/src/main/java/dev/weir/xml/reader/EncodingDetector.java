package dev.weir.xml.reader;

import dev.weir.xml.lexical.LocationCounter;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Locale;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/** Detects the encoding of a document from its first bytes and its declaration (XML 1.0, section 4.3.3, appendix F). */
final class EncodingDetector {
    /** The EBCDIC code page used to read a declaration, whose characters are the same in all of them. */
    private static final String EBCDIC = "IBM037";

    private static final int LONGEST_DECLARATION = 200;
    private static final byte[] DECLARATION = "<?xml version='1.0'?>".getBytes(StandardCharsets.US_ASCII);

    private EncodingDetector() {}

    /**
     * @param family what the first bytes settle; null where any superset of ASCII is possible
     * @param markBytes how long the byte order mark is
     */
    record Start(@Nullable String family, int markBytes) {}

    static final Start OPEN = new Start(null, 0);

    /** @param at the byte at an index, -1 after the end; only the bytes needed are requested */
    static Start detect(IntUnaryOperator at, int p) {
        switch (at.applyAsInt(p)) {
            case 0xEF -> {
                return follow(at, p, 0xBB, 0xBF) ? new Start("UTF-8", 3) : OPEN;
            }
            case 0xFE -> {
                return follow(at, p, 0xFF) ? new Start("UTF-16BE", 2) : OPEN;
            }
            case 0xFF -> {
                if (!follow(at, p, 0xFE)) {
                    return OPEN;
                }
                return follow(at, p, 0xFE, 0, 0) ? new Start("UTF-32LE", 4) : new Start("UTF-16LE", 2);
            }
            case 0 -> {
                if (follow(at, p, '<')) {
                    return new Start("UTF-16BE", 0);
                }
                if (follow(at, p, 0, 0xFE, 0xFF)) {
                    return new Start("UTF-32BE", 4);
                }
                return follow(at, p, 0, 0, '<') ? new Start("UTF-32BE", 0) : OPEN;
            }
            case '<' -> {
                if (!follow(at, p, 0)) {
                    return OPEN;
                }
                return follow(at, p, 0, 0, 0) ? new Start("UTF-32LE", 0) : new Start("UTF-16LE", 0);
            }
            case 0x4C -> {
                return follow(at, p, 0x6F, 0xA7, 0x94) ? new Start(ebcdic(at, p), 0) : OPEN;
            }
            default -> {
                return OPEN;
            }
        }
    }

    private static boolean follow(IntUnaryOperator at, int p, int... bytes) {
        for (int i = 0; i < bytes.length; i++) {
            if (at.applyAsInt(p + 1 + i) != bytes[i]) {
                return false;
            }
        }
        return true;
    }

    /** The declaration specifies the EBCDIC code page. */
    private static String ebcdic(IntUnaryOperator at, int p) {
        Charset charset = find(EBCDIC);
        if (charset == null) {
            return EBCDIC;
        }
        byte[] start = new byte[LONGEST_DECLARATION];
        int length = 0;
        int greaterThan = ">".getBytes(charset)[0] & 0xFF;
        for (int c = at.applyAsInt(p); c >= 0 && length < start.length; c = at.applyAsInt(p + length)) {
            start[length++] = (byte) c;
            if (c == greaterThan) {
                break;
            }
        }
        String declaration = new String(start, 0, length, charset);
        int encoding = declaration.indexOf("encoding");
        String[] parts =
                encoding < 0 ? new String[0] : declaration.substring(encoding).split("[\"']", 3);
        return parts.length < 2 ? EBCDIC : parts[1];
    }

    static boolean isUtf8(String name) {
        return name.equalsIgnoreCase("UTF-8") || name.equalsIgnoreCase("UTF8");
    }

    /** The JDK's decoder for an encoding; null where there is none. */
    static @Nullable Charset find(String name) {
        String known = switch (name.toUpperCase(Locale.ROOT)) {
            case "ISO-10646-UCS-2", "UCS-2" -> "UTF-16";
            case "ISO-10646-UCS-4", "UCS-4" -> "UTF-32";
            default -> name;
        };
        try {
            return Charset.forName(known);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException unknown) {
            return null;
        }
    }

    /** For {@link LocationCounter#transcoded}. */
    static int unitBytes(Charset charset) {
        String name = charset.name();
        if (name.startsWith("UTF-16")) {
            return 2;
        }
        if (name.startsWith("UTF-32")) {
            return 4;
        }
        boolean single = charset.canEncode() && charset.newEncoder().maxBytesPerChar() == 1.0f;
        return single ? 1 : LocationCounter.UNKNOWN;
    }

    /** True when a declared encoding is consistent with the one detected from the first bytes. */
    static boolean agree(String settled, String declared) {
        Charset first = find(settled);
        Charset second = find(declared);
        if (first == null || second == null) {
            return settled.equalsIgnoreCase(declared);
        }
        return first.equals(second)
                || (first.name().startsWith("UTF-16") && second.name().equals("UTF-16"))
                || (first.name().startsWith("UTF-32") && second.name().equals("UTF-32"));
    }

    /** True for a known encoding that has the letters of a declaration where ASCII has them. */
    static boolean canReadDeclaration(String name) {
        Charset charset = find(name);
        return charset != null && new String(DECLARATION, charset).equals("<?xml version='1.0'?>");
    }
}
