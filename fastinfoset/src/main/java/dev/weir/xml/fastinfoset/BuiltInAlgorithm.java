package dev.weir.xml.fastinfoset;

import dev.weir.xml.lexical.SimpleValue;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The encoding algorithms that every fast infoset document has (X.891, clause 10), in the order of the table. Numbers are
 * big-endian and of fixed size. The characters are the canonical form of XML Schema (of a UUID, that of RFC 4122), with
 * one space between two items of a list.
 */
public enum BuiltInAlgorithm implements EncodingAlgorithm {
    /** 10.2: pairs of digits 0-9 A-F, an octet each. */
    HEXADECIMAL(0, 1),
    /** 10.3: xs:base64Binary without white space. */
    BASE64(1, 1),
    /** 10.4: 16 bits each. */
    SHORT(2, 2),
    /** 10.5: 32 bits each. */
    INT(3, 4),
    /** 10.6: 64 bits each. */
    LONG(4, 8),
    /** 10.7: one bit each, after four bits that hold the number of unused bits in the last octet. */
    BOOLEAN(5, 1),
    /** 10.8: IEEE 754, 32 bits each. */
    FLOAT(6, 4),
    /** 10.9: IEEE 754, 64 bits each. */
    DOUBLE(7, 8),
    /** 10.10: 128 bits each. */
    UUID(8, 16),
    /** 10.11: the text of one CDATA section, in UTF-8. Only in the content of elements. */
    CDATA(9, 1);

    static final VarHandle SHORTS = view(short[].class);
    static final VarHandle INTS = view(int[].class);
    static final VarHandle LONGS = view(long[].class);
    static final VarHandle FLOATS = view(float[].class);
    static final VarHandle DOUBLES = view(double[].class);

    /** The length of the header before the first boolean, which holds the number of unused bits in the last octet. */
    static final int BOOLEAN_HEADER_BITS = 4;

    private static final HexFormat HEX = HexFormat.of().withUpperCase();
    private static final BuiltInAlgorithm[] ALL = values();

    private final int position;
    private final int itemOctets;

    BuiltInAlgorithm(int position, int itemOctets) {
        this.position = position;
        this.itemOctets = itemOctets;
    }

    private static VarHandle view(Class<?> array) {
        return MethodHandles.byteArrayViewVarHandle(array, ByteOrder.BIG_ENDIAN);
    }

    /**
     * The algorithm at a position in the table, counted from 0 as in the eight bits of C.29; null beyond the built-in
     * ones.
     */
    static @Nullable BuiltInAlgorithm at(int position) {
        return position < ALL.length ? ALL[position] : null;
    }

    /** The position in the table, counted from 0 as in the eight bits of C.29. */
    int position() {
        return position;
    }

    /** The size of an item in octets; 1 for algorithms without items of a fixed size. */
    public int itemOctets() {
        return itemOctets;
    }

    /**
     * The number of items encoded in octets; for {@link #HEXADECIMAL}, {@link #BASE64} and {@link #CDATA} octets.
     *
     * @throws IllegalArgumentException if the number of octets is not a whole number of items
     */
    int items(byte[] octets, int offset, int length) {
        if (this == BOOLEAN) {
            int unused = (octets[offset] & 0xFF) >>> BOOLEAN_HEADER_BITS;
            if (unused > (length == 1 ? 3 : 7)) {
                throw new IllegalArgumentException("the last octet of booleans cannot have " + unused
                        + " bits that are not used, in " + length + " octets");
            }
            return length * 8 - BOOLEAN_HEADER_BITS - unused;
        }
        if (length % itemOctets != 0) {
            throw new IllegalArgumentException(
                    "data of the algorithm " + this + " must be a multiple of " + itemOctets + " octets: " + length);
        }
        return length / itemOctets;
    }

    /** The value of a boolean in octets that hold that many {@link #items}. */
    static boolean booleanAt(byte[] octets, int offset, int item) {
        int bit = item + BOOLEAN_HEADER_BITS;
        return (octets[offset + (bit >>> 3)] >>> (7 - (bit & 7)) & 1) != 0;
    }

    @Override
    public void decode(byte[] octets, int offset, int length, StringBuilder to) {
        int items = items(octets, offset, length);
        switch (this) {
            case HEXADECIMAL -> to.append(HEX.formatHex(octets, offset, offset + length));
            case BASE64 ->
                to.append(Base64.getEncoder().encodeToString(Arrays.copyOfRange(octets, offset, offset + length)));
            case CDATA -> {
                try {
                    to.append(StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(octets, offset, length)));
                } catch (CharacterCodingException wrong) {
                    throw new IllegalArgumentException("a CDATA section must be in UTF-8", wrong);
                }
            }
            default -> {
                for (int i = 0; i < items; i++) {
                    if (i > 0) {
                        to.append(' ');
                    }
                    appendItem(octets, offset, i, to);
                }
            }
        }
    }

    private void appendItem(byte[] octets, int offset, int item, StringBuilder to) {
        int at = offset + item * itemOctets;
        switch (this) {
            case SHORT -> to.append((short) SHORTS.get(octets, at));
            case INT -> to.append((int) INTS.get(octets, at));
            case LONG -> to.append((long) LONGS.get(octets, at));
            case BOOLEAN -> to.append(booleanAt(octets, offset, item));
            case FLOAT -> to.append(SimpleValue.ofFloat((float) FLOATS.get(octets, at)));
            case DOUBLE -> to.append(SimpleValue.ofDouble((double) DOUBLES.get(octets, at)));
            case UUID -> to.append(new java.util.UUID((long) LONGS.get(octets, at), (long) LONGS.get(octets, at + 8)));
            default -> throw new IllegalStateException("no items: " + this);
        }
    }

    @Override
    public byte[] encode(String characters) {
        byte[] octets = switch (this) {
            case HEXADECIMAL -> HEX.parseHex(characters);
            case BASE64 -> Base64.getDecoder().decode(characters);
            case CDATA -> characters.getBytes(StandardCharsets.UTF_8);
            default -> encodeItems(characters.split(" ", -1));
        };
        StringBuilder back = new StringBuilder(characters.length());
        if (octets.length > 0) {
            decode(octets, 0, octets.length, back);
        }
        if (octets.length == 0 || !back.toString().contentEquals(characters)) {
            throw new IllegalArgumentException(
                    "the characters are not in the one form that the algorithm " + this + " has for them");
        }
        return octets;
    }

    private byte[] encodeItems(String[] items) {
        byte[] octets =
                new byte[this == BOOLEAN ? (items.length + BOOLEAN_HEADER_BITS + 7) / 8 : items.length * itemOctets];
        if (this == BOOLEAN) {
            octets[0] = (byte) (octets.length * 8 - BOOLEAN_HEADER_BITS - items.length << BOOLEAN_HEADER_BITS);
        }
        for (int i = 0; i < items.length; i++) {
            encodeItem(items[i], octets, i);
        }
        return octets;
    }

    private void encodeItem(String text, byte[] to, int item) {
        int at = item * itemOctets;
        switch (this) {
            case SHORT -> SHORTS.set(to, at, Short.parseShort(text));
            case INT -> INTS.set(to, at, Integer.parseInt(text));
            case LONG -> LONGS.set(to, at, Long.parseLong(text));
            case BOOLEAN -> {
                int bit = item + BOOLEAN_HEADER_BITS;
                if (text.equals("true")) {
                    to[bit >>> 3] |= (byte) (0x80 >>> (bit & 7));
                }
            }
            case FLOAT -> FLOATS.set(to, at, Float.parseFloat(parseable(text)));
            case DOUBLE -> DOUBLES.set(to, at, Double.parseDouble(parseable(text)));
            case UUID -> {
                java.util.UUID value = java.util.UUID.fromString(text);
                LONGS.set(to, at, value.getMostSignificantBits());
                LONGS.set(to, at + 8, value.getLeastSignificantBits());
            }
            default -> throw new IllegalStateException("no items: " + this);
        }
    }

    private static String parseable(String number) {
        return switch (number) {
            case "INF" -> "Infinity";
            case "-INF" -> "-Infinity";
            default -> number;
        };
    }
}
