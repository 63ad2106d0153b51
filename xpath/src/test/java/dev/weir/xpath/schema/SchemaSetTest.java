package dev.weir.xpath.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.wsdl.Wsdl;
import dev.weir.wsdl.WsdlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Messages are checked against all schemas of a WSDL, however these are spread over elements and files. */
class SchemaSetTest {
    private static final Map<String, String> FILES = Map.of(
            "one.xsd", schema("urn:a", "<xsd:element name='one' type='xsd:int'/>"),
            "two.xsd", schema("urn:a", "<xsd:element name='two' type='xsd:int'/>"),
            "three.xsd", schema("urn:b", "<xsd:element name='three' type='xsd:int'/>"));

    private static String schema(String namespace, String content) {
        return "<xsd:schema xmlns:xsd='http://www.w3.org/2001/XMLSchema'"
                + (namespace.isEmpty() ? "" : " targetNamespace='" + namespace + "'")
                + " xmlns:a='urn:a' xmlns:b='urn:b' elementFormDefault='qualified'>" + content + "</xsd:schema>";
    }

    private static String imported(String namespace, String file) {
        return "<xsd:import namespace='" + namespace + "'" + (file.isEmpty() ? "" : " schemaLocation='" + file + "'")
                + "/>";
    }

    private static SchemaSet of(String... schemas) {
        String wsdl = "<definitions xmlns='http://schemas.xmlsoap.org/wsdl/'><types>" + String.join("", schemas)
                + "</types></definitions>";
        Map<String, String> files = new HashMap<>(FILES);
        files.put("w.wsdl", wsdl);
        URI base = URI.create("file:/composite/");
        return SchemaSet.compile(
                Wsdl.read(base.resolve("w.wsdl"), uri -> read(files, uri)), Map.of(), uri -> read(files, uri));
    }

    private static byte[] read(Map<String, String> files, URI uri) {
        String content = files.get(uri.getPath().replaceFirst("^/composite/", ""));
        if (content == null) {
            throw new WsdlException("there is no " + uri);
        }
        return content.getBytes(StandardCharsets.UTF_8);
    }

    private static void assertKnows(SchemaSet schemas, String... elements) {
        for (String element : elements) {
            XmlName name = XmlName.parse(element);
            XmlElement root = new XmlElement(name);
            root.setText("1");
            assertEquals(List.of(), schemas.validate(root), element);
            root.setText("x");
            assertFalse(schemas.validate(root).isEmpty(), element);
        }
    }

    @Test
    void eachSchemaWithoutANamespaceImportsItsOwn() {
        assertKnows(
                of(schema("", imported("urn:a", "one.xsd")), schema("", imported("urn:b", "three.xsd"))),
                "{urn:a}one",
                "{urn:b}three");
    }

    @Test
    void severalSchemasAndFilesHaveOneNamespace() {
        assertKnows(
                of(
                        schema("urn:a", "<xsd:element name='zero' type='xsd:int'/>"),
                        schema("urn:a", "<xsd:element name='more' type='xsd:int'/>"),
                        schema("", imported("urn:a", "one.xsd") + imported("urn:a", "two.xsd"))),
                "{urn:a}zero",
                "{urn:a}more",
                "{urn:a}one",
                "{urn:a}two");
    }

    @Test
    void schemasOfOneNamespaceReferToEachOther() {
        assertKnows(
                of(
                        schema("urn:a", "<xsd:element name='uses' type='a:number'/>"),
                        schema(
                                "urn:a",
                                "<xsd:simpleType name='number'><xsd:restriction base='xsd:int'/></xsd:simpleType>")),
                "{urn:a}uses");
    }

    @Test
    void aSchemaRefersToOneThatComesLaterByItsNamespaceAlone() {
        assertKnows(
                of(
                        schema("urn:a", imported("urn:b", "") + "<xsd:element name='uses' type='b:number'/>"),
                        schema(
                                "urn:b",
                                "<xsd:simpleType name='number'><xsd:restriction base='xsd:int'/></xsd:simpleType>")),
                "{urn:a}uses");
    }

    @Test
    void copiesOfADeclarationAreNoError() {
        assertKnows(
                of(
                        schema("urn:a", "<xsd:element name='one' type='xsd:int'/>"),
                        schema("urn:a", "<xsd:element name='one' type='xsd:int'/>"),
                        schema("", imported("urn:a", "one.xsd"))),
                "{urn:a}one");
    }

    @Test
    void wrongSchemasAreReportedWithTheirPlace() {
        SchemaException wrong = assertThrows(
                SchemaException.class, () -> of(schema("urn:a", "<xsd:element name='one' type='a:nothing'/>")));
        assertTrue(wrong.problems().get(0).toString().contains("w.wsdl"), wrong.problems()::toString);
    }
}
