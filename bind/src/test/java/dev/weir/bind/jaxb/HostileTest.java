package dev.weir.bind.jaxb;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.UnmarshalException;
import jakarta.xml.bind.Unmarshaller;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAnyElement;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlID;
import jakarta.xml.bind.annotation.XmlIDREF;
import jakarta.xml.bind.annotation.XmlList;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents that are made to hurt. */
class HostileTest {
    @XmlRootElement
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Box {
        @XmlAttribute
        @XmlID
        String id;

        @XmlAttribute
        @XmlIDREF
        Box other;

        Box inner;
        List<Box> boxes;
        List<Integer> numbers;
        double[] doubles;

        @XmlList
        List<String> words;

        Object thing;

        @XmlAnyElement(lax = true)
        List<Object> any;
    }

    private static final String XSI = " xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'";

    private static Unmarshaller unmarshaller() throws JAXBException {
        JAXBContext context = new WeirContextFactory().createContext(new Class<?>[] {Box.class}, Map.of());
        return context.createUnmarshaller();
    }

    private static Box read(String xml) throws JAXBException {
        return (Box) unmarshaller().unmarshal(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
    }

    /** Its loading would be seen. */
    public static class Trap {
        static {
            Trapped.sprung = true;
        }
    }

    static final class Trapped {
        static boolean sprung;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<box%s><thing xsi:type='dev.weir.bind.jaxb.HostileTest$Trap'/></box>",
                "<box%s xmlns:j='java'><thing xsi:type='j:dev.weir.bind.jaxb.HostileTest$Trap'/></box>",
                "<box%s><inner xsi:type='dev.weir.bind.jaxb.HostileTest$Trap'/></box>",
                "<box%s><dev.weir.bind.jaxb.HostileTest_Trap/></box>",
                "<box%s><thing xsi:type='trap'/></box>",
            })
    void noClassIsLoadedBecauseADocumentNamesIt(String xml) throws Exception {
        assertNotNull(read(String.format(xml, XSI)));
        assertThrows(
                UnmarshalException.class,
                () -> read(String.format("<dev.weir.bind.jaxb.HostileTest_Trap%s xsi:type='Trap'/>", XSI)));
        assertFalse(Trapped.sprung);
    }

    @ParameterizedTest
    @ValueSource(ints = {2_000, 1_000_000})
    void nestingEndsWithAnErrorWhereverItIs(int depth) throws Exception {
        for (String name : new String[] {"inner", "boxes", "unknown", "thing", "any:x"}) {
            StringBuilder xml = new StringBuilder("<box xmlns:any='urn:any'>");
            xml.append(("<" + name + ">").repeat(depth));
            xml.append(("</" + name + ">").repeat(depth)).append("</box>");
            assertThrows(UnmarshalException.class, () -> read(xml.toString()), name);
        }
    }

    @Test
    void wildcardsMayBeAsDeepAsDocumentsMay() throws Exception {
        Box box = read("<box xmlns:a='urn:any'>" + "<a:x>".repeat(500) + "</a:x>".repeat(500) + "</box>");
        assertEquals(1, box.any.size());
    }

    @Test
    void aFloodOfIdsAndReferencesTakesLinearTime() throws Exception {
        StringBuilder xml = new StringBuilder("<box>");
        int many = 50_000;
        for (int i = 0; i < many; i++) {
            xml.append("<boxes id='i")
                    .append(i)
                    .append("' other='i")
                    .append(many - 1 - i)
                    .append("'/>");
        }
        Box box = read(xml.append("</box>").toString());
        assertEquals(many, box.boxes.size());
        assertEquals("i0", box.boxes.get(many - 1).other.id);
        assertEquals("i" + (many - 1), box.boxes.get(0).other.id);
    }

    /** Strings whose hash codes are all the same. */
    @Test
    void idsOfOneHashCodeTakeNoQuadraticTime() throws Exception {
        StringBuilder xml = new StringBuilder("<box>");
        int bits = 14;
        for (int i = 0; i < 1 << bits; i++) {
            StringBuilder id = new StringBuilder();
            for (int bit = 0; bit < bits; bit++) {
                id.append((i >> bit & 1) == 0 ? "Aa" : "BB");
            }
            xml.append("<boxes id='").append(id).append("'/>");
        }
        assertEquals(1 << bits, read(xml.append("</box>").toString()).boxes.size());
    }

    @Test
    void listsGrowByWhatIsThereNotByWhatIsClaimed() throws Exception {
        int many = 200_000;
        Box box = read("<box>" + "<numbers>7</numbers>".repeat(many) + "<doubles>1</doubles>".repeat(many) + "<words>"
                + "w ".repeat(many) + "</words></box>");
        assertEquals(many, box.numbers.size());
        assertEquals(many, box.doubles.length);
        assertEquals(many, box.words.size());
    }

    @Test
    void aTextBeyondTheLimitIsRefused() {
        String text = "w ".repeat(1 << 20);
        assertThrows(UnmarshalException.class, () -> {
            StringBuilder xml = new StringBuilder("<!DOCTYPE box [<!ENTITY e '" + text + "'>]><box><words>");
            read(xml.append("&e;".repeat(2_000)).append("</words></box>").toString());
        });
    }

    @Test
    void aNumberOfAMillionDigitsCostsNoMoreThanReadingIt() {
        List<String> told = new ArrayList<>();
        assertDoesNotThrow(() -> {
            Unmarshaller unmarshaller = unmarshaller();
            unmarshaller.setEventHandler(event -> told.add(event.getMessage()));
            unmarshaller.unmarshal(new StringReader("<box><numbers>" + "9".repeat(1_000_000) + "</numbers></box>"));
        });
        assertEquals(1, told.size());
        assertTrue(told.get(0).length() < 500, "an event quotes no more than a little");
    }
}
