package dev.weir.wsdl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.xml.Problem;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A document that is missing: named by who imports it, and reported once for all of them. */
class MissingDocumentTest {
    @Test
    void oneDocumentIsOneProblemWhoeverNeedsIt() {
        Problem other = Problem.ofFile("a.wsdl", "xml", "not well-formed", "");

        List<Problem> merged = MissingDocument.merged(List.of(
                MissingDocument.needed("no a.xsd", "a.wsdl", 3, ""),
                other,
                MissingDocument.needed("no b.xsd", "a.wsdl", 4, ""),
                MissingDocument.needed("no a.xsd", "b.wsdl", 0, "service 'B'"),
                MissingDocument.needed("no a.xsd", "a.wsdl", 3, "")));

        assertEquals(
                List.of(
                        "no a.xsd; needed by a.wsdl:3, b.wsdl (service 'B')",
                        "not well-formed",
                        "no b.xsd; needed by a.wsdl:4"),
                merged.stream().map(Problem::what).toList());
        assertEquals("a.wsdl:3", merged.get(0).place());
        assertEquals("no a.xsd", MissingDocument.reason(merged.get(0)));
    }

    @Test
    void ofVeryManyNeedsTheFirstAreShown() {
        List<Problem> needs = new ArrayList<>();
        for (int line = 1; line <= 1_000; line++) {
            needs.add(MissingDocument.needed("no a.xsd", "a.wsdl", line, ""));
        }

        List<Problem> merged = MissingDocument.merged(needs);

        assertEquals(1, merged.size());
        assertTrue(
                merged.get(0).what().endsWith("a.wsdl:20 and 980 more"),
                merged.get(0).what());
    }

    @Test
    void theExceptionNamesTheDocumentAndWhereItIsImported() {
        URI start = URI.create("test:/a.wsdl");
        Resources resources = uri -> {
            if (uri.equals(start)) {
                return "<definitions xmlns='http://schemas.xmlsoap.org/wsdl/'>\n<import location='b.wsdl'/></definitions>"
                        .getBytes(StandardCharsets.UTF_8);
            }
            throw new WsdlException("no " + uri);
        };

        MissingDocumentException missing =
                assertThrows(MissingDocumentException.class, () -> Wsdl.read(start, resources));

        assertEquals(URI.create("test:/b.wsdl"), missing.document());
        assertEquals("no test:/b.wsdl", missing.reason());
        assertEquals(2, missing.problems().get(0).line());
    }
}
