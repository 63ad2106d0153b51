package dev.weir.composite.functions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.xpath.XPathException;
import dev.weir.xpath.XPathExpression;
import dev.weir.xpath.XPathScope;
import dev.weir.xpath.functions.OracleFunctions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What expressions find in documents of their composite. */
class DocumentFunctionsTest {
    private static final Map<String, String> FILES = Map.of(
            "composite:/conf/f.xml",
            "<root xmlns:t='urn:t'><x>1</x><x>2</x><t:y a='3'/></root>",
            "composite:/conf/cities.xml",
            "<cities><city><code>GHE</code><name>Ghent</name></city><city><code>BRU</code><name>Brussels</name></city>"
                    + "</cities>");

    private final DocumentFunctions functions = new DocumentFunctions(CompositeInMemory.documents(FILES));

    private static final XPathScope NOTHING = CompositeInMemory.variables(Map.of());

    private String evaluate(String expression) {
        Map<String, String> namespaces =
                Map.of("ora", OracleFunctions.XPATH, "oraext", OracleFunctions.EXTENSION, "t", "urn:t");
        return XPathExpression.compile(expression, namespaces::get, functions).evaluateString(NOTHING);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            ora:doc('conf/f.xml')/root/x                         | 1
            ora:doc('conf/f.xml')/root/x[2]                      | 2
            sum(ora:doc('conf/f.xml')//x)                        | 3
            count(ora:doc('conf/f.xml')/x)                       | 0
            name(ora:doc('conf/f.xml')/*)                        | root
            string(ora:doc('conf/f.xml'))                        | 12
            ora:doc('conf/f.xml')/root/t:y/@a + 1                | 4
            ora:doc('conf/f.xml', '/root/x[2]')                  | 2
            ora:doc('conf/f.xml', 'root/t:y/@a')                 | 3
            ora:doc('conf/f.xml', 'count(//x)')                  | 2
            oraext:lookup-xml('conf/cities.xml', '/cities/city', 'code', 'name', 'BRU') | Brussels
            concat('[', oraext:lookup-xml('conf/cities.xml', '/cities/city', 'code', 'name', 'X'), ']') | []
            """)
    void pathsBeginAtTheDocument(String expression, String expected) {
        assertEquals(expected, evaluate(expression));
    }

    @Test
    void aDocumentThatIsMissingIsNamed() {
        XPathException error = assertThrows(XPathException.class, () -> evaluate("ora:doc('none.xml')/root"));
        assertEquals(true, error.getMessage().contains("none.xml"), error.getMessage());
    }
}
