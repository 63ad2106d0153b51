package dev.weir.xml.writer;

import java.io.OutputStream;

/** Writes Canonical XML 1.0 as octets: items outside the document element are on lines of their own. */
final class CanonicalTextTarget implements CanonicalWriter.Target {
    private static final WriteOptions OPTIONS =
            WriteOptions.DEFAULT.withCollapsingEmpty(false).withLosingCr(true);

    private final MarkupWriter markup;
    private boolean rootSeen;

    CanonicalTextTarget(OutputStream out) {
        markup = new MarkupWriter(out, OPTIONS);
    }

    @Override
    public void startTag(String prefix, String local, String uri) {
        rootSeen = true;
        markup.startTag(prefix, local);
    }

    @Override
    public void namespace(String prefix, String uri) {
        markup.namespace(prefix, uri);
    }

    @Override
    public void attribute(String prefix, String local, String uri, String value) {
        markup.attribute(prefix, local, value);
    }

    @Override
    public void endTag() {
        markup.endTag();
    }

    @Override
    public void text(String text) {
        markup.text(text);
    }

    @Override
    public void comment(String text) {
        before();
        markup.comment(text);
        after();
    }

    @Override
    public void processingInstruction(String target, String data) {
        before();
        markup.processingInstruction(target, data);
        after();
    }

    private void before() {
        if (markup.depth() == 0 && rootSeen) {
            markup.text("\n");
        }
    }

    private void after() {
        if (markup.depth() == 0 && !rootSeen) {
            markup.text("\n");
        }
    }

    @Override
    public void end() {
        markup.end();
    }

    @Override
    public void flush() {
        markup.flush();
    }

    @Override
    public void close() {
        markup.close();
    }
}
