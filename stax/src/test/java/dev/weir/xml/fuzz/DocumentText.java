package dev.weir.xml.fuzz;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * The characters of a document, malformed ones too, so that a part of it can be exchanged and everything else stays as it
 * is, byte by byte.
 *
 * @param charset UTF-16 with its byte order; UTF-8; or ISO-8859-1 for all else, where a char is a byte
 */
record DocumentText(String text, Charset charset) {
    private static final Pattern DECLARES_OTHERS =
            Pattern.compile("^.{0,3}<\\?xml\\s[^>]*\\bencoding\\s*=\\s*['\"](?!utf-?8['\"])", Pattern.CASE_INSENSITIVE);

    static DocumentText of(byte[] document) {
        ByteOrder order = utf16(document);
        if (order != null) {
            char[] chars = new char[document.length / 2];
            ByteBuffer.wrap(document).order(order).asCharBuffer().get(chars);
            return new DocumentText(
                    new String(chars),
                    order == ByteOrder.BIG_ENDIAN ? StandardCharsets.UTF_16BE : StandardCharsets.UTF_16LE);
        }
        String bytes = new String(document, StandardCharsets.ISO_8859_1);
        String decoded = new String(document, StandardCharsets.UTF_8);
        boolean utf8 = !DECLARES_OTHERS.matcher(bytes).find()
                && java.util.Arrays.equals(decoded.getBytes(StandardCharsets.UTF_8), document);
        return utf8
                ? new DocumentText(decoded, StandardCharsets.UTF_8)
                : new DocumentText(bytes, StandardCharsets.ISO_8859_1);
    }

    private static @org.jspecify.annotations.Nullable ByteOrder utf16(byte[] document) {
        if (document.length < 4 || document.length % 2 != 0) {
            return null;
        }
        return switch ((document[0] & 0xFF) << 8 | document[1] & 0xFF) {
            case 0xFEFF -> ByteOrder.BIG_ENDIAN;
            case 0xFFFE -> ByteOrder.LITTLE_ENDIAN;
            case '<' -> document[2] == 0 ? null : ByteOrder.BIG_ENDIAN;
            case '<' << 8 -> document[2] == 0 ? null : ByteOrder.LITTLE_ENDIAN;
            default -> null;
        };
    }

    DocumentText with(String other) {
        return new DocumentText(other, charset);
    }

    byte[] bytes() {
        if (charset.equals(StandardCharsets.UTF_8) || charset.equals(StandardCharsets.ISO_8859_1)) {
            return text.getBytes(charset);
        }
        ByteBuffer bytes = ByteBuffer.allocate(2 * text.length())
                .order(charset.equals(StandardCharsets.UTF_16BE) ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        bytes.asCharBuffer().put(text);
        return bytes.array();
    }
}
