package dev.weir.xml.stax;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import java.util.List;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import org.codehaus.stax2.XMLInputFactory2;
import org.codehaus.stax2.XMLStreamReader2;
import org.codehaus.stax2.validation.XMLValidationSchema;
import org.codehaus.stax2.validation.XMLValidationSchemaFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One external subset in place of the DTDs of documents. */
class DtdOverrideTest {
    private static final String SUBSET =
            "<!ELEMENT r (b)*><!ELEMENT b (#PCDATA)><!ATTLIST b c CDATA 'default' t NMTOKENS #IMPLIED>"
                    + "<!ENTITY e 'text'><!ENTITY far SYSTEM 'nowhere'>";

    private static XMLInputFactory2 with(XMLInputFactory2 factory, XMLValidationSchemaFactory schemas)
            throws XMLStreamException {
        factory.setProperty(XMLInputFactory2.P_DTD_OVERRIDE, schemas.createSchema(new StringReader(SUBSET)));
        factory.setProperty(XMLInputFactory.IS_COALESCING, true);
        factory.setProperty(XMLInputFactory2.P_LAZY_PARSING, false);
        return factory;
    }

    private static XMLInputFactory2 weir() throws XMLStreamException {
        return with(new WeirInputFactory(), new DtdSchemaFactory());
    }

    private static XMLInputFactory2 woodstox() throws Exception {
        return with(Peers.woodstox(), (XMLValidationSchemaFactory) Class.forName("com.ctc.wstx.dtd.DTDSchemaFactory")
                .getDeclaredConstructor()
                .newInstance());
    }

    private static List<String> account(XMLInputFactory2 factory, String document, boolean validating)
            throws XMLStreamException {
        factory.setProperty(XMLInputFactory.IS_VALIDATING, validating);
        return CursorTranscript.withoutPlaces(
                (XMLStreamReader2) factory.createXMLStreamReader(new StringReader(document)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<!DOCTYPE r SYSTEM 'nowhere'><r><b t=' x '>&e;</b></r>",
                "<!DOCTYPE r PUBLIC 'p' 'nowhere'><r><b>&e;</b></r>",
                "<!DOCTYPE r><r><b/></r>",
                "<!DOCTYPE r [<!ENTITY e 'own'><!ATTLIST b c CDATA 'own'>]><r><b>&e;</b></r>",
                "<!DOCTYPE r SYSTEM 'nowhere' [<!ENTITY e 'own'>]><r><b>&e;</b></r>",
                "<!DOCTYPE r [<!ENTITY f 'own'>]><r><b>&f;</b></r>",
                "<!DOCTYPE r SYSTEM 'nowhere' [<!ATTLIST r x CDATA 'own'>]><r><b/></r>",
                "<!DOCTYPE r [<!ENTITY e>]><r/>",
                "<!DOCTYPE r SYSTEM 'nowhere'><r><b>&unknown;</b></r>",
                "<r><b/></r>",
                "<r><b>&e;</b></r>"
            })
    void aDocumentIsReadAsWoodstoxReadsIt(String document) throws Exception {
        assertEquals(account(woodstox(), document, false), account(weir(), document, false));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<!DOCTYPE r SYSTEM 'nowhere'><r><b t=' x '>&e;</b></r>",
                "<!DOCTYPE r SYSTEM 'nowhere'><r><wrong/></r>",
                "<!DOCTYPE r><r><b/><b/></r>"
            })
    void aValidatingReaderGoesByTheOverride(String document) throws Exception {
        assertEquals(account(woodstox(), document, true), account(weir(), document, true));
    }

    /** Woodstox cannot: it validates by an override in any case. */
    @Test
    void aReaderThatDoesNotValidateTakesWhatIsNotValid() throws Exception {
        XMLStreamReader2 cursor = CursorTest.read(weir(), "<!DOCTYPE r SYSTEM 'nowhere'><r>text<b/></r>");
        cursor.next();
        cursor.nextTag();
        cursor.next();
        assertEquals("text", cursor.getText());
        cursor.nextTag();
        assertEquals("default", cursor.getAttributeValue(null, "c"));
    }

    @Test
    void otherExternalEntitiesAreRefusedAsEver() throws Exception {
        XMLStreamReader2 cursor = (XMLStreamReader2)
                weir().createXMLStreamReader(new StringReader("<!DOCTYPE r SYSTEM 'd'><r><b>&far;</b></r>"));
        XMLStreamException refused = assertThrows(XMLStreamException.class, () -> {
            while (cursor.hasNext()) {
                cursor.next();
            }
        });
        assertTrue(refused.getMessage().contains("the external entity far (nowhere) is not read"), refused::getMessage);
    }

    @Test
    void onlyASchemaOfWeirsFactoryIsTaken() throws Exception {
        XMLInputFactory2 factory = weir();
        XMLValidationSchema foreign = ((XMLValidationSchemaFactory) Class.forName("com.ctc.wstx.dtd.DTDSchemaFactory")
                        .getDeclaredConstructor()
                        .newInstance())
                .createSchema(new StringReader(SUBSET));
        assertThrows(
                IllegalArgumentException.class, () -> factory.setProperty(XMLInputFactory2.P_DTD_OVERRIDE, foreign));
        factory.setProperty(XMLInputFactory2.P_DTD_OVERRIDE, null);
        assertThrows(
                XMLStreamException.class,
                () -> CursorTest.read(factory, "<!DOCTYPE r SYSTEM 'd'><r/>").nextTag());
    }
}
