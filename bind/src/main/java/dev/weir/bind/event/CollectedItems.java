package dev.weir.bind.event;

import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLocation;
import dev.weir.xml.XmlName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.xml.sax.Attributes;
import org.xml.sax.Locator;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * A queue of SAX events: a SAX parser appends them through {@link #handler}, and the reader removes them. It is a
 * {@link CharacterQueue}, in which a document takes about the space of its characters; each name is stored once.
 *
 * <p>An item starts with a number: the lowest two bits are its kind, the others the name of a start tag. Its location
 * follows, as the difference in lines and the column. After a start tag come the number of its namespace declarations
 * and their names, the number of its attributes, and their names and values; after a text item comes the text.
 */
public class CollectedItems extends ItemCursor {
    private static final int START = 0;
    private static final int END = 1;
    private static final int TEXT = 2;

    /** When this many names are stored and the queue is empty, they are discarded. */
    private static final int MOST_NAMES = 10_000;

    /** A qualified name; or a namespace declaration, whose local part is empty. */
    private record Name(XmlName name, String prefix, int number) {
        boolean is(String uri, String local) {
            return name.local().equals(local) && name.namespace().equals(uri);
        }
    }

    private final CharacterQueue tape = new CharacterQueue();
    private final List<Name> names = new ArrayList<>();
    private final Collector collector = new Collector();

    // The current item

    private long line;
    private long column;
    private Name element = new Name(XmlName.of(""), "", 0);
    private int declarations;
    private Name[] declared = new Name[4];
    private int attributes;
    private Name[] attributeNames = {};
    private CharacterQueue.Text[] values = {};
    private final CharacterQueue.Text text = new CharacterQueue.Text();

    /** The SAX handler that receives the events. */
    public final DefaultHandler handler() {
        return collector;
    }

    /** Obtains more events, possibly none that are recorded; false at the end of the source. */
    boolean more() {
        return false;
    }

    @Override
    XmlEvent advance() {
        while (tape.isEmpty()) {
            if (names.size() > MOST_NAMES) {
                collector.forgetNames();
            }
            if (!more()) {
                throw new XmlException("the events end where an element is wanted or not closed yet", location());
            }
        }
        long item = tape.readNumber();
        long difference = tape.readNumber();
        line += difference >>> 1 ^ -(difference & 1);
        column = tape.readNumber();
        switch ((int) item & 3) {
            case START -> {
                element = names.get((int) (item >>> 2));
                start();
                return XmlEvent.START_ELEMENT;
            }
            case END -> {
                return XmlEvent.END_ELEMENT;
            }
            default -> {
                tape.readText(text);
                return XmlEvent.TEXT;
            }
        }
    }

    private void start() {
        declarations = (int) tape.readNumber();
        if (declarations > declared.length) {
            declared = new Name[declarations * 2];
        }
        for (int i = 0; i < declarations; i++) {
            declared[i] = names.get((int) tape.readNumber());
        }
        attributes = (int) tape.readNumber();
        if (attributes > values.length) {
            attributeNames = new Name[attributes * 2];
            values = new CharacterQueue.Text[attributes * 2];
            Arrays.setAll(values, i -> new CharacterQueue.Text());
        }
        for (int i = 0; i < attributes; i++) {
            attributeNames[i] = names.get((int) tape.readNumber());
            tape.readText(values[i]);
        }
    }

    @Override
    public final XmlLocation location() {
        return line == 0 && column == 0 ? XmlLocation.NONE : new XmlLocation(line, column, -1);
    }

    @Override
    final XmlName elementName() {
        return element.name();
    }

    @Override
    final String elementUri() {
        return element.name().namespace();
    }

    @Override
    final String elementLocal() {
        return element.name().local();
    }

    @Override
    final String elementPrefix() {
        return element.prefix();
    }

    @Override
    final int declarations() {
        return declarations;
    }

    @Override
    final String declaredPrefix(int index) {
        return declared[index].prefix();
    }

    @Override
    final String declaredUri(int index) {
        return declared[index].name().namespace();
    }

    @Override
    @Nullable String outer(String prefix) {
        return null;
    }

    @Override
    final int attributes() {
        return attributes;
    }

    @Override
    final XmlName nameAt(int attribute) {
        return attributeNames[attribute].name();
    }

    @Override
    final String localAt(int attribute) {
        return nameAt(attribute).local();
    }

    @Override
    final String uriAt(int attribute) {
        return nameAt(attribute).namespace();
    }

    @Override
    final String prefixAt(int attribute) {
        return attributeNames[attribute].prefix();
    }

    @Override
    final String valueAt(int attribute) {
        return values[attribute].toString();
    }

    @Override
    public final String text() {
        requireText();
        return text.toString();
    }

    /** Receives SAX events and appends them to the queue. */
    private final class Collector extends DefaultHandler {
        private @Nullable Locator locator;
        private long lastLine;

        /** The name last used for each qualified name. */
        private final Map<String, Name> known = new HashMap<>();

        /** The namespace declaration last used for each prefix. */
        private final Map<String, Name> knownDeclarations = new HashMap<>();

        /** Prefix, namespace name, ... of the declarations of the next start tag. */
        private final List<String> announced = new ArrayList<>();

        private char[] characters = {};
        private int length;
        private int open;

        void forgetNames() {
            names.clear();
            known.clear();
            knownDeclarations.clear();
        }

        @Override
        public void setDocumentLocator(Locator current) {
            locator = current;
        }

        private void item(long kind) {
            Locator current = locator;
            long now = current == null ? 0 : Math.max(0, current.getLineNumber());
            long difference = now - lastLine;
            lastLine = now;
            long place = current == null ? 0 : Math.max(0, current.getColumnNumber());
            tape.write(kind, difference << 1 ^ difference >> 63, place);
        }

        @Override
        public void startDocument() {
            tape.clear();
            forgetNames();
            announced.clear();
            length = 0;
            open = 0;
            line = 0;
            lastLine = 0;
        }

        @Override
        public void startPrefixMapping(String prefix, String uri) {
            announced.add(prefix);
            announced.add(uri);
        }

        @Override
        public void startElement(String uri, String local, String qualified, Attributes all) {
            endText();
            int count = all.getLength();
            int attributes = count;
            for (int i = 0; i < count; i++) {
                String name = all.getQName(i);
                if (isDeclaration(name)) {
                    declare(name.equals("xmlns") ? "" : name.substring(6), all.getValue(i));
                    attributes--;
                }
            }
            item((long) number(uri, local, qualified) << 2 | START);
            tape.write(announced.size() / 2);
            for (int i = 0; i < announced.size(); i += 2) {
                tape.write(declaration(announced.get(i), announced.get(i + 1)));
            }
            announced.clear();
            tape.write(attributes);
            for (int i = 0; i < count; i++) {
                String name = all.getQName(i);
                if (attributes == count || !isDeclaration(name)) {
                    tape.write(number(all.getURI(i), all.getLocalName(i), name));
                    tape.write(all.getValue(i));
                }
            }
            open++;
        }

        private static boolean isDeclaration(String attribute) {
            return attribute.startsWith("xmlns") && (attribute.length() == 5 || attribute.charAt(5) == ':');
        }

        /**
         * Adds a declaration unless already present: some parsers report it both as a prefix mapping and as an
         * attribute.
         */
        private void declare(String prefix, String uri) {
            for (int i = 0; i < announced.size(); i += 2) {
                if (announced.get(i).equals(prefix)) {
                    return;
                }
            }
            startPrefixMapping(prefix, uri);
        }

        private int number(@Nullable String uri, @Nullable String local, String qualified) {
            Name name = known.get(qualified);
            String namespace = ItemCursor.text(uri);
            int colon = qualified.indexOf(':');
            String own = local == null || local.isEmpty() ? qualified.substring(colon + 1) : local;
            if (name == null || !name.is(namespace, own)) {
                String prefix = colon < 0 ? "" : qualified.substring(0, colon);
                name = new Name(XmlName.of(namespace, own), prefix, names.size());
                names.add(name);
                known.put(qualified, name);
            }
            return name.number();
        }

        private int declaration(String prefix, String uri) {
            Name name = knownDeclarations.get(prefix);
            if (name == null || !name.is(uri, "")) {
                name = new Name(XmlName.of(uri, ""), prefix, names.size());
                names.add(name);
                knownDeclarations.put(prefix, name);
            }
            return name.number();
        }

        @Override
        public void endElement(String uri, String local, String qualified) {
            endText();
            item(END);
            open--;
        }

        @Override
        public void characters(char[] source, int start, int count) {
            if (open > 0) {
                int needed = Math.addExact(length, count);
                if (needed > characters.length) {
                    characters = Arrays.copyOf(characters, (int) Math.min(Integer.MAX_VALUE - 8L, 2L * needed + 128));
                }
                System.arraycopy(source, start, characters, length, count);
                length = needed;
            }
        }

        @Override
        public void ignorableWhitespace(char[] source, int start, int count) {
            characters(source, start, count);
        }

        private void endText() {
            if (length > 0) {
                item(TEXT);
                tape.write(characters, length);
                length = 0;
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
