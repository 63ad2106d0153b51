package dev.weir.composite.assembly;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.composite.ShopFixture;
import dev.weir.xml.Problem;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a configuration plan changes in the files of a composite, and what it says of rules that change nothing. */
class ConfigurationPlanTest {
    @TempDir
    private Path temp;

    private final ShopFixture shop = new ShopFixture();

    private static ConfigurationPlan plan(String rules) {
        return ConfigurationPlan.read(
                "plan.xml",
                ("<SOAConfigPlan xmlns='http://schemas.oracle.com/soa/configplan'>\n" + rules + "</SOAConfigPlan>")
                        .getBytes(StandardCharsets.UTF_8));
    }

    private static String ofComposite(String rules) {
        return "<composite name='Shop'>" + rules + "</composite>";
    }

    private String changed(ConfigurationPlan plan) {
        Map<String, byte[]> files = plan.apply(Archive.open(shop.folder(temp)));
        return new String(files.get("composite.xml"), StandardCharsets.UTF_8);
    }

    @Test
    void whatIsFoundIsChangedWithoutAWord() {
        ConfigurationPlan plan = plan(ofComposite("<import><searchReplace><search>Stock.wsdl</search>"
                + "<replace>https://stock.example/Stock?wsdl</replace></searchReplace></import>"
                + "<property name='auditLevel'><replace>Off</replace></property>"
                + "<reference name='*'><binding type='ws'><attribute name='location'><searchReplace><search>Stock</search>"
                + "<replace>Store</replace></searchReplace></attribute></binding></reference>"));

        String composite = changed(plan);
        assertTrue(composite.contains("location=\"https://stock.example/Stock?wsdl\""), composite);
        assertTrue(composite.contains(">Off</property>"), composite);
        assertTrue(composite.contains("location=\"Store.wsdl\""), composite);
        assertEquals(List.of(), plan.warnings());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            <import><searchReplace><search>Nowhere</search><replace>x</replace></searchReplace></import>
            <property name='auditLevel'><searchReplace><search>Off</search><replace>x</replace></searchReplace></property>
            <property name='none'><searchReplace><search>Off</search><replace>x</replace></searchReplace></property>
            <reference name='*'><binding type='jca'><attribute name='location'><replace>x</replace></attribute></binding></reference>
            <reference name='*'><property name='weir.soap'>http://stock.example</property></reference>
            """)
    void aRuleThatFindsNothingIsReportedWithItsLine(String rule) {
        ConfigurationPlan plan = plan(ofComposite(rule));

        changed(plan);

        assertEquals(1, plan.warnings().size());
        Problem warning = plan.warnings().get(0);
        assertEquals("plan-rule-without-effect", warning.rule());
        assertEquals(2, warning.line());
    }

    @Test
    void callbacksHaveBindingsOfTheirOwn() {
        shop.replace(
                "composite.xml",
                "location=\"Stock.wsdl\"/>",
                "location=\"Stock.wsdl\"/><callback><binding.ws port=\"urn:stock#wsdl.endpoint(Stock/Back)\"/></callback>");
        ConfigurationPlan plan =
                plan(ofComposite("<reference name='*'><callback><binding type='ws'><attribute name='port'>"
                        + "<searchReplace><search>Back</search><replace>Call</replace></searchReplace></attribute></binding>"
                        + "</callback></reference>"));

        assertTrue(changed(plan).contains("Stock/Call"), "the port of the callback");
        assertEquals(List.of(), plan.warnings());
    }

    @Test
    void soIsATextThatIsInNoFileAndAPropertyOfNoAdapter() {
        ConfigurationPlan plan = plan("""
                <wsdlAndSchema name='*'>
                  <searchReplace><search>urn:shop</search><replace>urn:store</replace></searchReplace>
                  <searchReplace><search>urn:nowhere</search><replace>urn:store</replace></searchReplace>
                  <searchReplace><search/><replace/></searchReplace>
                  <property xmlns='http://platform.integration.oracle/blocks/adapter/fw/metadata' name='x'>
                    <replace xmlns='http://schemas.oracle.com/soa/configplan'>y</replace></property>
                </wsdlAndSchema>
                """);

        plan.apply(Archive.open(shop.folder(temp)));

        assertEquals(List.of(4, 7), plan.warnings().stream().map(Problem::line).toList());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            <reference name='Nobody'/>           | plan-name
            <nonsense/>                          | plan-rule-unsupported
            <reference name='Stock.ref'><binding type='jca'/></reference> | plan-binding
            <reference name='Stock.ref'><binding/></reference> | plan-binding
            <reference name='Stock.ref'><binding type='ws'><attribute><replace>x</replace></attribute></binding></reference> | plan-name
            <reference name='*'><binding type='ws'><attribute name='a b'><replace>x</replace></attribute></binding></reference> | plan-name
            <reference name='Stock.ref'><property><replace>x</replace></property></reference> | plan-name
            """)
    void aRuleForWhatThereIsNotIsRefused(String rule, String problem) {
        ConfigurationPlan plan = plan(ofComposite(rule));

        AssemblyException refused = assertThrows(AssemblyException.class, () -> changed(plan));
        assertEquals(problem, refused.problems().get(0).rule());
    }
}
