package dev.weir.composite.functions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.xpath.XPathException;
import dev.weir.xpath.XPathExpression;
import dev.weir.xpath.XPathScope;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValueMapsTest {
    private static final String CITIES = """
            <dvm name="Cities" xmlns="http://xmlns.oracle.com/dvm">
              <description>cities</description>
              <columns><column name="Code"/><column name="Name"/><column name="Country"/></columns>
              <rows>
                <row><cell>BRU</cell><cell>Brussels</cell><cell>BE</cell></row>
                <row><cell>GHE</cell><cell>Ghent</cell><cell>BE</cell></row>
                <row><cell>BRU</cell><cell>Bruny</cell><cell>AU</cell></row>
              </rows>
            </dvm>
            """;

    private static final Map<String, String> FILES = Map.of(
            "composite:/dvm/Cities.dvm",
            CITIES,
            "composite:/dvm/Other.dvm",
            "<other/>",
            "composite:/dvm/Short.dvm",
            CITIES.replace("<cell>AU</cell>", ""));

    private final ValueMaps maps = new ValueMaps(CompositeInMemory.documents(FILES));

    private static final XPathScope VARIABLES =
            CompositeInMemory.variables(Map.of("map", "dvm/None.dvm", "code", "GHE"));

    private XPathExpression compile(String expression) {
        return XPathExpression.compile(
                expression.replace('`', '\''), prefix -> prefix.equals("dvm") ? ValueMaps.FUNCTIONS : null, maps);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            dvm:lookupValue(`dvm/Cities.dvm`, `Code`, `BRU`, `Name`, `none`)                        | Brussels
            dvm:lookupValue(`dvm/Cities.dvm`, `Code`, $code, `Name`, `none`)                        | Ghent
            dvm:lookupValue(`dvm/Cities.dvm`, `Code`, `BRU`, `Name`, `none`, `Country`, `AU`)       | Bruny
            dvm:lookupValue(`dvm/Cities.dvm`, `Name`, `Ghent`, `Code`, `none`)                      | GHE
            dvm:lookupValue(`dvm/Cities.dvm`, `Code`, `XXX`, `Name`, `none`)                        | none
            count(dvm:lookupValue1M(`dvm/Cities.dvm`, `Country`, `BE`, `Name`))                     | 2
            string(dvm:lookupValue1M(`dvm/Cities.dvm`, `Code`, `BRU`, `Name`, `Country`)[4])        | AU
            name(dvm:lookupValue1M(`dvm/Cities.dvm`, `Code`, `BRU`, `Name`, `Country`)[2])          | Country
            count(dvm:lookupValue1M(`dvm/Cities.dvm`, `Code`, `XXX`, `Name`))                       | 0
            """)
    void valuesAreLookedUp(String expression, String expected) {
        assertEquals(expected, compile(expression).evaluateString(VARIABLES));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            dvm:lookupValue(`dvm/None.dvm`, `Code`, `BRU`, `Name`, ``)        | the domain value map dvm/None.dvm cannot be read: there is no file
            dvm:lookupValue(`dvm/Other.dvm`, `Code`, `BRU`, `Name`, ``)       | is no domain value map: its document element is other
            dvm:lookupValue(`dvm/Short.dvm`, `Code`, `BRU`, `Name`, ``)       | has 3 columns, and a row of 2 cells at line 7
            dvm:lookupValue(`dvm/Cities.dvm`, `Kode`, `BRU`, `Name`, ``)      | has no column Kode; it has Code, Name, Country
            dvm:lookupValue(`dvm/Cities.dvm`, `Code`, `BRU`, `Name`)          | takes a map, a column, a value, the column wanted and a default
            dvm:lookupValue1M(`dvm/Cities.dvm`, `Code`, `BRU`, `Mane`)        | has no column Mane
            dvm:lookupAll(`dvm/Cities.dvm`)                                   | there is no function {http://www.oracle.com/XSL/Transform/java/oracle.tip.dvm.LookupValue}lookupAll
            """)
    void whatCannotBeLookedUpIsToldWhenTheProcessIsDeployed(String expression, String problem) {
        XPathException refusal = assertThrows(XPathException.class, () -> compile(expression));

        assertTrue(refusal.getMessage().contains(problem), refusal.getMessage());
    }

    @Test
    void aMapThatIsNamedAtRunTimeIsLookedForThen() {
        XPathExpression lookup = compile("dvm:lookupValue($map, `Code`, `BRU`, `Name`, ``)");

        assertThrows(XPathException.class, () -> lookup.evaluateString(VARIABLES));
    }
}
