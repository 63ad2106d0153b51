package dev.weir.server.command;

import dev.weir.composite.tuning.WholeNumber;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Whole numbers in commands, as {@link WholeNumber} has them. */
final class NumberOptions {
    // Each named once: JDK 17 crashes when it archives the classes of a run in which the same two are made twice.
    private static final ITypeConverter<Integer> INTS = NumberOptions::integer;
    private static final ITypeConverter<Long> LONGS = NumberOptions::longInteger;

    private NumberOptions() {}

    /** Has a command, and those below it, read whole numbers so. */
    static CommandLine on(CommandLine line) {
        return line.registerConverter(int.class, INTS)
                .registerConverter(Integer.class, INTS)
                .registerConverter(long.class, LONGS)
                .registerConverter(Long.class, LONGS);
    }

    private static int integer(String text) {
        return (int) number(text, Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    private static long longInteger(String text) {
        return number(text, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    private static long number(String text, long least, long most) {
        return WholeNumber.parse(text, least, most).orElseThrow(() -> {
            String why = text.matches("-?[0-9]+")
                    ? "is beyond " + (text.startsWith("-") ? least : most)
                    : "is not a whole number";
            return new TypeConversionException("'" + text + "' " + why);
        });
    }
}
