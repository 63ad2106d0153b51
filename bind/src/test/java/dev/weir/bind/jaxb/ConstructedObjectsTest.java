package dev.weir.bind.jaxb;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.bind.RecordReader;
import jakarta.xml.bind.Binder;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.Unmarshaller;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAnyElement;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlElementWrapper;
import jakarta.xml.bind.annotation.XmlID;
import jakarta.xml.bind.annotation.XmlIDREF;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlTransient;
import jakarta.xml.bind.annotation.XmlType;
import jakarta.xml.bind.annotation.XmlValue;
import java.beans.ConstructorProperties;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.StringReader;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.tools.ToolProvider;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;

/** Records, and classes whose constructor wants their values: what the reference implementation does not bind. */
class ConstructedObjectsTest {
    @XmlRootElement
    @XmlType(propOrder = {"name", "phones", "readings", "home", "children", "rest"})
    record Person(
            @XmlAttribute int id,
            @XmlElement(name = "full-name", required = true) String name,
            @XmlElement(name = "phone") List<Phone> phones,
            @XmlElement(name = "reading") double[] readings,
            @XmlElement(nillable = true) Address home,
            @XmlElementWrapper @XmlElement(name = "child") List<String> children,
            @XmlAnyElement(lax = true) List<Object> rest,
            @XmlTransient String left) {}

    record Phone(@XmlAttribute String kind, @XmlValue String number) {}

    record Address(String street, @XmlAttribute Length distance) {
        Address {
            if (street != null && street.isBlank()) {
                throw new IllegalArgumentException("a street must have a name");
            }
        }
    }

    record Length(@XmlValue int metres) {}

    private static final String PERSON = "<person id='7'><full-name>Ada</full-name><phone kind='home'>1</phone>"
            + "<phone kind='work'>2</phone><reading>1.5</reading><reading>-2.0</reading>"
            + "<home distance='400'><street>Main</street></home><children><child>B</child><child>C</child></children>"
            + "<phone kind='last'>3</phone><length2/></person>";

    private static JAXBContext context(Class<?>... classes) throws JAXBException {
        return new WeirContextFactory().createContext(classes, Map.of());
    }

    private static Object read(String xml, Class<?>... classes) throws JAXBException {
        return context(classes).createUnmarshaller().unmarshal(new StringReader(xml));
    }

    @Test
    void aRecordIsMadeByItsCanonicalConstructor() throws Exception {
        Person person = (Person) read(PERSON, Person.class);
        assertEquals(7, person.id());
        assertEquals("Ada", person.name());
        assertEquals(
                List.of(new Phone("last", "3")),
                person.phones()
                        .subList(person.phones().size() - 1, person.phones().size()));
        assertArrayEquals(new double[] {1.5, -2}, person.readings());
        assertEquals(new Address("Main", new Length(400)), person.home());
        assertEquals(List.of("B", "C"), person.children());
        assertEquals(1, person.rest().size());
        assertNull(person.left());
    }

    @Test
    void whatIsNotInTheDocumentIsNullOrZero() throws Exception {
        assertEquals(new Person(0, null, null, null, null, null, null, null), read("<person/>", Person.class));
    }

    @Test
    void aRecordIsWrittenByItsAccessorsInTheOrderTold() throws Exception {
        JAXBContext context = context(Person.class);
        Person person = (Person) read(PERSON, Person.class);
        String written = ReferenceComparison.write(context, person);
        assertTrue(
                written.contains("<person id=\"7\"><full-name>Ada</full-name><phone kind=\"home\">1</phone>"), written);
        Person again = (Person) context.createUnmarshaller().unmarshal(new StringReader(written));
        assertEquals(written, ReferenceComparison.write(context, again));
    }

    @Test
    void thousandsOfRecordsAreReadAlike() throws Exception {
        StringBuilder xml = new StringBuilder("<people>");
        for (int i = 0; i < 3_000; i++) {
            xml.append("<person id='" + i + "'><full-name>n" + i + "</full-name><reading>" + i + "</reading></person>");
        }
        byte[] bytes = xml.append("</people>").toString().getBytes(StandardCharsets.UTF_8);
        try (RecordReader<Person> people =
                RecordReader.open(Person.class, "/people/person", new ByteArrayInputStream(bytes))) {
            List<Person> all = people.stream().toList();
            assertEquals(3_000, all.size());
            for (int i = 0; i < all.size(); i++) {
                assertEquals(i, all.get(i).id());
                assertEquals("n" + i, all.get(i).name());
                assertEquals(i, all.get(i).readings()[0]);
            }
        }
    }

    @Test
    void whatAConstructorRefusesIsAnEventAndTheObjectIsLeftOut() throws Exception {
        List<String> told = new ArrayList<>();
        Unmarshaller unmarshaller = context(Person.class).createUnmarshaller();
        unmarshaller.setEventHandler(event -> told.add(event.getMessage()));
        Person person = (Person) unmarshaller.unmarshal(
                new StringReader("<person id='x'><home><street> </street></home><full-name>Ada</full-name></person>"));
        assertNull(person.home());
        assertEquals("Ada", person.name());
        assertEquals(2, told.size(), told::toString);
        assertTrue(told.get(1).contains("a street must have a name"), told::toString);
    }

    /** A bean with records in it, and references to them. */
    @XmlRootElement
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Team {
        @XmlIDREF
        @XmlElement
        Member lead;

        @XmlElement(name = "member")
        List<Member> members = new ArrayList<>();

        @XmlTransient
        List<Object> parents = new ArrayList<>();
    }

    record Member(@XmlID @XmlAttribute String id, Note note) {}

    @XmlAccessorType(XmlAccessType.FIELD)
    static class Note {
        @XmlValue
        String text;

        @XmlTransient
        Object parent = "not told";

        void beforeUnmarshal(Unmarshaller unmarshaller, Object around) {
            parent = around;
        }
    }

    @Test
    void aRecordMayBeReferredToAndIsNoParentBeforeItIsThere() throws Exception {
        Team team = (Team)
                read("<team><lead>b</lead><member id='a'/><member id='b'><note>n</note></member></team>", Team.class);
        assertSame(team.members.get(1), team.lead);
        assertEquals("n", team.lead.note().text);
        assertNull(team.lead.note().parent);
    }

    record Referring(@XmlIDREF Member other) {}

    @Test
    void aReferenceCannotBeAComponent() {
        JAXBException refused = assertThrows(JAXBException.class, () -> context(Referring.class));
        assertTrue(String.valueOf(refused.getMessage()).contains("XmlIDREF"), refused::toString);
    }

    @XmlRootElement
    @XmlAccessorType(XmlAccessType.FIELD)
    static final class Point {
        @XmlAttribute
        private final int x;

        @XmlAttribute
        private final int y;

        private String label;

        @ConstructorProperties({"x", "y"})
        Point(int x, int y) {
            this.x = x;
            this.y = y;
        }
    }

    @Test
    void aClassIsMadeByItsOnlyConstructorAndThenGetsTheRest() throws Exception {
        Point point = (Point) read("<point y='2'><label>p</label></point>", Point.class);
        assertEquals(0, point.x);
        assertEquals(2, point.y);
        assertEquals("p", point.label);
        assertEquals(
                ReferenceComparison.canonical("<point x='0' y='2'><label>p</label></point>"),
                ReferenceComparison.canonical(ReferenceComparison.write(context(Point.class), point)));
    }

    @TempDir
    Path directory;

    @Test
    void parametersHaveTheirNamesWhereTheCompilerKeepsThem() throws Exception {
        String source = "import jakarta.xml.bind.annotation.*; @XmlRootElement @XmlAccessorType(XmlAccessType.FIELD)"
                + " public class Kept { @XmlElement private final String word; public Kept(String word) { this.word ="
                + " word + '!'; } @Override public String toString() { return word; } }";
        Path file = Files.writeString(directory.resolve("Kept.java"), source);
        for (String names : List.of("-parameters", "-g:none")) {
            Path output = Files.createDirectories(directory.resolve(names));
            assertEquals(
                    0,
                    ToolProvider.getSystemJavaCompiler()
                            .run(
                                    null,
                                    null,
                                    null,
                                    names,
                                    "-proc:none",
                                    "-d",
                                    output.toString(),
                                    "-cp",
                                    System.getProperty("java.class.path") + File.pathSeparator,
                                    file.toString()));
            try (URLClassLoader loader = new URLClassLoader(
                    new URL[] {output.toUri().toURL()}, getClass().getClassLoader())) {
                Class<?> kept = loader.loadClass("Kept");
                if (names.equals("-parameters")) {
                    assertEquals("w!", read("<kept><word>w</word></kept>", kept).toString());
                } else {
                    JAXBException refused = assertThrows(JAXBException.class, () -> context(kept));
                    assertTrue(String.valueOf(refused.getMessage()).contains("-parameters"), refused::toString);
                }
            }
        }
    }

    @Test
    void aBinderKnowsTheNodesOfRecordsAndMakesNewOnes() throws Exception {
        Document document = DocumentBuilderFactory.newDefaultNSInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(PERSON)));
        Binder<Node> binder = context(Person.class).createBinder();
        Person person = (Person) binder.unmarshal(document.getDocumentElement());
        assertSame(document.getDocumentElement(), binder.getXMLNode(person));
        document.getDocumentElement().setAttribute("id", "8");
        assertEquals(8, ((Person) binder.updateJAXB(document.getDocumentElement())).id());
    }
}
