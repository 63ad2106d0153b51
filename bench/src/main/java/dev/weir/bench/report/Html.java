package dev.weir.bench.report;

/** Text of HTML that grows; what is not markup of this package is escaped. */
final class Html {
    private final StringBuilder text = new StringBuilder();

    /** Markup as it is. */
    Html add(String markup) {
        text.append(markup);
        return this;
    }

    /** Text between tags or in an attribute. */
    Html text(String words) {
        text.append(words.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;"));
        return this;
    }

    /** {@code <tag>words</tag>}, with attributes behind the name of the tag if it has any. */
    Html element(String tag, String words) {
        int space = tag.indexOf(' ');
        add("<").add(tag).add(">").text(words);
        return add("</").add(space < 0 ? tag : tag.substring(0, space)).add(">");
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
