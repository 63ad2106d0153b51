package dev.weir.bpel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sections 8.1 and 8.4: values that do not follow their declarations are found where a process asks for it. */
class ValidationTest {
    private static final String CATCH = "<faultHandlers><catch faultName='bpel:invalidVariables'>"
            + Shop.answer("'invalid'") + "</catch><catch faultName='bpel:uninitializedVariable'>"
            + Shop.answer("'no value'") + "</catch></faultHandlers>";

    private static final String MONTHS = """
            <xsd:schema xmlns:xsd="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:months">
              <xsd:include schemaLocation="number.xsd"/>
            </xsd:schema>
            """;
    private static final String NUMBER = """
            <xsd:schema xmlns:xsd="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:months">
              <xsd:simpleType name="month"><xsd:restriction base="xsd:int">
                <xsd:minInclusive value="1"/><xsd:maxInclusive value="12"/>
              </xsd:restriction></xsd:simpleType>
            </xsd:schema>
            """;

    private static World lastWorld;

    private static String answer(ProcessDefinition process) {
        lastWorld = new World(process);
        return Shop.receipt(lastWorld.reply(lastWorld.send("shop", "buy", Shop.order("A1", "10"))));
    }

    private static String checking(String activity) {
        return answer(Shop.buying(
                "<scope>" + CATCH + "<sequence>" + activity + Shop.answer("'valid'") + "</sequence></scope>"));
    }

    @ParameterizedTest
    @CsvSource({
        "'7', $count, count, valid",
        "'seven', $count, count, invalid",
        "'true', $flag, flag, valid",
        "'maybe', $flag, flag, invalid",
        "'9.50', $in.order/t:total, in, valid",
        "'dear', $in.order/t:total, in, invalid",
        "'x', $text, text in, valid",
        "'x', $text, text count, no value"
    })
    void validateTellsValidFromInvalidValues(String value, String target, String variables, String expected) {
        assertEquals(
                expected, checking(Shop.copy("'" + value + "'", target) + "<validate variables='" + variables + "'/>"));
    }

    /** As the file adapter's schemas are: what the attributes say of texts is nothing to a process. */
    @ParameterizedTest
    @CsvSource({"9.50, valid", "dear, invalid"})
    void aSchemaWithAnnotationsOfNativeFormatsIsASchema(String total, String expected) {
        String wsdl = Shop.WSDL
                .replace(
                        "<xsd:schema targetNamespace=\"urn:shop\"",
                        "<xsd:schema xmlns:nxsd=\"http://xmlns.oracle.com/pcbpel/nxsd\" nxsd:version=\"NXSD\""
                                + " nxsd:stream=\"chars\" nxsd:encoding=\"UTF-8\" nxsd:hasHeader=\"true\""
                                + " targetNamespace=\"urn:shop\"")
                .replace(
                        "<xsd:element name=\"total\" type=\"xsd:decimal\"/>",
                        "<xsd:element name=\"total\" type=\"xsd:decimal\" nxsd:style=\"terminated\""
                                + " nxsd:terminatedBy=\",\" nxsd:quotedBy='\"'/>");

        assertEquals(
                expected,
                answer(Shop.compile(
                        Shop.text(Shop.DECLARATIONS + "<sequence>" + Shop.BUY + "<scope>" + CATCH + "<sequence>"
                                + Shop.copy("'" + total + "'", "$in.order/t:total") + "<validate variables='in'/>"
                                + Shop.answer("'valid'") + "</sequence></scope>" + Shop.REPLY + "</sequence>"),
                        "shop.wsdl",
                        wsdl)));
    }

    @Test
    void theAuditNamesVariablePartAndWhatIsWrong() {
        checking(Shop.copy("'dear'", "$in.order/t:total") + "<validate name='check' variables='in'/>");

        String line = lastWorld.story().stream()
                .filter(each -> each.startsWith("FAULTED check"))
                .findFirst()
                .orElseThrow();
        assertTrue(line.contains("invalidVariables: variable in, part order: "), line);
        assertTrue(line.contains("'dear'"), line);
    }

    @Test
    void anAssignThatDoesNotValidateHasNoEffect() {
        String copies = "<copy><from>'1'</from><to>$text</to></copy><copy><from>'x'</from><to>$count</to></copy>";
        String activity = "<scope><faultHandlers><catchAll>" + Shop.answer("concat($text, $count)")
                + "</catchAll></faultHandlers><assign validate='yes'>" + copies + "</assign></scope>";

        assertEquals("05", answer(Shop.buying(Shop.copy("'0'", "$text"), Shop.copy("5", "$count"), activity)));
    }

    @Test
    void anAssignValidatesOnlyWhatItWrites() {
        assertEquals(
                "valid",
                checking(Shop.copy("'seven'", "$count")
                        + "<assign validate='yes'><copy><from>'x'</from><to>$text</to></copy></assign>"));
    }

    private static ProcessDefinition months(String value, String schema) {
        String text = Shop.text("<import namespace='urn:months' location='months.xsd'"
                + " importType='http://www.w3.org/2001/XMLSchema'/>"
                + Shop.DECLARATIONS.replace(
                        "<variable name=\"flag\"", "<variable name='month' type='m:month'/><variable name=\"flag\"")
                + "<sequence>" + Shop.BUY + "<scope>" + CATCH + "<sequence>" + Shop.copy(value, "$month")
                + "<validate variables='month'/>" + Shop.answer("'valid'") + "</sequence></scope>" + Shop.REPLY
                + "</sequence>");
        return Shop.compile(
                text.replace("<process ", "<process xmlns:m='urn:months' "),
                "months.xsd",
                schema,
                "number.xsd",
                NUMBER);
    }

    @ParameterizedTest
    @CsvSource({"1, valid", "12, valid", "13, invalid", "0, invalid"})
    void importedSchemasAndWhatTheyIncludeCount(String value, String expected) {
        assertEquals(expected, answer(months(value, MONTHS)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"number.xsd | none.xsd | none.xsd", "include | inclusion | inclusion"})
    void schemasThatAreWrongAreRefusedWhereTheyAreNeeded(String from, String to, String named) {
        BpelException refusal = assertThrows(BpelException.class, () -> months("1", MONTHS.replace(from, to)));

        assertTrue(refusal.getMessage().contains("the schemas to validate by are not valid"), refusal.getMessage());
        assertTrue(refusal.getMessage().contains(named), refusal.getMessage());
    }

    @Test
    void aVariableToValidateMustBeDeclared() {
        BpelException refusal =
                assertThrows(BpelException.class, () -> Shop.buying("<validate variables='in nothing'/>"));

        assertTrue(refusal.getMessage().contains("the variable nothing is not declared"), refusal.getMessage());
    }
}
