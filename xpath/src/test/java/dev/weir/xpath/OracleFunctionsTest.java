package dev.weir.xpath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.xpath.XPathDocuments.Scope;
import dev.weir.xpath.functions.OracleFunctions;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OracleFunctionsTest {
    private final OracleFunctions functions = new OracleFunctions(
            InstantSource.fixed(Instant.parse("2026-11-21T16:05:09.123456Z")),
            ZoneId.of("Europe/Amsterdam"),
            () -> UUID.fromString("0123abcd-4567-89ab-cdef-0123456789ab"));

    private String evaluate(String expression) {
        return XPathExpression.compile(
                        expression,
                        Map.of(
                                "xp20", OracleFunctions.XPATH20,
                                "oraext", OracleFunctions.EXTENSION,
                                "orcl", OracleFunctions.EXTENSION)::get,
                        functions)
                .evaluateString(new Scope(null));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            xp20:current-dateTime()                                                  | 2026-11-21T17:05:09.123+01:00
            xp20:current-date()                                                      | 2026-11-21+01:00
            xp20:current-time()                                                      | 17:05:09.123+01:00
            xp20:upper-case('Straße')                                                | STRASSE
            xp20:lower-case('ABC')                                                   | abc
            xp20:ends-with('order.xml', '.xml')                                      | true
            xp20:format-dateTime('2026-01-02T03:04:05Z', '[Y0001]-[M01]-[D01]')      | 2026-01-02
            xp20:format-dateTime('2026-01-02T13:04:05', '[D]/[M]/[Y] [H01][m][s]')   | 2/1/2026 130405
            xp20:format-dateTime('2026-01-02T13:04:05', '[h]:[m01] [P]')             | 1:04 pm
            xp20:format-dateTime(xp20:current-dateTime(), '[f001][Z]')               | 123+01:00
            oraext:generate-guid()                                                   | 0123ABCD456789ABCDEF0123456789AB
            orcl:left-trim('  a')                                                    | a
            concat(orcl:right-trim('a  '), 'b')                                      | ab
            orcl:index-within-string('abcabc', 'c')                                  | 2
            orcl:last-index-within-string('abcabc', 'c')                             | 5
            """)
    void theFunctionsThatOracleUsersNeedMost(String expression, String expected) {
        assertEquals(expected, evaluate(expression));
    }

    @Test
    void aWrongNumberOfArgumentsIsSaid() {
        XPathException error = assertThrows(XPathException.class, () -> evaluate("xp20:upper-case('a', 'b')"));
        assertEquals("xp20:upper-case() takes 1 arguments, and is given 2", error.getMessage());
    }

    @Test
    void whatIsNoDateOrPictureIsQuoted() {
        assertTrue(assertThrows(XPathException.class, () -> evaluate("xp20:format-dateTime('soon', '[Y]')"))
                .getMessage()
                .contains("given 'soon'"));
        assertTrue(assertThrows(
                        XPathException.class,
                        () -> evaluate("xp20:format-dateTime(xp20:current-dateTime(), 'Y [MNn]')"))
                .getMessage()
                .contains("[MNn]"));
        assertTrue(assertThrows(
                        XPathException.class, () -> evaluate("xp20:format-dateTime(xp20:current-dateTime(), '[Y')"))
                .getMessage()
                .contains("'[' without"));
    }

    @Test
    void anUnknownFunctionIsNamedWhenCompiling() {
        XPathException error = assertThrows(XPathException.class, () -> evaluate("xp20:nonsense()"));
        assertTrue(error.getMessage().endsWith("there is no function {" + OracleFunctions.XPATH20 + "}nonsense"));
    }
}
