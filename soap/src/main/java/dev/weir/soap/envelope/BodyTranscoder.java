package dev.weir.soap.envelope;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Bodies in other encodings, brought to UTF-8 before they are parsed (RFC 7303: the charset parameter counts, then a
 * byte order mark, then the XML declaration). Bodies in UTF-8 pass as they are.
 */
public final class BodyTranscoder {
    private static final int DECLARATION_LENGTH = 200;

    private BodyTranscoder() {}

    /** A document in an encoding that is not known, or not in the encoding that it claims. */
    public static final class EncodingException extends Exception {
        private final boolean unknown;

        EncodingException(String message, boolean unknown) {
            super(message);
            this.unknown = unknown;
        }

        /** True where the encoding itself is not known; false where the bytes are not in it. */
        public boolean unknownEncoding() {
            return unknown;
        }
    }

    /**
     * The document in UTF-8. Its XML declaration, where it names another encoding, becomes spaces, so that lines and
     * columns stay as the sender knows them.
     *
     * @param charset of the Content-Type; null for none
     */
    public static byte[] toUtf8(byte[] document, @Nullable String charset) throws EncodingException {
        String encoding = charset != null && !charset.isBlank() ? charset.strip() : encodingOf(document);
        String upper = encoding.toUpperCase(Locale.ROOT);
        if (upper.isEmpty() || upper.equals("UTF-8") || upper.equals("UTF8") || upper.equals("US-ASCII")) {
            return document;
        }
        String text = decode(document, encoding);
        int start = !text.isEmpty() && text.charAt(0) == '\uFEFF' ? 1 : 0;
        int end = text.startsWith("<?xml", start) ? text.indexOf("?>", start) : -1;
        if (end >= 0) {
            text = text.substring(start, end + 2).replaceAll("[^\n]", " ") + text.substring(end + 2);
        } else {
            text = text.substring(start);
        }
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String decode(byte[] document, String encoding) throws EncodingException {
        try {
            CharBuffer decoded = Charset.forName(encoding)
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(document));
            return decoded.toString();
        } catch (IllegalCharsetNameException | UnsupportedCharsetException | UnsupportedOperationException e) {
            throw new EncodingException("The encoding " + shown(encoding) + " is not known; send UTF-8.", true);
        } catch (CharacterCodingException e) {
            throw new EncodingException("The message is not in the encoding " + shown(encoding) + ".", false);
        }
    }

    private static String shown(String encoding) {
        return encoding.length() > 40 ? encoding.substring(0, 40) + "..." : encoding;
    }

    /** What the first bytes say; empty for UTF-8. */
    private static String encodingOf(byte[] document) {
        if (document.length < 4) {
            return "";
        }
        int first = document[0] & 0xFF;
        int second = document[1] & 0xFF;
        if (first == 0xFE && second == 0xFF || first == 0 && second == '<') {
            return first == 0 ? "UTF-16BE" : "UTF-16";
        }
        if (first == 0xFF && second == 0xFE || first == '<' && second == 0) {
            return first == '<' ? "UTF-16LE" : "UTF-16";
        }
        if (first != '<' || second != '?') {
            return "";
        }
        String head =
                new String(document, 0, Math.min(document.length, DECLARATION_LENGTH), StandardCharsets.ISO_8859_1);
        int end = head.indexOf("?>");
        int at = head.indexOf("encoding");
        if (!head.startsWith("<?xml") || end < 0 || at < 0 || at > end) {
            return "";
        }
        int open = at + "encoding".length();
        while (open < end && head.charAt(open) != '"' && head.charAt(open) != '\'') {
            open++;
        }
        int close = head.indexOf(head.charAt(open), open + 1);
        return close < 0 || close > end ? "" : head.substring(open + 1, close);
    }
}
