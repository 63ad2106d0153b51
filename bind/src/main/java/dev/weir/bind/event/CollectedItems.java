package dev.weir.bind.event;

import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLocation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.xml.sax.Attributes;
import org.xml.sax.Locator;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/** What was told by SAX, in its order: told by one, taken away by the other as it reads. */
public class CollectedItems extends ItemCursor {
    /** An item; it knows its place. */
    private sealed interface Item {
        XmlLocation place();
    }

    private record Attribute(String uri, String local, String prefix, String value) {}

    /** Prefix, namespace name, ... of the declarations. */
    private record Start(
            String uri,
            String local,
            String prefix,
            List<String> declared,
            List<Attribute> attributes,
            XmlLocation place)
            implements Item {}

    private record End(XmlLocation place) implements Item {}

    private record Text(String text, XmlLocation place) implements Item {}

    private final Deque<Item> items = new ArrayDeque<>();
    private final Collector collector = new Collector();

    /** The item at hand. */
    private @Nullable Item item;

    private List<String> declared = List.of();
    private List<Attribute> attributes = List.of();

    /** Takes what is told. */
    public final DefaultHandler handler() {
        return collector;
    }

    /** Has more told, of which some may be nothing to keep; false where there is no more. */
    boolean more() {
        return false;
    }

    @Override
    XmlEvent advance() {
        while (items.isEmpty()) {
            if (!more()) {
                throw new XmlException("the events end where an element is wanted or not closed yet", location());
            }
        }
        Item next = items.remove();
        item = next;
        if (next instanceof Start start) {
            declared = start.declared();
            attributes = start.attributes();
            return XmlEvent.START_ELEMENT;
        }
        return next instanceof End ? XmlEvent.END_ELEMENT : XmlEvent.TEXT;
    }

    @Override
    public final XmlLocation location() {
        return item == null ? XmlLocation.NONE : item.place();
    }

    private Start start() {
        return (Start) Objects.requireNonNull(item, "an item");
    }

    @Override
    final String elementUri() {
        return start().uri();
    }

    @Override
    final String elementLocal() {
        return start().local();
    }

    @Override
    final String elementPrefix() {
        return start().prefix();
    }

    @Override
    final int declarations() {
        return declared.size() / 2;
    }

    @Override
    final String declaredPrefix(int index) {
        return declared.get(2 * index);
    }

    @Override
    final String declaredUri(int index) {
        return declared.get(2 * index + 1);
    }

    @Override
    @Nullable String outer(String prefix) {
        return null;
    }

    @Override
    public final int attributeCount() {
        return attributes.size();
    }

    @Override
    public final String attributeLocalName(int index) {
        return attributes.get(index).local();
    }

    @Override
    final String attributeUri(int index) {
        return attributes.get(index).uri();
    }

    @Override
    public final String attributePrefix(int index) {
        return attributes.get(index).prefix();
    }

    @Override
    public final String attributeValue(int index) {
        return attributes.get(index).value();
    }

    @Override
    public final String text() {
        requireText();
        return ((Text) Objects.requireNonNull(item, "an item")).text();
    }

    /** The side that is told. */
    private final class Collector extends DefaultHandler {
        private @Nullable Locator locator;
        private List<String> announced = new ArrayList<>();
        private final StringBuilder text = new StringBuilder();
        private int open;

        @Override
        public void setDocumentLocator(Locator told) {
            locator = told;
        }

        private XmlLocation place() {
            Locator known = locator;
            return known == null
                    ? XmlLocation.NONE
                    : new XmlLocation(Math.max(0, known.getLineNumber()), Math.max(0, known.getColumnNumber()), -1);
        }

        @Override
        public void startDocument() {
            items.clear();
            announced.clear();
            text.setLength(0);
            open = 0;
        }

        @Override
        public void startPrefixMapping(String prefix, String uri) {
            announced.add(prefix);
            announced.add(uri);
        }

        @Override
        public void startElement(String uri, String local, String qualified, Attributes told) {
            endText();
            List<String> namespaces = announced;
            announced = new ArrayList<>();
            List<Attribute> given = new ArrayList<>(told.getLength());
            for (int i = 0; i < told.getLength(); i++) {
                String name = told.getQName(i);
                if (!name.equals("xmlns") && !name.startsWith("xmlns:")) {
                    given.add(new Attribute(
                            ItemCursor.text(told.getURI(i)),
                            local(told.getLocalName(i), name),
                            prefix(name),
                            told.getValue(i)));
                } else {
                    declare(name.equals("xmlns") ? "" : name.substring(6), told.getValue(i), namespaces);
                }
            }
            items.add(new Start(
                    ItemCursor.text(uri), local(local, qualified), prefix(qualified), namespaces, given, place()));
            open++;
        }

        /** Some parsers tell a declaration twice: as a mapping, and as an attribute. */
        private static void declare(String prefix, String uri, List<String> namespaces) {
            for (int i = 0; i < namespaces.size(); i += 2) {
                if (namespaces.get(i).equals(prefix)) {
                    return;
                }
            }
            namespaces.add(prefix);
            namespaces.add(uri);
        }

        private static String prefix(String qualified) {
            int colon = qualified.indexOf(':');
            return colon < 0 ? "" : qualified.substring(0, colon);
        }

        private static String local(@Nullable String local, String qualified) {
            return local == null || local.isEmpty() ? qualified.substring(qualified.indexOf(':') + 1) : local;
        }

        @Override
        public void endElement(String uri, String local, String qualified) {
            endText();
            items.add(new End(place()));
            open--;
        }

        @Override
        public void characters(char[] characters, int start, int length) {
            if (open > 0) {
                text.append(characters, start, length);
            }
        }

        @Override
        public void ignorableWhitespace(char[] characters, int start, int length) {
            characters(characters, start, length);
        }

        private void endText() {
            if (text.length() > 0) {
                items.add(new Text(text.toString(), place()));
                text.setLength(0);
            }
        }

        @Override
        public void skippedEntity(String name) throws SAXException {
            if (!name.equals("[dtd]") && !name.startsWith("%")) {
                throw new SAXException("the entity " + name + " was not expanded, so its content would be lost");
            }
        }
    }
}
