package dev.weir.bind.event;

import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes markup to a Writer; an {@link Escape} supplied by the caller escapes text and attribute values. */
public final class MarkupTarget implements MarshalTarget<IOException> {
    /** Writes characters as markup. */
    public interface Escape {
        void escape(char[] characters, int start, int length, boolean isAttribute, Writer out) throws IOException;
    }

    private final Writer out;
    private final Escape escape;
    private final @Nullable String indent;
    private final List<String> open = new ArrayList<>();

    /** A start tag has begun and is not closed yet. */
    private boolean inTag;

    /** The last item written is an end tag. */
    private boolean afterElement;

    /** @param indent for each level of elements that contain no text; null for no indentation */
    public MarkupTarget(Writer out, Escape escape, @Nullable String indent) {
        this.out = out;
        this.escape = escape;
        this.indent = indent;
    }

    /** Does nothing: the caller writes the prolog. */
    @Override
    public void startDocument() {}

    private void closeTag() throws IOException {
        if (inTag) {
            out.write('>');
            inTag = false;
        }
    }

    private void newLine() throws IOException {
        if (indent != null) {
            out.write('\n');
            for (int i = 0; i < open.size(); i++) {
                out.write(indent);
            }
        }
    }

    @Override
    public void startTag(String prefix, String uri, String local) throws IOException {
        boolean nested = inTag || afterElement;
        closeTag();
        if (nested) {
            newLine();
        }
        String name = prefix.isEmpty() ? local : prefix + ":" + local;
        open.add(name);
        out.write('<');
        out.write(name);
        inTag = true;
        afterElement = false;
    }

    @Override
    public void namespace(String prefix, String uri) throws IOException {
        value(prefix.isEmpty() ? "xmlns" : "xmlns:" + prefix, uri);
    }

    @Override
    public void attribute(String prefix, String uri, String local, String value) throws IOException {
        value(prefix.isEmpty() ? local : prefix + ":" + local, value);
    }

    private void value(String name, String value) throws IOException {
        out.write(' ');
        out.write(name);
        out.write("=\"");
        escape.escape(value.toCharArray(), 0, value.length(), true, out);
        out.write('"');
    }

    @Override
    public void startTagEnds() {}

    @Override
    public void endTag() throws IOException {
        String name = open.remove(open.size() - 1);
        if (inTag) {
            out.write("/>");
            inTag = false;
        } else {
            if (afterElement) {
                newLine();
            }
            out.write("</");
            out.write(name);
            out.write('>');
        }
        afterElement = true;
    }

    @Override
    public void text(String text) throws IOException {
        closeTag();
        afterElement = false;
        escape.escape(text.toCharArray(), 0, text.length(), false, out);
    }

    @Override
    public void comment(String text) throws IOException {
        closeTag();
        out.write("<!--" + text + "-->");
    }

    @Override
    public void processingInstruction(String target, String data) throws IOException {
        closeTag();
        out.write("<?" + target + " " + data + "?>");
    }

    @Override
    public void endDocument() {}

    @Override
    public void flush() throws IOException {
        out.flush();
    }
}
