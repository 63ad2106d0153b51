package dev.weir.xml.dtd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.xml.DtdPolicy;
import dev.weir.xml.ExternalEntities;
import dev.weir.xml.XmlLimits;
import dev.weir.xml.lexical.Edition;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What the documents of one cached external subset have in common when they are validated. */
class ContentModelsTest {
    private static final String SUBSET =
            "<!ELEMENT r (a,(b|c)*,a?)><!ELEMENT a EMPTY><!ELEMENT b (a+)><!ELEMENT c ANY>";

    private static ExternalEntities cached(String subset) {
        return new DtdCache(1)
                .around((publicId, uri) -> new ByteArrayInputStream(subset.getBytes(StandardCharsets.UTF_8)));
    }

    private static Dtd dtd(ExternalEntities external, String internalSubset) {
        return Dtd.parse(
                " r SYSTEM 'd' [" + internalSubset + "]",
                new DtdRules(Edition.FIFTH, true, false, DtdPolicy.resolving("file:/", external), XmlLimits.DEFAULT));
    }

    /** The breaches of a document whose element has these children, which are empty. */
    private static List<String> breaches(Dtd dtd, String children) {
        List<String> breaches = new ArrayList<>();
        DtdValidator validator = new DtdValidator(dtd, breaches::add);
        validator.startDocument();
        validator.startElement("r");
        validator.endOfAttributes();
        for (String child : children.split("")) {
            validator.startElement(child);
            validator.endOfAttributes();
            validator.endElement();
        }
        validator.endElement();
        validator.endDocument();
        return breaches;
    }

    @Test
    void modelsAndTheStatesThatElementsVisitAreBuiltForTheFirstDocumentOnly() {
        ExternalEntities external = cached(SUBSET);
        Dtd first = dtd(external, "");
        assertEquals(List.of(), breaches(first, "acca"));
        long held = first.models.held();
        assertTrue(held > 0);
        for (int document = 0; document < 1_000; document++) {
            Dtd other = dtd(external, "");
            assertSame(first.models, other.models);
            assertEquals(List.of(), breaches(other, "acca"));
        }
        assertEquals(held, first.models.held());
    }

    @Test
    void manyThreadsMayValidateByTheSameModels() {
        ExternalEntities external = cached(SUBSET);
        List<String> alone = breaches(dtd(external, ""), "ccab");
        assertEquals(2, alone.size(), alone.toString());
        List<List<String>> found = IntStream.range(0, 400)
                .parallel()
                .mapToObj(i -> i % 4 == 0
                        ? breaches(dtd(external, ""), "a" + "c".repeat(i) + "a")
                        : breaches(dtd(external, ""), "ccab"))
                .toList();
        for (int i = 0; i < found.size(); i++) {
            assertEquals(i % 4 == 0 ? List.of() : alone, found.get(i));
        }
    }

    @Test
    void whatADocumentDeclaresItselfIsItsOwn() {
        ExternalEntities external = cached(SUBSET);
        assertEquals(List.of(), breaches(dtd(external, ""), "aca"));
        Dtd own = dtd(external, "<!ELEMENT r (c,c)>");
        List<String> twice = breaches(own, "cc");
        assertEquals(1, twice.size(), twice.toString());
        assertTrue(twice.get(0).startsWith("the element type r is declared twice"), twice.get(0));
        assertEquals(List.of(), breaches(dtd(external, ""), "aca"));
        ElementDeclaration r = Objects.requireNonNull(own.element("r"));
        assertNotSame(
                own.models.automaton(r, new ContentAutomaton.Budget()),
                own.models.automaton(r, new ContentAutomaton.Budget()));
    }

    @Test
    void aModelForWhichThereIsNoRoomIsCompiledByEachDocument() {
        String large = IntStream.range(0, 9_000).mapToObj(i -> "name" + i + "?").collect(Collectors.joining(","));
        ExternalEntities external = cached("<!ELEMENT r (a,(" + large + "))><!ELEMENT a EMPTY>");
        for (int document = 0; document < 2; document++) {
            Dtd dtd = dtd(external, "");
            ElementDeclaration r = Objects.requireNonNull(dtd.element("r"));
            ContentAutomaton automaton = dtd.models.automaton(r, new ContentAutomaton.Budget());
            assertTrue(Objects.requireNonNull(automaton.step(automaton.start(), "a"))
                    .isAccepting());
            assertEquals(0, dtd.models.held());
        }
    }

    @Test
    void whatIsTooLargeForOneDocumentIsSoForTheNext() {
        String model = IntStream.range(0, 1_500).mapToObj(i -> "n" + i + "?").collect(Collectors.joining(","));
        StringBuilder subset = new StringBuilder("<!ELEMENT r ANY>");
        for (int i = 0; i < 5; i++) {
            subset.append("<!ELEMENT e").append(i).append(" (").append(model).append(")*>");
        }
        ExternalEntities external = cached(subset.toString());
        for (int document = 0; document < 3; document++) {
            Dtd dtd = dtd(external, "");
            DtdException refused = assertThrows(DtdException.class, () -> breaches(dtd, "r"));
            assertEquals(
                    "the content models of the DTD are too large to be checked", String.valueOf(refused.getMessage()));
        }
    }
}
