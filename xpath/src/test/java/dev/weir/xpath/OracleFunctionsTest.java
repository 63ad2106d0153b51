package dev.weir.xpath;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlNode;
import dev.weir.xpath.XPathDocuments.Scope;
import dev.weir.xpath.functions.ComponentPlace;
import dev.weir.xpath.functions.FunctionContext;
import dev.weir.xpath.functions.OracleFunctions;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.List;
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

    private static final class Place implements XPathScope, FunctionContext {
        @Override
        public XmlNode contextNode() {
            return null;
        }

        @Override
        public Object variable(String name) {
            throw new XPathException(name);
        }

        @Override
        public String instanceId() {
            return "17";
        }

        @Override
        public String flowId() {
            return "4";
        }

        @Override
        public String property(String name) {
            return name.equals("jca.file.FileName") ? "orders.txt" : null;
        }

        @Override
        public List<XmlElement> headers() {
            return List.of(
                    new XmlElement(XmlName.of("urn:other")),
                    XmlElement.parse("<Header xmlns='urn:s'><user>ann</user></Header>".getBytes(UTF_8)));
        }

        @Override
        public void title(String title) {
            assertEquals("order 4", title);
        }
    }

    private String evaluate(String expression) {
        return XPathExpression.compile(
                        expression,
                        Map.of(
                                "xp20", OracleFunctions.XPATH20,
                                "oraext", OracleFunctions.EXTENSION,
                                "orcl", OracleFunctions.EXTENSION,
                                "ora", OracleFunctions.XPATH,
                                "t", "urn:t",
                                "med", OracleFunctions.MEDIATOR,
                                "mhdr", OracleFunctions.MEDIATOR_HEADERS,
                                "xref",
                                        "http://www.oracle.com/XSL/Transform/java/oracle.tip.xref.xpath.XRefXPathFunctions",
                                "ldap", "http://schemas.oracle.com/xpath/extension/ldap",
                                "ids", "http://xmlns.oracle.com/bpel/services/IdentityService/xpath")::get,
                        functions.at(new ComponentPlace("default", "Orders", "1.2", "OrderProcess")))
                .evaluateString(new Place());
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
            xp20:format-dateTime('2026-01-02', '[D1] [MNn] [Y], [FNn,*-3]')          | 2 January 2026, Fri
            xp20:format-dateTime('2026-03-02T13:04:05+01:00', '[MN,*-3][D01] [PN] [z] [W]') | MAR02 PM GMT+01:00 10
            xp20:format-dateTime('13:04:05', '[[[H01]]] [Y,2-2][Y01]')               | [13] 7070
            xp20:format-dateTime('2026-01-02T03:04:05', '[YYYY]-[M01]-[D01] [H][m][s][ss]') | 2026-01-02 3040505
            xp20:format-dateTime('2026-01-02T03:04:05', '[MM]/[DD]/[YY] [HH]:[mm]')  | 1/2/2026 3:04
            xp20:format-dateTime('2026-01-02T03:04:09.943', '[s01].[f,1-1] [f,2-2] [f,4] [f] [f00001]') | 09.9 94 9430 943 94300
            xp20:format-dateTime('2026-01-02T03:04:09.5', '[H01]:[m01]:[s01].[f001]') | 03:04:09.500
            xp20:format-dateTime('2026-01-02T03:04:09', '[f] [f,3-6]')               | 0 000
            xp20:format-dateTime('2026-01-02T03:04:05', '[ M , 2-2 ] [D,3] [M01,1] [d001] [Y,*-2] [Y0001,2-2]') | 01 002 1 002 26 26
            xp20:format-dateTime('2026-05-31', '[D1o] [MNn] [Dwo] [DWw] [MNn,3-3] [Mn,4-4].') | 31st May thirty-first Thirty-One May may .
            xp20:format-dateTime('2026-09-12T11:00:00', '[D1o] [D01o] [Dwo] [MI] [mi] [Ma] [YI] [Yw]') | 12th 12th twelfth IX 0 i MMXXVI two thousand twenty-six
            xp20:format-dateTime('2026-09-12', '[FNn] [F,*-3] [FN,2-2] [F1] [F1o] [W01] [w] [E] [EN] [CNn]') | Saturday sat SA 6 6th 37 2 ad AD Gregorian
            xp20:format-dateTime('2026-09-12T23:00:00-05:30', '[Z] [Z0] [Z00] [Z0000] [Z0:00] [z] [ZN] [ZZ]') | -05:30 -5:30 -05:30 -0530 -5:30 GMT-05:30 -05:30 -05:30
            xp20:format-dateTime('2026-09-12T23:00:00Z', '[Z00:00t] [Z0] [P] [PN] [P,1-1] [h01] [P1]') | Z +0 pm PM p 11 pm
            xp20:format-date('2026-09-12', '[D01].[M01].[Y0001]')                    | 12.09.2026
            xp20:format-time('13:04:05', '[h1]:[m01] [PN]')                          | 1:04 PM
            xp20:implicit-timezone()                                                 | +01:00
            xp20:add-dayTimeDuration-to-dateTime('2026-02-28T23:00:00Z', 'PT1H30M')  | 2026-03-01T00:30:00Z
            xp20:add-dayTimeDuration-to-dateTime('2026-02-28T23:00:00.250', '-P1DT0.5S') | 2026-02-27T22:59:59.75
            xp20:subtract-dayTimeDuration-from-dateTime('2026-03-01T00:30:00+02:00', 'P1D') | 2026-02-28T00:30:00+02:00
            xp20:year-from-dateTime('2026-01-02T03:04:05Z')                          | 2026
            xp20:month-from-dateTime('2026-01-02')                                   | 1
            xp20:day-from-dateTime('2026-01-02T03:04:05')                            | 2
            xp20:hours-from-dateTime('2026-01-02T03:04:05Z')                         | 3
            xp20:minutes-from-dateTime('03:04:05')                                   | 4
            xp20:seconds-from-dateTime('2026-01-02T03:04:05Z')                       | 5
            xp20:timezone-from-dateTime('2026-01-02T03:04:05-05:30')                 | GMT-05:30
            xp20:timezone-from-dateTime('2026-01-02T03:04:05')                       | GMT+00:00
            xp20:compare('Audi', 'BMW')                                              | -1
            xp20:compare-ignore-case('audi', 'AUDI')                                 | 0
            xp20:matches('order-17', '[0-9]+')                                       | true
            xp20:abs(-2.5)                                                           | 2.5
            orcl:compare('b', 'a')                                                   | 1
            orcl:square-root(9)                                                      | 3
            oraext:format-string('{0} + {1} = {2}', '2', '2', '4')                   | 2 + 2 = 4
            oraext:create-delimited-string(orcl:create-nodeset-from-delimited-string('{urn:a}b', 'x;y', ';'), ', ') | x, y
            oraext:max-value-among-nodeset(orcl:create-nodeset-from-delimited-string('b', '2 30 4', ' ')) | 30
            orcl:min-value-among-node-set(orcl:create-nodeset-from-delimited-string('b', '2 30 4', ' '))  | 2
            orcl:max-value-among-node-set(orcl:create-nodeset-from-delimited-string('b', '2 x', ' '))     | NaN
            ora:generateGUID()                                                       | 0123ABCD456789ABCDEF0123456789AB
            ora:getCurrentDateTime()                                                 | 2026-11-21T17:05:09.123+01:00
            ora:getCurrentDate('dd.MM.yy')                                           | 21.11.26
            ora:getCurrentTime("HH:mm")                                              | 17:05
            ora:formatDate('2003-06-10T15:56:00', 'EEE, MMM d yyyy, hh:mm a')        | Tue, Jun 10 2003, 03:56 PM
            concat('[', ora:formatDate('soon', 'yyyy'), ']')                         | []
            ora:format('{1}, {0}', 'a', 'b')                                         | b, a
            ora:addQuotes('a')                                                       | 'a'
            ora:integer('-17.9')                                                     | -17
            ora:getNodeValue(orcl:parseXML('<a>b</a>'))                              | b
            ora:toCDATA(orcl:parseXML('<a>b</a>'))                                   | <a>b</a>
            ora:createDelimitedString('-', orcl:create-nodeset-from-delimited-string('b', '1 2', ' ')) | 1-2
            oraext:generate-guid()                                                   | 0123ABCD456789ABCDEF0123456789AB
            orcl:left-trim('  a')                                                    | a
            concat(orcl:right-trim('a  '), 'b')                                      | ab
            orcl:index-within-string('abcabc', 'c')                                  | 2
            orcl:last-index-within-string('abcabc', 'c')                             | 5
            orcl:index-within-string('abc', 'x')                                     | -1
            xp20:seconds-from-dateTime('2026-01-02T03:04:05.25Z')                    | 5.25
            xp20:day-from-dateTime('2026-12-31T24:00:00Z')                           | 1
            concat('[', xp20:year-from-dateTime(orcl:parseXML('<a/>')/none), ']')    | []
            string(number(xp20:hours-from-dateTime(orcl:parseXML('<a/>')/none)))     | NaN
            concat('[', xp20:format-dateTime(orcl:parseXML('<a/>')/none, '[Y]'), ']') | []
            count(xp20:add-dayTimeDuration-to-dateTime(orcl:parseXML('<a/>')/none, 'P1D')) | 0
            string(xp20:abs(number('x')))                                            | NaN
            string(orcl:square-root(-1))                                             | NaN
            local-name(orcl:create-nodeset-from-delimited-string('t:piece', 'a', ',')) | piece
            namespace-uri(orcl:create-nodeset-from-delimited-string('ora:piece', 'a', ',')) | http://schemas.oracle.com/xpath/extension
            count(ora:genEmptyElem('ora:line'))                                      | 1
            count(ora:genEmptyElem('{urn:a}line', 3))                                | 3
            count(ora:genEmptyElem('line', 0))                                       | 0
            string(ora:genEmptyElem('line', 1, '', true())/@*[local-name() = 'nil']) | true
            string(ora:genEmptyElem('line', 1, 'ora:Line')/@*[local-name() = 'type']) | type:Line
            string(ora:getChildElement(orcl:parseXML('<a>x<b>1</b><c>2</c></a>'), 2)) | 2
            count(ora:getChildElement(orcl:parseXML('<a><b>1</b></a>'), 2))          | 0
            count(ora:getChildElement(orcl:parseXML('<a><b>1</b></a>'), 0))          | 0
            count(ora:getChildElement(orcl:parseXML('<a><b>1</b></a>'), 1 div 0))    | 0
            count(ora:getOwnerDocument(orcl:parseXML('<a><b>1</b></a>')/b))          | 1
            ora:getCompositeName()                                                   | Orders
            ora:getComponentName()                                                   | OrderProcess
            ora:getProcessId()                                                       | OrderProcess
            ora:getProcessVersion()                                                  | 1.2
            ora:getDomainId()                                                        | default
            ora:getCompositeURL()                                                    | /soa-infra/services/default/Orders!1.2
            ora:getProcessURL()                                                      | /soa-infra/services/default/Orders!1.2/OrderProcess
            ora:getComponentInstanceId()                                             | 17
            ora:getInstanceId()                                                      | 17
            ora:getCompositeInstanceId()                                             | 4
            ora:getECID()                                                            | 4
            concat('[', ora:getCreator(), ']')                                       | []
            med:getComponentName()                                                   | OrderProcess
            mhdr:getCompositeInstanceID()                                            | 4
            mhdr:getProperty('jca.file.FileName')                                    | orders.txt
            concat('[', mhdr:getProperty('none'), ']')                               | []
            string(mhdr:getHeader('/s:Header/s:user', 's=urn:s;'))                   | ann
            concat('[', mhdr:getRequestHeader('/s:None', 's=urn:s'), ']')            | []
            med:setCompositeInstanceTitle('order 4')                                 | order 4
            """)
    void theFunctionsThatOracleUsersNeedMost(String expression, String expected) {
        assertEquals(expected, evaluate(expression));
    }

    @Test
    void aWrongNumberOfArgumentsIsSaidBeforeTheCallIsEvaluated() {
        UnavailableCallException error =
                assertThrows(UnavailableCallException.class, () -> evaluate("xp20:upper-case('a', 'b')"));
        assertEquals(
                UnavailableCallException.ARGUMENT, error.problem("p.bpel", 1, 1).rule());
        assertEquals("xp20:upper-case() takes 1 argument, and is given 2", error.getMessage());
    }

    @Test
    void whatIsNoDateOrPictureIsQuoted() {
        assertTrue(assertThrows(XPathException.class, () -> evaluate("xp20:format-dateTime('soon', '[Y]')"))
                .getMessage()
                .contains("given 'soon'"));
        assertTrue(assertThrows(
                        XPathException.class, () -> evaluate("xp20:format-dateTime(xp20:current-dateTime(), 'Y [X]')"))
                .getMessage()
                .contains("[X]"));
        assertTrue(assertThrows(
                        XPathException.class, () -> evaluate("xp20:format-dateTime(xp20:current-dateTime(), '[Y')"))
                .getMessage()
                .contains("'[' without"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            xp20:add-dayTimeDuration-to-dateTime('2026-02-28T23:00:00Z', 'P1M')   | such as P1DT12H, and is given 'P1M'
            xp20:add-dayTimeDuration-to-dateTime('2026-02-28T23:00:00Z', 'PT')    | given 'PT'
            xp20:add-dayTimeDuration-to-dateTime('2026-02-28T23:00:00Z', 'P999999999D') | give no date between
            xp20:year-from-dateTime('')                                           | needs an xs:dateTime, and is given ''
            xp20:matches('a', '[')                                                | needs a regular expression
            oraext:format-string('{')                                             | java.text.MessageFormat, and is given '{'
            ora:getCurrentDate('bb')                                              | java.text.SimpleDateFormat, and is given 'bb'
            ora:integer('x')                                                      | needs a number, and is given 'x'
            oraext:create-delimited-string('a', ',')                              | needs a node-set, and is given 'a'
            xp20:matches('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!', '^(.*a){20}b') | more than 20000000 times
            ora:genEmptyElem('line', 100001)                                      | makes 0 to 100000 elements
            ora:genEmptyElem('line', -1)                                          | is asked for '-1'
            ora:genEmptyElem('line', 'x')                                         | is asked for 'x'
            ora:genEmptyElem('no name')                                           | is given 'no name'
            ora:genEmptyElem('none:line')                                         | the prefix of 'none:line' is not bound
            mhdr:getHeader('/a', 'what')                                          | prefix=uri;
            mhdr:getHeader('//[', '')                                             | not a valid XPath
            oraext:lookup-table('t', 'a', 'b', 'c', 'jdbc/x')                     | needs a data source
            xref:lookupXRef('x', 'a', 'b', 'c', false())                          | needs a data source
            ldap:search('x')                                                      | call a service that knows the users
            ids:getUserProperty('x', 'mail')                                      | call a service that knows the users
            ora:readBinaryFromFile('/etc/passwd')                                 | outside of the composite
            ora:getCurrentDate('a', 'b')                                          | takes 0 to 1 argument, and is given 2
            xp20:format-dateTime('2026-01-02', '[Y]', 'en', 'AD', 'DE')           | takes 2 arguments, and is given 5
            xp20:format-dateTime('2026-01-02', ']')                               | without a component
            xp20:format-dateTime('2026-01-02', 'yyyy [yyyy]')                     | [yyyy] in the picture 'yyyy [yyyy]' is no component
            xp20:format-dateTime('2026-01-02', '[M,x]')                           | [M,x] in the picture
            xp20:format-dateTime('2026-01-02', '[M,3-2]')                         | [M,3-2] in the picture
            xp20:format-dateTime('2026-01-02', concat('[', 'X]'))                 | [X] in the picture
            """)
    void anArgumentThatDoesNotFitIsQuoted(String expression, String message) {
        String actual =
                assertThrows(XPathException.class, () -> evaluate(expression)).getMessage();
        assertTrue(actual.contains(message), actual);
    }

    @Test
    void whereThereIsNoInstanceFunctionsThatAskForItSaySo() {
        XPathException error = assertThrows(
                XPathException.class,
                () -> XPathExpression.compile("o:getInstanceId()", prefix -> OracleFunctions.XPATH, functions)
                        .evaluateString(new Scope(null)));
        assertEquals("getInstanceId(): there is no instance here", error.getMessage());
    }

    @Test
    void anUnknownFunctionIsNamedWhenCompiling() {
        XPathException error = assertThrows(XPathException.class, () -> evaluate("xp20:nonsense()"));
        assertTrue(error.getMessage().endsWith("there is no function {" + OracleFunctions.XPATH20 + "}nonsense"));
    }
}
