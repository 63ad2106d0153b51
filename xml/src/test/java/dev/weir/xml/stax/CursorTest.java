package dev.weir.xml.stax;

import static org.junit.jupiter.api.Assertions.assertIterableEquals;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import javax.xml.stream.XMLStreamException;
import org.codehaus.stax2.XMLInputFactory2;
import org.codehaus.stax2.XMLStreamReader2;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CursorTest {
    static XMLStreamReader2 read(XMLInputFactory2 factory, String document) throws XMLStreamException {
        return (XMLStreamReader2)
                factory.createXMLStreamReader(new ByteArrayInputStream(document.getBytes(StandardCharsets.UTF_8)));
    }

    /** Weir's cursor on the root of a document. */
    static XMLStreamReader2 onRoot(String document) throws XMLStreamException {
        XMLStreamReader2 cursor = read(new WeirInputFactory(), document);
        cursor.nextTag();
        return cursor;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<a/>",
                "<?xml version='1.0' encoding='UTF-8' standalone='yes'?>\n<!-- c -->\n<a x='1' y='2'/>\n<?p?>\n",
                "<?xml version='1.0'?><a> <?p d e?> t<!--c-->u </a>",
                "<a x='1' p:x='2' xmlns:p='u' xmlns='d'><b xmlns='' xmlns:q='u'><p:c/></b></a>",
                "<a xml:id='i' xml:lang='de' xml:space='preserve'> &amp;&#65; </a>",
                "<p:a xmlns:p='u'><p:b p:x='3'/></p:a>",
                "<a><b></a>",
                "<a>\n<b x='\u00e9'/>\u20ac<c/></a>"
            })
    void tellsWhatWoodstoxTells(String document) throws Exception {
        assertIterableEquals(
                Account.of(read(Peers.woodstox(), document)), Account.of(read(new WeirInputFactory(), document)));
    }
}
