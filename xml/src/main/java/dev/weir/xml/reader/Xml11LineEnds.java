package dev.weir.xml.reader;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import org.jspecify.annotations.Nullable;

/**
 * Normalises the line ends of XML 1.1 in UTF-8 before parsing (section 2.11): CR, CR LF, CR NEL, NEL and LS become LF.
 * Refuses the characters from U+007F to U+009F, which XML 1.1 allows by reference only (section 2.2). A source that has
 * no bytes at the moment (it reads 0) is passed on as such.
 */
final class Xml11LineEnds extends InputStream {
    private final InputStream in;
    private final byte[] held = new byte[4096];
    private int from;
    private int to;
    private boolean ended;
    private boolean afterReturn;
    private @Nullable CharacterCodingException wrong;

    Xml11LineEnds(InputStream in) {
        this.in = in;
    }

    @Override
    public int read() {
        throw new UnsupportedOperationException("what is transcoded is read in blocks");
    }

    @Override
    public int read(byte[] out, int offset, int length) throws IOException {
        while (true) {
            int written = convert(out, offset, length);
            if (written > 0) {
                return written;
            }
            CharacterCodingException refused = wrong;
            if (refused != null) {
                throw refused;
            }
            if (ended) {
                return -1;
            }
            System.arraycopy(held, from, held, 0, to - from);
            to -= from;
            from = 0;
            int count = in.read(held, to, held.length - to);
            if (count == 0) {
                return 0;
            }
            ended = count < 0;
            to += Math.max(count, 0);
        }
    }

    private int convert(byte[] out, int offset, int length) {
        int o = offset;
        int limit = offset + length;
        int p = from;
        while (p < to && o < limit) {
            byte c = held[p];
            int lineEnd = 0;
            if (c == '\r') {
                lineEnd = 1;
            } else if (c == '\n' && afterReturn) {
                p++;
                afterReturn = false;
                continue;
            } else if (c == (byte) 0xC2 || c == (byte) 0xE2) {
                int needed = c == (byte) 0xC2 ? 2 : 3;
                if (to - p < needed && !ended) {
                    break;
                }
                if (isNextLine(p)) {
                    if (afterReturn) {
                        p += 2;
                        afterReturn = false;
                        continue;
                    }
                    lineEnd = 2;
                } else if (isLineSeparator(p)) {
                    lineEnd = 3;
                } else if (c == (byte) 0xC2 && to - p > 1 && held[p + 1] < (byte) 0xA0) {
                    wrong = refused(held[p + 1] & 0xFF);
                    break;
                }
            } else if (c == 0x7F) {
                wrong = refused(0x7F);
                break;
            }
            afterReturn = c == '\r';
            if (lineEnd > 0) {
                out[o++] = '\n';
                p += lineEnd;
            } else {
                out[o++] = c;
                p++;
            }
        }
        from = p;
        return o - offset;
    }

    private boolean isNextLine(int p) {
        return held[p] == (byte) 0xC2 && p + 1 < to && held[p + 1] == (byte) 0x85;
    }

    private boolean isLineSeparator(int p) {
        return held[p] == (byte) 0xE2 && p + 2 < to && held[p + 1] == (byte) 0x80 && held[p + 2] == (byte) 0xA8;
    }

    private static CharacterCodingException refused(int character) {
        return new TranscodingInputStream.Malformed(
                String.format("in XML 1.1 the character U+%04X may only come as a reference", character));
    }
}
