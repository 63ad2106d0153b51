package dev.weir.xml.stax;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.codehaus.stax2.DTDInfo;
import org.codehaus.stax2.XMLStreamReader2;

/** Everything that a cursor tells of a document, one line for each fact; what it refuses to tell is told as such. */
final class CursorTranscript {
    private CursorTranscript() {}

    static List<String> of(XMLStreamReader2 cursor) {
        List<String> lines = new ArrayList<>();
        try {
            while (true) {
                tell(lines, cursor);
                if (!cursor.hasNext()) {
                    return lines;
                }
                cursor.next();
            }
        } catch (XMLStreamException wrong) {
            lines.add("not well-formed");
            return lines;
        }
    }

    static List<String> withoutPlaces(XMLStreamReader2 cursor) {
        List<String> lines = of(cursor);
        lines.removeIf(line -> line.contains(": line=") || line.contains(": column="));
        lines.replaceAll(line -> line.substring(line.indexOf(' ')));
        return lines;
    }

    private static void tell(List<String> lines, XMLStreamReader2 cursor) throws XMLStreamException {
        Facts line = new Facts(lines, lines.size() + " " + name(cursor.getEventType()));
        tell(line, "local", cursor::getLocalName);
        tell(line, "uri", cursor::getNamespaceURI);
        tell(line, "prefix", cursor::getPrefix);
        tell(line, "name", cursor::getName);
        tell(line, "prefixed", cursor::getPrefixedName);
        tell(line, "text", cursor::getText);
        tell(
                line,
                "characters",
                () -> new String(cursor.getTextCharacters(), cursor.getTextStart(), cursor.getTextLength()));
        tell(line, "target", cursor::getPITarget);
        tell(line, "data", cursor::getPIData);
        tell(line, "hasName", cursor::hasName);
        tell(line, "hasText", cursor::hasText);
        tell(line, "isCharacters", cursor::isCharacters);
        tell(line, "isWhiteSpace", cursor::isWhiteSpace);
        tell(line, "isStart", cursor::isStartElement);
        tell(line, "isEnd", cursor::isEndElement);
        tell(line, "depth", cursor::getDepth);
        tell(line, "attributes", () -> attributes(cursor));
        tell(line, "namespaces", () -> namespaces(cursor));
        tell(line, "ns()", () -> cursor.getNamespaceURI(""));
        tell(line, "ns(p)", () -> cursor.getNamespaceURI("p"));
        tell(line, "ns(xml)", () -> cursor.getNamespaceURI("xml"));
        tell(line, "context()", () -> cursor.getNamespaceContext().getNamespaceURI(""));
        tell(line, "context(p)", () -> cursor.getNamespaceContext().getNamespaceURI("p"));
        tell(line, "context(u)", () -> cursor.getNamespaceContext().getPrefix("u"));
        tell(line, "contexts(u)", () -> list(cursor.getNamespaceContext().getPrefixes("u")));
        tell(line, "x", () -> cursor.getAttributeValue(null, "x"));
        tell(line, "ux", () -> cursor.getAttributeValue("u", "x"));
        tell(line, "empty", cursor::isEmptyElement);
        tell(line, "doctype", () -> doctype(cursor.getDTDInfo()));
        tell(line, "version", cursor::getVersion);
        tell(line, "scheme", cursor::getCharacterEncodingScheme);
        tell(line, "encoding", cursor::getEncoding);
        tell(line, "standalone", () -> cursor.isStandalone() + " " + cursor.standaloneSet());
        if (cursor.hasNext()) {
            tell(line, "line", () -> cursor.getLocation().getLineNumber());
            tell(line, "column", () -> cursor.getLocation().getColumnNumber());
        }
    }

    private record Facts(List<String> lines, String event) {}

    private static String doctype(DTDInfo info) {
        return info == null
                ? "none"
                : info.getDTDRootName() + " " + info.getDTDPublicId() + " " + info.getDTDSystemId() + " ["
                        + info.getDTDInternalSubset() + "]";
    }

    private static List<String> list(Iterator<?> iterator) {
        List<String> all = new ArrayList<>();
        iterator.forEachRemaining(each -> all.add(String.valueOf(each)));
        return all;
    }

    private static String attributes(XMLStreamReader cursor) {
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < cursor.getAttributeCount(); i++) {
            all.append(cursor.getAttributePrefix(i))
                    .append(':')
                    .append(cursor.getAttributeLocalName(i))
                    .append('@')
                    .append(cursor.getAttributeNamespace(i))
                    .append(' ')
                    .append(cursor.getAttributeName(i))
                    .append('=')
                    .append(cursor.getAttributeValue(i))
                    .append(' ')
                    .append(cursor.getAttributeType(i))
                    .append(cursor.isAttributeSpecified(i) ? "" : " defaulted")
                    .append(", ");
        }
        return all.toString();
    }

    private static String namespaces(XMLStreamReader cursor) {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < cursor.getNamespaceCount(); i++) {
            String prefix = cursor.getNamespacePrefix(i);
            all.add((prefix == null ? "" : prefix) + "=" + cursor.getNamespaceURI(i));
        }
        return all.toString();
    }

    private static void tell(Facts facts, String what, Callable<?> question) {
        String answer;
        try {
            answer = String.valueOf(question.call());
        } catch (Exception refused) {
            answer = refused.getClass().getSimpleName();
        }
        if (List.of("version", "scheme", "encoding", "standalone").contains(what)
                || what.equals("namespaces") && facts.event.endsWith("END_ELEMENT")) return;
        facts.lines.add(facts.event + ": " + what + "=" + answer);
    }

    static String name(int type) {
        return type == XMLStreamConstants.DTD ? "DTD" : UntypedStreamReader.name(type);
    }
}
