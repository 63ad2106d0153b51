package dev.weir.xml.fastinfoset;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.xml.fastinfoset.sax.SAXDocumentParser;
import com.sun.xml.fastinfoset.stax.StAXDocumentSerializer;
import com.sun.xml.fastinfoset.vocab.ParserVocabulary;
import dev.weir.testing.TestSeed;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.fastinfoset.FastInfosetWriteOptions.Typed;
import dev.weir.xml.reader.XmlReaders;
import dev.weir.xml.writer.XmlWriters;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Documents are no larger than the reference implementation makes them with the same settings; smaller with a vocabulary. */
class ReferenceSizeTest {
    private static final String SOAP = "http://schemas.xmlsoap.org/soap/envelope/";

    /** An order as a SOAP message, of some ten lines. */
    private static byte[] order(Random random, int lines) {
        StringBuilder order = new StringBuilder("<s:Envelope xmlns:s=\"" + SOAP + "\"><s:Body>\n"
                + "  <Order xmlns=\"urn:orders\" xmlns:c=\"urn:common\" id=\"O-" + random.nextInt(100_000) + "\">\n");
        for (int i = 0; i < lines; i++) {
            order.append("    <Line number=\"" + i + "\"><c:Item>"
                    + List.of("valve", "pump", "pipe", "gasket").get(random.nextInt(4))
                    + "</c:Item><Quantity unit=\"piece\">" + random.nextInt(50) + "</Quantity><Price currency=\"EUR\">"
                    + random.nextInt(1000) + ".50</Price><Note>Grüße, to be delivered by the end of week "
                    + random.nextInt(52) + "</Note></Line>\n");
        }
        return order.append("  </Order>\n</s:Body></s:Envelope>").toString().getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] byWeir(byte[] document, FastInfosetWriteOptions options) {
        FastInfosetWriter writer = FastInfoset.writer(options);
        XmlReader reader = XmlReaders.open(document);
        writer.startDocument();
        while (reader.next() != XmlEvent.END_DOCUMENT) {
            if (reader.event() == XmlEvent.START_ELEMENT) {
                writer.startElement(reader.prefix(), reader.name());
                for (int i = 0; i < reader.namespaceCount(); i++) {
                    writer.namespace(reader.namespacePrefix(i), reader.namespaceUri(i));
                }
                for (int i = 0; i < reader.attributeCount(); i++) {
                    writer.attribute(reader.attributePrefix(i), reader.attributeName(i), reader.attributeValue(i));
                }
            } else if (reader.event() == XmlEvent.END_ELEMENT) {
                writer.endElement();
            } else {
                writer.copy(reader);
            }
        }
        writer.endDocument();
        byte[] octets = writer.toByteArray();
        writer.close();
        return octets;
    }

    private static byte[] byReference(byte[] document, StAXDocumentSerializer writer) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        writer.setOutputStream(out);
        XmlReader reader = XmlReaders.open(document);
        writer.writeStartDocument();
        while (reader.next() != XmlEvent.END_DOCUMENT) {
            switch (reader.event()) {
                case START_ELEMENT -> {
                    writer.writeStartElement(
                            reader.prefix(),
                            reader.name().local(),
                            reader.name().namespace());
                    for (int i = 0; i < reader.namespaceCount(); i++) {
                        writer.writeNamespace(reader.namespacePrefix(i), reader.namespaceUri(i));
                    }
                    for (int i = 0; i < reader.attributeCount(); i++) {
                        writer.writeAttribute(
                                reader.attributePrefix(i),
                                reader.attributeName(i).namespace(),
                                reader.attributeName(i).local(),
                                reader.attributeValue(i));
                    }
                }
                case END_ELEMENT -> writer.writeEndElement();
                case TEXT -> writer.writeCharacters(reader.text());
                case COMMENT -> writer.writeComment(reader.text());
                default -> throw new IllegalStateException("not foreseen: " + reader.event());
            }
        }
        writer.writeEndDocument();
        return out.toByteArray();
    }

    @Test
    void withTheDefaultsTheOctetsAreTheSame() throws Exception {
        for (int lines : new int[] {1, 10, 500}) {
            byte[] document = order(new Random(lines), lines);
            assertArrayEquals(
                    byReference(document, new StAXDocumentSerializer()),
                    byWeir(document, FastInfosetWriteOptions.DEFAULT));
        }
    }

    /** Of each length there are values that come once, that come again at once, and that come again much later. */
    @Test
    void theOctetsAreTheSameWhateverTheValues() throws Exception {
        long seed = TestSeed.of(ReferenceSizeTest.class);
        Random random = new Random(seed);
        for (int count : new int[] {6_000, 100, 1_500, 20}) {
            List<String> known = new ArrayList<>(List.of("first value"));
            StringBuilder document = new StringBuilder("<r>");
            for (int i = 0; i < count; i++) {
                document.append("<e a='" + value(random, known) + "' xmlns:p='urn:" + i % 3 + "' p:b='"
                        + value(random, known) + "'>" + value(random, known) + "<f/>" + value(random, known) + "</e>");
            }
            byte[] octets = document.append("</r>").toString().getBytes(StandardCharsets.UTF_8);
            assertArrayEquals(
                    byReference(octets, new StAXDocumentSerializer()),
                    byWeir(octets, FastInfosetWriteOptions.DEFAULT),
                    count + " elements, -Dweir.seed=" + seed);
        }
    }

    /** From two characters on: a value of one octet that comes late is put into the table by the reference only. */
    private static String value(Random random, List<String> known) {
        switch (random.nextInt(4)) {
            case 0:
                return known.get(random.nextInt(known.size()));
            case 1:
                return known.get(known.size() - 1);
            default:
                String[] letters = random.nextInt(4) > 0
                        ? new String[] {"a", "b", "Z", "0", "9", "-", ":"}
                        : new String[] {"a", "\n", "é", "漢", "\uD83D\uDE00", " "};
                StringBuilder value = new StringBuilder();
                for (int length = 2 + random.nextInt(38); value.length() < length; ) {
                    value.append(letters[random.nextInt(letters.length)]);
                }
                known.add(value.toString());
                return value.toString();
        }
    }

    @Test
    void withOtherSettingsTheyAreNoMore() throws Exception {
        byte[] document = order(new Random(7), 300);
        for (int below : new int[] {0, 3, 20, 60, 1_000}) {
            StAXDocumentSerializer reference = new StAXDocumentSerializer();
            reference.setMaxCharacterContentChunkSize(below);
            reference.setMaxAttributeValueSize(below);
            FastInfosetWriteOptions options =
                    FastInfosetWriteOptions.DEFAULT.withIndexedText(0, below).withIndexedValues(0, below);
            int expected = byReference(document, reference).length;
            assertTrue(byWeir(document, options).length <= expected, "lengths below " + below);
        }
        for (int bytes : new int[] {100, 10_000}) {
            StAXDocumentSerializer reference = new StAXDocumentSerializer();
            reference.setCharacterContentChunkMapMemoryLimit(bytes);
            reference.setAttributeValueMapMemoryLimit(bytes);
            FastInfosetWriteOptions options = FastInfosetWriteOptions.DEFAULT.withMostCharacters(bytes / 2, bytes / 2);
            int expected = byReference(document, reference).length;
            assertTrue(byWeir(document, options).length <= expected, "tables of " + bytes);
        }
    }

    @Test
    void smallMessagesAreSmallerWithAVocabulary() throws Exception {
        VocabularySamples samples = new VocabularySamples();
        for (int i = 0; i < 20; i++) {
            samples.add(XmlReaders.open(order(new Random(i), 3)));
        }
        Vocabulary vocabulary = samples.vocabulary(200);
        byte[] message = order(new Random(99), 2);

        byte[] octets =
                byWeir(message, FastInfosetWriteOptions.DEFAULT.withExternalVocabulary("urn:orders:1", vocabulary));

        int reference = byReference(message, new StAXDocumentSerializer()).length;
        assertTrue(octets.length < reference * 2 / 3, octets.length + " of " + reference);
        SAXDocumentParser parser = new SAXDocumentParser();
        parser.setExternalVocabularies(Map.of("urn:orders:1", new ParserVocabulary(reference(vocabulary))));
        assertEquals(ItemListing.by(XmlReaders.open(message)), ItemListing.bySax(parser, octets));
    }

    private static org.jvnet.fastinfoset.Vocabulary reference(Vocabulary vocabulary) {
        org.jvnet.fastinfoset.Vocabulary other = new org.jvnet.fastinfoset.Vocabulary();
        other.prefixes.addAll(vocabulary.prefixes());
        other.namespaceNames.addAll(vocabulary.namespaces());
        other.localNames.addAll(vocabulary.localNames());
        other.attributeValues.addAll(vocabulary.attributeValues());
        other.characterContentChunks.addAll(vocabulary.chunks());
        vocabulary
                .elementNames()
                .forEach(name -> other.elements.add(
                        new javax.xml.namespace.QName(name.namespace(), name.local(), name.prefix())));
        vocabulary
                .attributeNames()
                .forEach(name -> other.attributes.add(
                        new javax.xml.namespace.QName(name.namespace(), name.local(), name.prefix())));
        return other;
    }

    /** Of names with a namespace the reference looks up the wrong entry, and fails. */
    @Test
    void theReferenceReadsAVocabularyInTheHead() throws Exception {
        byte[] message = new String(order(new Random(3), 3), StandardCharsets.UTF_8)
                .replaceAll(" xmlns[^ >]*|[sc]:", "")
                .getBytes(StandardCharsets.UTF_8);
        Vocabulary vocabulary =
                new VocabularySamples().add(XmlReaders.open(message)).vocabulary(1_000);
        byte[] octets = byWeir(message, FastInfosetWriteOptions.DEFAULT.withVocabulary(vocabulary));

        assertEquals(ItemListing.by(XmlReaders.open(message)), ItemListing.byReferenceStax(octets));
        assertEquals(ItemListing.by(XmlReaders.open(message)), ItemListing.byReferenceSax(octets));
    }

    @Test
    void theReferenceReadsNumbersOfFloatingPointAsXmlWritesThem() throws Exception {
        double[] values = {
            1.5, -0.0, 1e30, Float.MIN_VALUE, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY
        };
        for (Typed typed : Typed.values()) {
            FastInfosetWriter writer = FastInfoset.writer(FastInfosetWriteOptions.DEFAULT.withTyped(typed));
            XmlName element = XmlName.of("e");
            XmlName attribute = XmlName.of("a");
            writer.startElement(element);
            for (double value : values) {
                writer.startElement(element);
                writer.attribute(attribute, value);
                writer.text(value);
                writer.endElement();
                writer.startElement(element);
                writer.attribute(attribute, (float) value);
                writer.text((float) value);
                writer.endElement();
                writer.startElement(element);
                writer.list(new double[] {value, 1}, 0, 2);
                writer.endElement();
                writer.startElement(element);
                writer.list(new float[] {(float) value, 1}, 0, 2);
                writer.endElement();
            }
            writer.endElement();
            writer.endDocument();

            for (List<String> items : List.of(
                    ItemListing.byReferenceStax(writer.toByteArray()),
                    ItemListing.byReferenceSax(writer.toByteArray()))) {
                String all = String.join(" ", items);
                assertFalse(all.contains("Infinity"), typed + ": " + all);
                assertEquals(6, all.split("-INF", -1).length - 1, typed + ": " + all);
                assertEquals(12, all.split("INF", -1).length - 1, typed + ": " + all);
                assertEquals(6, all.split("NaN", -1).length - 1, typed + ": " + all);
            }
            writer.close();
        }
    }

    @Test
    void theReferenceReadsDataAsTheirCharacters() throws Exception {
        for (Typed typed : Typed.values()) {
            FastInfosetWriter writer = FastInfoset.writer(FastInfosetWriteOptions.DEFAULT.withTyped(typed));
            XmlName e = XmlName.of("e");
            writer.startElement(XmlName.of("r"));
            writer.attribute(XmlName.of("i"), 7);
            writer.attribute(XmlName.of("l"), -8L);
            writer.attribute(XmlName.of("b"), true);
            writer.base64Attribute(XmlName.of("x"), new byte[] {1, 2, 3, 4}, 0, 4);
            writer.startElement(e);
            writer.list(new int[] {1, -2, 2_000_000_000}, 0, 3);
            writer.endElement();
            writer.startElement(e);
            writer.list(new short[] {1, -2, 30_000}, 1, 2);
            writer.endElement();
            writer.startElement(e);
            writer.list(new long[] {1, Long.MIN_VALUE}, 0, 2);
            writer.endElement();
            writer.startElement(e);
            writer.list(new boolean[] {true, false, true, true, false}, 0, 5);
            writer.endElement();
            writer.startElement(e);
            writer.base64("any octets".getBytes(StandardCharsets.UTF_8), 0, 10);
            writer.endElement();
            writer.startElement(e);
            writer.hexBinary(new byte[] {(byte) 0xCA, (byte) 0xFE}, 0, 2);
            writer.endElement();
            writer.startElement(e);
            writer.text(12);
            writer.endElement();
            writer.endElement();
            writer.endDocument();
            List<String> items = ItemListing.byReferenceStax(writer.toByteArray());
            writer.close();

            assertEquals(
                    List.of(
                            "< {}r {} {{}b=true, {}i=7, {}l=-8, {}x=AQIDBA==}",
                            "< {}e {} {}",
                            "\"1 -2 2000000000",
                            "/",
                            "< {}e {} {}",
                            "\"-2 30000",
                            "/",
                            "< {}e {} {}",
                            "\"1 -9223372036854775808",
                            "/",
                            "< {}e {} {}",
                            "\"true false true true false",
                            "/",
                            "< {}e {} {}",
                            "\"YW55IG9jdGV0cw==",
                            "/",
                            "< {}e {} {}",
                            "\"CAFE",
                            "/",
                            "< {}e {} {}",
                            "\"12",
                            "/",
                            "/"),
                    items,
                    typed.toString());
        }
    }

    @Test
    void aVocabularyComesBackFromItsFile() throws IOException {
        Vocabulary vocabulary = new VocabularySamples()
                .add(XmlReaders.open(order(new Random(1), 20)))
                .vocabulary(100);
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        VocabularyFile.write(vocabulary, XmlWriters.open(file));

        assertEquals(vocabulary, VocabularyFile.read(XmlReaders.open(file.toByteArray())));
    }

    @Test
    void aSchemaGivesItsNamesAndEnumerations() {
        String schema = """
                <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:o="urn:orders" targetNamespace="urn:orders"
                    elementFormDefault="qualified">
                  <xs:element name="Order"><xs:complexType><xs:sequence>
                    <xs:element name="Line"/><xs:element name="Plain" form="unqualified"/></xs:sequence>
                    <xs:attribute name="unit" default="piece"/></xs:complexType></xs:element>
                  <xs:attribute name="lang"/>
                  <xs:simpleType name="Colour"><xs:restriction base="xs:string">
                    <xs:enumeration value="red"/></xs:restriction></xs:simpleType>
                </xs:schema>""";
        Vocabulary vocabulary = new SchemaVocabulary()
                .add(XmlReaders.open(schema.getBytes(StandardCharsets.UTF_8)))
                .vocabulary();

        assertEquals(
                List.of(
                        new Vocabulary.Name("", "urn:orders", "Order"),
                        new Vocabulary.Name("o", "urn:orders", "Order"),
                        new Vocabulary.Name("", "urn:orders", "Line"),
                        new Vocabulary.Name("o", "urn:orders", "Line"),
                        new Vocabulary.Name("", "", "Plain")),
                vocabulary.elementNames());
        assertEquals(
                List.of(new Vocabulary.Name("", "", "unit"), new Vocabulary.Name("o", "urn:orders", "lang")),
                vocabulary.attributeNames());
        assertEquals(List.of("piece", "red"), vocabulary.chunks());
    }
}
