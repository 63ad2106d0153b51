package dev.weir.xpath;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.xml.tree.XmlDocument;
import dev.weir.xml.tree.XmlNode;
import dev.weir.xpath.XPathDocuments.Scope;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A node that is a value of its type: $two, $amount, $id and $none are numbers, $yes, $no and $off booleans, $text is a string. */
class SimpleValueTest {
    private static final XmlDocument ALL = XPathDocuments.tree("<all><two>2</two><amount>10.50</amount>"
            + "<id>1234567890123456789</id><other>1234567890123456788</other><none/>"
            + "<yes>true</yes><no>false</no><off>0</off><text>false</text></all>");

    private static XmlNode element(String name) {
        return XPathDocuments.compile("/all/" + name)
                .evaluateNodes(new Scope(ALL))
                .get(0);
    }

    private static Scope scope() {
        Scope scope = new Scope(ALL);
        for (String number : new String[] {"two", "amount", "id", "none"}) {
            XmlNode node = element(number);
            scope.with(number, new SimpleValue(node, XPathValues.number(node.stringValue())));
        }
        return scope.with("yes", new SimpleValue(element("yes"), true))
                .with("no", new SimpleValue(element("no"), false))
                .with("off", new SimpleValue(element("off"), false))
                .with("text", new SimpleValue(element("text"), "false"));
    }

    private static String evaluate(String expression) {
        return XPathDocuments.told(XPathDocuments.compile(expression).evaluate(scope()));
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '"', delimiter = ';', textBlock = """
            local-name(/all/*[$two])     ; 'amount'
            (/all/*)[$two]               ; [/1/2]
            count(/all/*[$no])           ; 0.0
            count(/all/*[$yes])          ; 9.0
            count(/all/*[$text])         ; 9.0
            count(/all/*[$none])         ; 0.0
            boolean($no)                 ; false
            not($off)                    ; true
            $no or $off                  ; false
            boolean($text)               ; true
            boolean($none)               ; false
            $no = true()                 ; false
            $yes != true()               ; false
            $text = true()               ; true
            number($yes)                 ; 1.0
            $two + $amount               ; 12.5
            -$two                        ; -2.0
            $no = $off                   ; true
            $amount = 10.5               ; true
            $amount = '10.5'             ; true
            $two < $amount               ; true
            $two = /all/two              ; true
            """)
    void itIsItsValueWhereOneIsAskedFor(String expression, String expected) {
        assertEquals(expected, evaluate(expression));
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '"', delimiter = ';', textBlock = """
            $amount                      ; [/1/2]
            count($no)                   ; 1.0
            count($two | $yes)           ; 2.0
            local-name($two)             ; 'two'
            $two/../yes                  ; [/1/6]
            sum($amount)                 ; 10.5
            concat($amount, ' ', $id)    ; "'10.50 1234567890123456789'"
            string-length($no)           ; 5.0
            $no = 'false'                ; true
            $yes = 'false'               ; false
            $no = /all/text              ; true
            $none = ''                   ; true
            $id = /all/other             ; false
            $id = /all/id                ; true
            """)
    void itIsANodeWithItsTextEverywhereElse(String expression, String expected) {
        assertEquals(expected, evaluate(expression));
    }
}
