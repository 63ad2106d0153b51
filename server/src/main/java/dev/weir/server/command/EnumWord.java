package dev.weir.server.command;

import java.util.Arrays;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a word of which a command takes one of a few, such as what is to be done, and lists those where it is another. */
abstract class EnumWord<E extends Enum<E>> implements ITypeConverter<E> {
    private final Class<E> type;

    /** @param type whose constants are written as they say themselves */
    EnumWord(Class<E> type) {
        this.type = type;
    }

    @Override
    public E convert(String text) {
        for (E each : type.getEnumConstants()) {
            if (each.toString().equalsIgnoreCase(text)) {
                return each;
            }
        }
        throw new TypeConversionException("must be one of "
                + Arrays.stream(type.getEnumConstants()).map(E::toString).collect(Collectors.joining(", ")) + ": "
                + text);
    }
}
