package dev.weir.bind.jaxb;

import org.jspecify.annotations.Nullable;

/** Checks arguments: the interfaces of Jakarta XML Binding prescribe an IllegalArgumentException for null. */
final class RequiredArgument {
    private RequiredArgument() {}

    static <T> T given(@Nullable T argument, String name) {
        if (argument == null) {
            throw new IllegalArgumentException("the argument must not be null: " + name);
        }
        return argument;
    }
}
