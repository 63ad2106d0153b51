package dev.weir.bind.jaxb;

import org.jspecify.annotations.Nullable;

/** What callers give: the interfaces of Jakarta XML Binding want an IllegalArgumentException for null. */
final class RequiredArgument {
    private RequiredArgument() {}

    static <T> T given(@Nullable T argument, String name) {
        if (argument == null) {
            throw new IllegalArgumentException("the argument must not be null: " + name);
        }
        return argument;
    }
}
