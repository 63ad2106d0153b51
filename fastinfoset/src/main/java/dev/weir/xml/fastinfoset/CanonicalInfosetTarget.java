package dev.weir.xml.fastinfoset;

import dev.weir.xml.writer.CanonicalWriter;

/** Encodes the items of a canonical writer as Fast Infoset. */
final class CanonicalInfosetTarget implements CanonicalWriter.Target {
    private final InfosetEncoder items;

    CanonicalInfosetTarget(InfosetEncoder items) {
        this.items = items;
    }

    @Override
    public void startTag(String prefix, String local, String uri) {
        items.startTag(prefix, local, uri);
    }

    @Override
    public void namespace(String prefix, String uri) {
        items.namespace(prefix, uri);
    }

    @Override
    public void attribute(String prefix, String local, String uri, String value) {
        items.attribute(prefix, local, uri, value);
    }

    @Override
    public void endTag() {
        items.endTag();
    }

    @Override
    public void text(String text) {
        items.text(text);
    }

    @Override
    public void comment(String text) {
        items.comment(text);
    }

    @Override
    public void processingInstruction(String target, String data) {
        items.processingInstruction(target, data);
    }

    @Override
    public void end() {
        items.end();
    }

    @Override
    public void flush() {
        items.flush();
    }

    @Override
    public void close() {
        items.close();
    }
}
