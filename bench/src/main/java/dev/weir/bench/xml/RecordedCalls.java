package dev.weir.bench.xml;

import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import java.util.ArrayList;
import java.util.List;

/** A document as the calls that write it, so that writers are measured and nothing else. */
final class RecordedCalls {
    /** What a writer is asked. */
    enum Kind {
        START,
        NAMESPACE,
        ATTRIBUTE,
        TEXT,
        END
    }

    /**
     * One call.
     *
     * @param prefix of the element or attribute, or what is declared
     * @param name of the element or attribute
     * @param text the text, the value, or the namespace that is declared
     */
    record Call(Kind kind, String prefix, XmlName name, String text) {}

    private static final XmlName NONE = XmlName.of("none");

    private RecordedCalls() {}

    static Call[] of(XmlReader reader) {
        List<Call> calls = new ArrayList<>();
        for (XmlEvent event = reader.next(); event != XmlEvent.END_DOCUMENT; event = reader.next()) {
            switch (event) {
                case START_ELEMENT -> {
                    calls.add(new Call(Kind.START, reader.prefix(), reader.name(), ""));
                    for (int i = 0; i < reader.namespaceCount(); i++) {
                        calls.add(new Call(Kind.NAMESPACE, reader.namespacePrefix(i), NONE, reader.namespaceUri(i)));
                    }
                    for (int i = 0; i < reader.attributeCount(); i++) {
                        calls.add(new Call(
                                Kind.ATTRIBUTE,
                                reader.attributePrefix(i),
                                reader.attributeName(i),
                                reader.attributeValue(i)));
                    }
                }
                case END_ELEMENT -> calls.add(new Call(Kind.END, "", NONE, ""));
                case TEXT -> calls.add(new Call(Kind.TEXT, "", NONE, reader.text()));
                default -> {}
            }
        }
        return calls.toArray(new Call[0]);
    }
}
