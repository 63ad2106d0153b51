package dev.weir.soap.jaxws.encoded;

import dev.weir.soap.SoapFault;
import dev.weir.soap.SoapFaultException;
import dev.weir.soap.envelope.EnvelopeReader;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What arrayType (SOAP 1.1, section 5.4.2), or itemType and arraySize of SOAP 1.2, say of an array.
 *
 * @param item the type of items; null where it is not said
 * @param nested how many dimensions the items have themselves: 1 for {@code xsd:string[][2]}
 * @param sizes of the dimensions, at least one; -1 for one that is not said
 */
record ArrayShape(@Nullable XmlName item, int nested, int[] sizes) {
    private static final int MAX_DIMENSIONS = 16;
    private static final ArrayShape UNKNOWN = new ArrayShape(null, 0, new int[] {-1});

    static boolean isGiven(XmlElement array) {
        return SoapEncoding.value(array, SoapEncoding.ARRAY_TYPE) != null
                || SoapEncoding.value(array, SoapEncoding.ITEM_TYPE_12) != null
                || SoapEncoding.value(array, SoapEncoding.ARRAY_SIZE_12) != null;
    }

    static ArrayShape of(XmlElement array) {
        String text = SoapEncoding.value(array, SoapEncoding.ARRAY_TYPE);
        if (text != null) {
            return parsed(array, text.strip());
        }
        String item = SoapEncoding.value(array, SoapEncoding.ITEM_TYPE_12);
        String size = SoapEncoding.value(array, SoapEncoding.ARRAY_SIZE_12);
        return item == null && size == null
                ? UNKNOWN
                : new ArrayShape(
                        item == null ? null : SoapEncoding.type(array, item),
                        0,
                        size == null
                                ? new int[] {-1}
                                : numbers(array, size.strip().split("\\s+")));
    }

    private static ArrayShape parsed(XmlElement array, String text) {
        int open = text.lastIndexOf('[');
        int first = text.indexOf('[');
        if (open < 0 || !text.endsWith("]")) {
            throw wrong(array, "arrayType \"" + text + "\" must end with the size in brackets, as xsd:string[2]");
        }
        String inner = text.substring(open + 1, text.length() - 1);
        int[] sizes = numbers(array, inner.split(",", -1));
        // Each of the brackets in between may have commas: xsd:string[,][2].
        int nested = 0;
        for (int i = first; i < open; i++) {
            char c = text.charAt(i);
            nested += c == '[' || c == ',' ? 1 : 0;
        }
        if (nested + sizes.length > MAX_DIMENSIONS) {
            throw tooManyDimensions(array);
        }
        return new ArrayShape(SoapEncoding.type(array, text.substring(0, first)), nested, sizes);
    }

    private static int[] numbers(XmlElement array, String... texts) {
        if (texts.length > MAX_DIMENSIONS) {
            throw tooManyDimensions(array);
        }
        return Arrays.stream(texts)
                .mapToInt(text -> text.isBlank() || text.strip().equals("*") ? -1 : number(array, text.strip()))
                .toArray();
    }

    private static SoapFaultException tooManyDimensions(XmlElement array) {
        return wrong(array, "it has more than " + MAX_DIMENSIONS + " dimensions");
    }

    private static int number(XmlElement array, String text) {
        try {
            int number = Integer.parseInt(text);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException reported) {
            throw wrong(array, "\"" + text + "\" must be a number from 0 to 2147483647");
        }
        throw wrong(array, "\"" + text + "\" must not be negative");
    }

    /** The place in the order of all items that {@code [1,2]} stands for; null gives null. */
    @Nullable Long index(XmlElement at, @Nullable String brackets) {
        if (brackets == null) {
            return null;
        }
        String text = brackets.strip();
        if (!text.startsWith("[") || !text.endsWith("]")) {
            throw wrong(at, "\"" + text + "\" must be numbers in brackets, as [3]");
        }
        int[] place = numbers(at, text.substring(1, text.length() - 1).split(",", -1));
        if (place.length != sizes.length) {
            throw wrong(at, "\"" + text + "\" must have as many numbers as the array has dimensions, " + sizes.length);
        }
        long index = 0;
        for (int i = 0; i < place.length; i++) {
            if (place[i] < 0 || sizes.length > 1 && place[i] >= sizes[i]) {
                throw wrong(at, "\"" + text + "\" is outside the array");
            }
            index = sizes.length == 1 ? place[i] : index * sizes[i] + place[i];
        }
        return index;
    }

    static SoapFaultException wrong(XmlElement at, String reason) {
        return new SoapFaultException(
                SoapFault.sender("Element " + at.name() + " at " + EnvelopeReader.place(at) + ": " + reason + "."));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ArrayShape shape
                && nested == shape.nested
                && Arrays.equals(sizes, shape.sizes)
                && Objects.equals(item, shape.item);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(sizes);
    }

    @Override
    public String toString() {
        return item + " " + Arrays.toString(sizes);
    }
}
