package dev.weir.bind.jaxb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.Unmarshaller;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAnyElement;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlElementDecl;
import jakarta.xml.bind.annotation.XmlElementRef;
import jakarta.xml.bind.annotation.XmlElementWrapper;
import jakarta.xml.bind.annotation.XmlMixed;
import jakarta.xml.bind.annotation.XmlRegistry;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlType;
import java.io.Serializable;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

/** Text inside the element around a property's items, which the reference reads over. */
class MixedContentTest {
    @XmlRootElement(namespace = "urn:n")
    @XmlType(propOrder = {"title", "body", "foreign"})
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Note {
        @XmlElement(namespace = "urn:n")
        String title;

        @XmlElementWrapper(namespace = "urn:n", nillable = true)
        @XmlElementRef(namespace = "urn:n", name = "em", type = JAXBElement.class)
        @XmlMixed
        List<Serializable> body;

        @XmlElementWrapper(namespace = "urn:n")
        @XmlAnyElement
        @XmlMixed
        Object[] foreign;
    }

    @XmlRegistry
    public static class Registry {
        private static final QName EM = new QName("urn:n", "em");

        @XmlElementDecl(namespace = "urn:n", name = "em")
        public JAXBElement<String> em(String value) {
            return new JAXBElement<>(EM, String.class, value);
        }
    }

    private static final JAXBContext CONTEXT = context();

    private static JAXBContext context() {
        try {
            return new WeirContextFactory().createContext(new Class<?>[] {Note.class, Registry.class}, Map.of());
        } catch (JAXBException wrong) {
            throw new AssertionError(wrong);
        }
    }

    private static Note read(String content) throws JAXBException {
        return (Note) CONTEXT.createUnmarshaller()
                .unmarshal(new StringReader("<note xmlns='urn:n' xmlns:q='urn:q'>" + content + "</note>"));
    }

    @Test
    void textInAWrapperIsKeptInItsPlaceAndWrittenBack() throws Exception {
        String content = "<title>T</title><body>The <em>A</em> <em>B</em> was &lt;told&gt;.</body>"
                + "<foreign><q:a/>between<q:b>x</q:b> </foreign>";
        Note note = read(content);
        assertEquals(5, note.body.size());
        assertEquals("The ", note.body.get(0));
        assertEquals("A", ((JAXBElement<?>) note.body.get(1)).getValue());
        assertEquals(" ", note.body.get(2));
        assertEquals(" was <told>.", note.body.get(4));
        assertEquals(4, note.foreign.length);
        assertEquals("b", ((Element) note.foreign[2]).getLocalName());
        assertEquals(
                ReferenceComparison.canonical("<note xmlns='urn:n' xmlns:q='urn:q'>" + content + "</note>"),
                ReferenceComparison.canonical(ReferenceComparison.write(CONTEXT, note)));
    }

    @Test
    void commentsDoNotSplitItAndASecondWrapperGoesOn() throws Exception {
        Note note = read("<body>one <!-- and --><![CDATA[two]]></body><body> three</body>");
        assertEquals(List.of("one two", " three"), note.body);
    }

    @Test
    void textOutsideTheWrapperBelongsToNoItem() throws Exception {
        assertEquals(List.of("in"), read("before<body>in</body> after").body);
        assertNull(read("before<body xmlns:i='http://www.w3.org/2001/XMLSchema-instance' i:nil='1'/>after").body);
    }

    @Test
    void textAfterAnElementThatNobodyKnowsIsKept() throws Exception {
        List<String> told = new ArrayList<>();
        Unmarshaller unmarshaller = CONTEXT.createUnmarshaller();
        unmarshaller.setEventHandler(event -> told.add(event.getMessage()));
        Note note = (Note)
                unmarshaller.unmarshal(new StringReader("<note xmlns='urn:n'><body>one<b>two</b>three</body></note>"));
        assertEquals(List.of("one", "three"), note.body);
        assertEquals(1, told.size());
        assertTrue(told.get(0).contains("local:\"b\""), told::toString);
    }
}
