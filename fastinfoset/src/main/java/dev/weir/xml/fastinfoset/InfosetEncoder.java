package dev.weir.xml.fastinfoset;

import static dev.weir.xml.fastinfoset.FastInfosetLayout.*;

import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLocation;
import dev.weir.xml.encoding.ItemEncoder;
import dev.weir.xml.fastinfoset.FastInfosetWriteOptions.Typed;
import dev.weir.xml.lexical.DecimalEncoder;
import dev.weir.xml.lexical.ShortestDecimal;
import dev.weir.xml.lexical.SimpleValue;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes the items of a document in the given order, as octets (X.891, annex C). It checks names, characters and
 * nesting, and keeps the tables, but does not resolve prefixes: its callers do, {@link FastInfosetWriter} and the StAX
 * writers. A prefix that no table has when a name needs it is declared at once.
 *
 * <p>Five layers, each of which knows only those below it: {@link OctetOutput} has the buffer and the forms of lengths
 * and indexes, {@link CharacterOutput} characters, {@link LiteralOutput} strings and their tables, {@link ItemOutput}
 * the items; this class adds the types of values.
 *
 * <p>One thread at a time. Errors: {@link dev.weir.xml.XmlException} for items that no document can contain, {@link
 * java.io.UncheckedIOException} when the target fails. After an error the document is incomplete and must be discarded.
 */
public final class InfosetEncoder extends ItemOutput implements ItemEncoder {
    /** The size of the pieces in which a list is formatted as text. */
    private static final int LIST_PIECE = 4096;

    /** The length of a UUID as text. */
    private static final int LONGEST_ITEM = 36;

    /** Two octets of the algorithm's number, the second of which begins the length, and one more of the length. */
    private static final int ITEM_HEAD = 3;

    private static final byte[] TRUE = {'t', 'r', 'u', 'e'};
    private static final byte[] FALSE = {'f', 'a', 'l', 's', 'e'};

    /** One boolean in one octet: three bits are not used, the fifth is the value (10.7). */
    private static final int BOOLEAN_ALONE = 3 << BuiltInAlgorithm.BOOLEAN_HEADER_BITS;

    private static final int BOOLEAN_TRUE = 0x08;

    private final boolean floatingAsOctets;
    private byte[] list = {};

    /**
     * Writes to a stream.
     *
     * @param target null to keep the document in memory for {@link #toByteArray}
     */
    public InfosetEncoder(@Nullable OutputStream target, FastInfosetWriteOptions options) {
        super(target, options);
        floatingAsOctets = options.floatingAsOctets();
    }

    /** The number of an algorithm in the eight bits of C.29. */
    @SuppressWarnings("EnumOrdinal") // the constants are in the order of the table, which is fixed
    private static int number(BuiltInAlgorithm algorithm) {
        return algorithm.ordinal();
    }

    // Attributes

    /** Adds an attribute whose value is a number, as characters, or as binary data if the options specify it. */
    @Override
    public void attribute(String prefix, String local, String uri, long value) {
        attributeName(prefix, local, uri);
        if (options.typed() == Typed.ALL) {
            algorithmOn5(number(BuiltInAlgorithm.LONG), Long.BYTES);
            reserve(Long.BYTES);
            BuiltInAlgorithm.LONGS.set(buffer, at, value);
            at += Long.BYTES;
            return;
        }
        reserve(LONG_HEAD + DecimalEncoder.LONGEST);
        int from = at + valueHead;
        asciiValue(from, DecimalEncoder.write(value, buffer, from));
    }

    /** As an attribute of 32 bits. */
    public void attribute(String prefix, String local, String uri, int value) {
        if (options.typed() != Typed.ALL) {
            attribute(prefix, local, uri, (long) value);
            return;
        }
        attributeName(prefix, local, uri);
        algorithmOn5(number(BuiltInAlgorithm.INT), Integer.BYTES);
        reserve(Integer.BYTES);
        BuiltInAlgorithm.INTS.set(buffer, at, value);
        at += Integer.BYTES;
    }

    @Override
    public void attribute(String prefix, String local, String uri, double value) {
        attributeName(prefix, local, uri);
        if (isOctets(value)) {
            algorithmOn5(number(BuiltInAlgorithm.DOUBLE), Double.BYTES);
            reserve(Double.BYTES);
            BuiltInAlgorithm.DOUBLES.set(buffer, at, value);
            at += Double.BYTES;
            return;
        }
        reserve(LONG_HEAD + ShortestDecimal.ROOM);
        int from = at + valueHead;
        asciiValue(from, ShortestDecimal.write(value, buffer, from));
    }

    @Override
    public void attribute(String prefix, String local, String uri, float value) {
        attributeName(prefix, local, uri);
        if (isOctets(value)) {
            algorithmOn5(number(BuiltInAlgorithm.FLOAT), Float.BYTES);
            reserve(Float.BYTES);
            BuiltInAlgorithm.FLOATS.set(buffer, at, value);
            at += Float.BYTES;
            return;
        }
        reserve(LONG_HEAD + ShortestDecimal.ROOM);
        int from = at + valueHead;
        asciiValue(from, ShortestDecimal.write(value, buffer, from));
    }

    public void attribute(String prefix, String local, String uri, boolean value) {
        if (options.typed() != Typed.ALL) {
            attribute(prefix, local, uri, value ? "true" : "false");
            return;
        }
        attributeName(prefix, local, uri);
        algorithmOn5(number(BuiltInAlgorithm.BOOLEAN), 1);
        octet(BOOLEAN_ALONE | (value ? BOOLEAN_TRUE : 0));
    }

    /** Adds an attribute whose value is the data of an algorithm; no octets are the empty string. */
    public void attribute(
            String prefix,
            String local,
            String uri,
            BuiltInAlgorithm algorithm,
            byte[] octets,
            int offset,
            int length) {
        Objects.checkFromIndexSize(offset, length, octets.length);
        if (algorithm == BuiltInAlgorithm.CDATA) {
            throw wrong("a CDATA section cannot be the value of an attribute");
        }
        attributeName(prefix, local, uri);
        dataOn5(number(algorithm), octets, offset, length);
    }

    /** Adds an attribute whose value an algorithm of the vocabulary encodes. */
    public void attribute(String prefix, String local, String uri, String algorithmUri, byte[] octets) {
        int number = algorithmNumber(algorithmUri);
        attributeName(prefix, local, uri);
        dataOn5(number, octets, 0, octets.length);
    }

    private void dataOn5(int number, byte[] octets, int offset, int length) {
        if (length == 0) {
            octet(EMPTY_STRING);
            return;
        }
        algorithmOn5(number, length);
        octets(octets, offset, length);
    }

    private void algorithmOn5(int number, long length) {
        octet(ENCODING_ALGORITHM | number >>> 4);
        lengthOn5((number & 15) << 4, length);
    }

    // Text

    @Override
    public void text(long value) {
        startText();
        if (options.typed() == Typed.ALL) {
            itemOn7(BuiltInAlgorithm.LONG, Long.BYTES);
            BuiltInAlgorithm.LONGS.set(buffer, at, value);
            at += Long.BYTES;
            return;
        }
        reserve(LONG_HEAD + DecimalEncoder.LONGEST);
        int from = at + textHead;
        asciiChunk(from, DecimalEncoder.write(value, buffer, from));
    }

    public void text(int value) {
        if (options.typed() != Typed.ALL) {
            text((long) value);
            return;
        }
        startText();
        itemOn7(BuiltInAlgorithm.INT, Integer.BYTES);
        BuiltInAlgorithm.INTS.set(buffer, at, value);
        at += Integer.BYTES;
    }

    /**
     * Whether a number of floating point is written as octets. An infinity never is: the reference implementation reads its octets
     * as "Infinity", which is no number in XML.
     */
    boolean isOctets(double value) {
        return floatingAsOctets && !Double.isInfinite(value);
    }

    private static boolean hasInfinite(float[] items, int offset, int length) {
        for (int i = offset; i < offset + length; i++) {
            if (Float.isInfinite(items[i])) {
                return true;
            }
        }
        return false;
    }

    private static boolean hasInfinite(double[] items, int offset, int length) {
        for (int i = offset; i < offset + length; i++) {
            if (Double.isInfinite(items[i])) {
                return true;
            }
        }
        return false;
    }

    /** Canonical xs:double, or data. */
    @Override
    public void text(double value) {
        startText();
        if (isOctets(value)) {
            itemOn7(BuiltInAlgorithm.DOUBLE, Double.BYTES);
            BuiltInAlgorithm.DOUBLES.set(buffer, at, value);
            at += Double.BYTES;
            return;
        }
        reserve(LONG_HEAD + ShortestDecimal.ROOM);
        int from = at + textHead;
        asciiChunk(from, ShortestDecimal.write(value, buffer, from));
    }

    /** Canonical xs:float, or data. */
    @Override
    public void text(float value) {
        startText();
        if (isOctets(value)) {
            itemOn7(BuiltInAlgorithm.FLOAT, Float.BYTES);
            BuiltInAlgorithm.FLOATS.set(buffer, at, value);
            at += Float.BYTES;
            return;
        }
        reserve(LONG_HEAD + ShortestDecimal.ROOM);
        int from = at + textHead;
        asciiChunk(from, ShortestDecimal.write(value, buffer, from));
    }

    /** Characters always. */
    public void text(BigDecimal value) {
        if (!DecimalEncoder.fits(value)) {
            text(SimpleValue.ofDecimal(value));
            return;
        }
        startText();
        reserve(LONG_HEAD + 2 * DecimalEncoder.LONGEST);
        int from = at + textHead;
        asciiChunk(from, DecimalEncoder.write(value, buffer, from));
    }

    @Override
    public void text(boolean value) {
        if (options.typed() != Typed.ALL) {
            text(value ? "true" : "false");
            return;
        }
        startText();
        algorithmOn7(number(BuiltInAlgorithm.BOOLEAN), 1);
        octet(BOOLEAN_ALONE | (value ? BOOLEAN_TRUE : 0));
    }

    /** Text in a restricted alphabet, built in or of the vocabulary. */
    public void text(String text, RestrictedAlphabet alphabet) {
        int number = alphabetNumber(alphabet);
        if (text.isEmpty()) {
            return;
        }
        if (!alphabet.holds(text)) {
            throw wrong("the alphabet \"" + alphabet + "\" does not hold the text");
        }
        startText();
        int octets = alphabet.octets(text.codePointCount(0, text.length()));
        octet(CHUNK | RESTRICTED_ALPHABET >>> 2 | number >>> 6);
        lengthOn7((number & 63) << 2, octets);
        reserve(octets);
        at = alphabet.encode(text, buffer, at);
    }

    private int alphabetNumber(RestrictedAlphabet alphabet) {
        int builtIn = Arrays.asList(RestrictedAlphabet.BUILT_IN).indexOf(alphabet);
        if (builtIn >= 0) {
            return builtIn;
        }
        int first = options.numberingByRecommendation() ? FIRST_OWN_ALPHABET_BY_RECOMMENDATION : FIRST_OWN;
        return first + own(options.external().alphabets(), options.vocabulary().alphabets(), alphabet);
    }

    private int algorithmNumber(String uri) {
        int first = options.numberingByRecommendation() ? FIRST_OWN_ALGORITHM_BY_RECOMMENDATION : FIRST_OWN;
        return first + own(options.external().algorithms(), options.vocabulary().algorithms(), uri);
    }

    private static <T> int own(List<T> external, List<T> initial, T wanted) {
        int position = external.indexOf(wanted);
        if (position >= 0) {
            return position;
        }
        position = initial.indexOf(wanted);
        if (position < 0) {
            throw wrong("an algorithm or alphabet that is not built in must be in the vocabulary: \"" + wanted + "\"");
        }
        return external.size() + position;
    }

    /** Writes the head of one item of a built-in algorithm; afterwards there is room for the item. */
    private void itemOn7(BuiltInAlgorithm algorithm, int octets) {
        reserve(ITEM_HEAD + Long.BYTES);
        byte[] b = buffer;
        int p = at;
        b[p] = (byte) (CHUNK | ENCODING_ALGORITHM >>> 2);
        b[p + 1] = (byte) (number(algorithm) << 2 | LENGTH_7_MEDIUM_FLAG);
        b[p + 2] = (byte) (octets - LENGTH_7_SMALL - 1);
        at = p + ITEM_HEAD;
    }

    private void algorithmOn7(int number, long length) {
        octet(CHUNK | ENCODING_ALGORITHM >>> 2 | number >>> 6);
        lengthOn7((number & 63) << 2, length);
    }

    // Data

    /** The data of an algorithm, as they are; no octets are no text. */
    public void data(BuiltInAlgorithm algorithm, byte[] octets, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, octets.length);
        startText();
        if (length > 0) {
            algorithmOn7(number(algorithm), length);
            octets(octets, offset, length);
        }
    }

    /** The data of an algorithm that the vocabulary names. */
    public void data(String algorithmUri, byte[] octets) {
        int number = algorithmNumber(algorithmUri);
        startText();
        if (octets.length > 0) {
            algorithmOn7(number, octets.length);
            octets(octets, 0, octets.length);
        }
    }

    /** Text that an algorithm of the vocabulary and the options encodes. */
    public void data(String algorithmUri, String text) {
        EncodingAlgorithm algorithm = options.algorithm(algorithmUri);
        if (algorithm == null) {
            throw wrong("there is no encoding algorithm " + algorithmUri + " in the options");
        }
        try {
            data(algorithmUri, algorithm.encode(text));
        } catch (IllegalArgumentException refused) {
            throw new XmlException(
                    "the algorithm " + algorithmUri + " cannot encode the text: " + refused.getMessage(),
                    XmlLocation.NONE,
                    refused);
        }
    }

    /** xs:base64Binary: data, or characters where the options say so. */
    @Override
    public void base64(byte[] bytes, int offset, int length) {
        if (options.typed() == Typed.TEXT) {
            Objects.checkFromIndexSize(offset, length, bytes.length);
            startText();
            text(Base64.getEncoder().encodeToString(Arrays.copyOfRange(bytes, offset, offset + length)));
        } else {
            data(BuiltInAlgorithm.BASE64, bytes, offset, length);
        }
    }

    /** xs:hexBinary. */
    public void hexBinary(byte[] bytes, int offset, int length) {
        if (options.typed() == Typed.TEXT) {
            startText();
            text(HexFormat.of().withUpperCase().formatHex(bytes, offset, offset + length));
        } else {
            data(BuiltInAlgorithm.HEXADECIMAL, bytes, offset, length);
        }
    }

    public void list(short[] items, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, items.length);
        startText();
        if (options.typed() == Typed.TEXT) {
            textList(length, (i, to, at) -> DecimalEncoder.write(items[offset + i], to, at));
        } else {
            dataList(BuiltInAlgorithm.SHORT, length, (i, to, at) -> {
                BuiltInAlgorithm.SHORTS.set(to, at, items[offset + i]);
                return at + Short.BYTES;
            });
        }
    }

    @Override
    public void list(int[] items, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, items.length);
        startText();
        if (options.typed() == Typed.TEXT) {
            textList(length, (i, to, at) -> DecimalEncoder.write(items[offset + i], to, at));
        } else {
            dataList(BuiltInAlgorithm.INT, length, (i, to, at) -> {
                BuiltInAlgorithm.INTS.set(to, at, items[offset + i]);
                return at + Integer.BYTES;
            });
        }
    }

    @Override
    public void list(long[] items, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, items.length);
        startText();
        if (options.typed() == Typed.TEXT) {
            textList(length, (i, to, at) -> DecimalEncoder.write(items[offset + i], to, at));
        } else {
            dataList(BuiltInAlgorithm.LONG, length, (i, to, at) -> {
                BuiltInAlgorithm.LONGS.set(to, at, items[offset + i]);
                return at + Long.BYTES;
            });
        }
    }

    @Override
    public void list(float[] items, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, items.length);
        startText();
        if (options.typed() == Typed.TEXT || hasInfinite(items, offset, length)) {
            textList(length, (i, to, at) -> ShortestDecimal.write(items[offset + i], to, at));
        } else {
            dataList(BuiltInAlgorithm.FLOAT, length, (i, to, at) -> {
                BuiltInAlgorithm.FLOATS.set(to, at, items[offset + i]);
                return at + Float.BYTES;
            });
        }
    }

    @Override
    public void list(double[] items, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, items.length);
        startText();
        if (options.typed() == Typed.TEXT || hasInfinite(items, offset, length)) {
            textList(length, (i, to, at) -> ShortestDecimal.write(items[offset + i], to, at));
        } else {
            dataList(BuiltInAlgorithm.DOUBLE, length, (i, to, at) -> {
                BuiltInAlgorithm.DOUBLES.set(to, at, items[offset + i]);
                return at + Double.BYTES;
            });
        }
    }

    public void list(boolean[] items, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, items.length);
        startText();
        if (options.typed() == Typed.TEXT) {
            textList(length, (i, to, at) -> {
                byte[] word = items[offset + i] ? TRUE : FALSE;
                System.arraycopy(word, 0, to, at, word.length);
                return at + word.length;
            });
        } else if (length > 0) {
            byte[] octets = BooleanData.of(items, offset, length);
            data(BuiltInAlgorithm.BOOLEAN, octets, 0, octets.length);
        }
    }

    /** A list of UUIDs. */
    public void list(java.util.UUID... items) {
        startText();
        if (options.typed() == Typed.TEXT) {
            textList(items.length, (i, to, at) -> {
                byte[] word = items[i].toString().getBytes(StandardCharsets.US_ASCII);
                System.arraycopy(word, 0, to, at, word.length);
                return at + word.length;
            });
        } else {
            dataList(BuiltInAlgorithm.UUID, items.length, (i, to, at) -> {
                BuiltInAlgorithm.LONGS.set(to, at, items[i].getMostSignificantBits());
                BuiltInAlgorithm.LONGS.set(to, at + Long.BYTES, items[i].getLeastSignificantBits());
                return at + 2 * Long.BYTES;
            });
        }
    }

    /** Stores one item of a list in an array, which has room for any item; returns the index after it. */
    @FunctionalInterface
    private interface Item {
        int write(int index, byte[] to, int at);
    }

    private void dataList(BuiltInAlgorithm algorithm, int length, Item item) {
        if (length == 0) {
            return;
        }
        int size = algorithm.itemOctets();
        algorithmOn7(number(algorithm), (long) size * length);
        int most = LIST_PIECE / size;
        for (int i = 0; i < length; ) {
            int end = Math.min(length, i + most);
            reserve((end - i) * size);
            int p = at;
            for (; i < end; i++) {
                p = item.write(i, buffer, p);
            }
            at = p;
        }
    }

    private void textList(int length, Item item) {
        if (list.length == 0) {
            list = new byte[LIST_PIECE + LONGEST_ITEM + SURPLUS];
        }
        int end = 0;
        for (int i = 0; i < length; i++) {
            if (i > 0) {
                list[end++] = ' ';
            }
            end = item.write(i, list, end);
            if (end >= LIST_PIECE) {
                ascii(end);
                end = 0;
            }
        }
        if (end > 0) {
            ascii(end);
        }
    }

    private void ascii(int length) {
        reserve(length + LONG_HEAD);
        int from = at + headOf(length);
        System.arraycopy(list, 0, buffer, from, length);
        asciiChunk(from, from + length);
    }

    /**
     * Writes a CDATA section, split where its text contains the end of one; or plain text if the options specify it.
     */
    @Override
    public void cdata(String text) {
        if (!options.keepingCData()) {
            text(text);
            return;
        }
        startText();
        int from = 0;
        for (int end = text.indexOf("]]>"); end >= 0; end = text.indexOf("]]>", from)) {
            section(text.substring(from, end + 2));
            from = end + 2;
        }
        if (from < text.length()) {
            section(from == 0 ? text : text.substring(from));
        }
    }

    private void section(String text) {
        algorithmOn7(number(BuiltInAlgorithm.CDATA), measure(text));
        pieces(text);
    }

    /** Flushes all output; closes the target if the options specify it. */
    @Override
    public void close() {
        close(false);
    }

    /** As {@link #close()}, and also closes the target if requested. */
    @Override
    public void close(boolean target) {
        if (!isClosed()) {
            complete(target);
        }
    }
}
