package dev.weir.server.command;

import org.jspecify.annotations.Nullable;

/** A revision of a composite, or a component of it, as people write it: without a partition it is in {@code default}. */
final class ComponentText {
    private ComponentText() {}

    /**
     * The same with its partition.
     *
     * @param text {@code [PARTITION/]NAME!REVISION[/COMPONENT]}; null stays so
     */
    static @Nullable String whole(@Nullable String text) {
        return text == null ? null : revision(text);
    }

    /** @param text {@code [PARTITION/]NAME!REVISION[/COMPONENT]} */
    static String revision(String text) {
        int mark = text.indexOf('!');
        int slash = text.indexOf('/');
        return mark >= 0 && (slash < 0 || slash > mark) ? "default/" + text : text;
    }
}
