package dev.weir.bind.ecosystem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.bind.ecosystem.spring.Person;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.transform.Result;
import javax.xml.transform.Source;
import javax.xml.transform.dom.DOMResult;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.sax.SAXSource;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.oxm.MarshallingFailureException;
import org.springframework.oxm.UnmarshallingFailureException;
import org.springframework.oxm.jaxb.Jaxb2Marshaller;
import org.springframework.util.xml.StaxUtils;
import org.xml.sax.InputSource;

/** Spring's Jaxb2Marshaller over this provider. */
class SpringOxmTest {
    private static final String XML = "<person><name>Ada</name><age>36</age></person>";

    private static Jaxb2Marshaller marshaller() throws Exception {
        Jaxb2Marshaller marshaller = new Jaxb2Marshaller();
        marshaller.setClassesToBeBound(Person.class);
        marshaller.afterPropertiesSet();
        return marshaller;
    }

    private static Person ada() {
        Person person = new Person();
        person.name = "Ada";
        person.age = 36;
        return person;
    }

    @Test
    void theContextIsWeirs() throws Exception {
        assertTrue(marshaller().getJaxbContext().getClass().getName().startsWith("dev.weir."));
        assertTrue(marshaller().supports(Person.class));
        assertFalse(marshaller().supports(String.class));
    }

    @Test
    void writesAndReadsStreamsNodesAndEvents() throws Exception {
        Jaxb2Marshaller marshaller = marshaller();
        StringWriter text = new StringWriter();
        marshaller.marshal(ada(), new StreamResult(text));
        assertTrue(text.toString().endsWith(XML), text::toString);
        DOMResult dom = new DOMResult();
        marshaller.marshal(ada(), dom);
        StringWriter stax = new StringWriter();
        Result events =
                StaxUtils.createStaxResult(XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(stax));
        marshaller.marshal(ada(), events);
        assertTrue(stax.toString().endsWith(XML), stax::toString);
        for (Source source : new Source[] {
            new StreamSource(new StringReader(text.toString())),
            new DOMSource(dom.getNode()),
            new SAXSource(new InputSource(new StringReader(XML))),
            StaxUtils.createStaxSource(XMLInputFactory.newDefaultFactory().createXMLStreamReader(new StringReader(XML)))
        }) {
            Person read = (Person) marshaller.unmarshal(source);
            assertEquals("Ada", read.name, source.getClass().getName());
            assertEquals(36, read.age);
        }
    }

    @Test
    void takesAContextPath() throws Exception {
        Jaxb2Marshaller marshaller = new Jaxb2Marshaller();
        marshaller.setContextPath("dev.weir.bind.ecosystem.spring");
        marshaller.setMarshallerProperties(Map.of("jaxb.formatted.output", true));
        marshaller.afterPropertiesSet();
        StringWriter text = new StringWriter();
        marshaller.marshal(ada(), new StreamResult(text));
        assertTrue(text.toString().contains("\n    <name>Ada</name>"), text::toString);
    }

    @Test
    void scansPackages() throws Exception {
        Jaxb2Marshaller marshaller = new Jaxb2Marshaller();
        marshaller.setPackagesToScan("dev.weir.bind.ecosystem.spring");
        marshaller.afterPropertiesSet();
        assertEquals("Ada", ((Person) marshaller.unmarshal(new StreamSource(new StringReader(XML)))).name);
    }

    @Test
    void validatesBySchemaBothWays() throws Exception {
        Jaxb2Marshaller marshaller = new Jaxb2Marshaller();
        marshaller.setClassesToBeBound(Person.class);
        marshaller.setSchema(new ByteArrayResource("""
                <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="person"><xs:complexType><xs:sequence>
                  <xs:element name="name" type="xs:string"/><xs:element name="age"><xs:simpleType><xs:restriction base="xs:int">
                  <xs:maxInclusive value="150"/></xs:restriction></xs:simpleType></xs:element></xs:sequence></xs:complexType>
                </xs:element></xs:schema>""".getBytes(StandardCharsets.UTF_8)));
        marshaller.afterPropertiesSet();
        assertEquals(36, ((Person) marshaller.unmarshal(new StreamSource(new StringReader(XML)))).age);
        assertThrows(
                UnmarshallingFailureException.class,
                () -> marshaller.unmarshal(new StreamSource(new StringReader(XML.replace("36", "360")))));
        Person old = ada();
        old.age = 151;
        assertThrows(
                MarshallingFailureException.class, () -> marshaller.marshal(old, new StreamResult(new StringWriter())));
    }

    @Test
    void whatIsNotWellFormedIsSpringsException() throws Exception {
        Jaxb2Marshaller marshaller = marshaller();
        assertThrows(
                UnmarshallingFailureException.class,
                () -> marshaller.unmarshal(new StreamSource(new StringReader("<person>"))));
    }
}
