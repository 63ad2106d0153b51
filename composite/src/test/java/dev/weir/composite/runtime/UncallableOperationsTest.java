package dev.weir.composite.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.composite.ShopFixture;
import dev.weir.xml.Problem;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** References whose WSDL binds an operation as nobody can call it here: what else they have can be called. */
class UncallableOperationsTest {
    @TempDir
    Path folder;

    private final ShopFixture shop = new ShopFixture();

    @BeforeEach
    void aProcessThatDoesNothing() {
        shop.replace("Shop.wsdl", "</definitions>", """
                        <plnk:partnerLinkType name="Link" xmlns:plnk="http://docs.oasis-open.org/wsbpel/2.0/plnktype">
                          <plnk:role name="it" portType="s:Shop"/>
                        </plnk:partnerLinkType>
                        </definitions>""").with("Process.bpel", """
                        <process name="Process" targetNamespace="urn:process" xmlns:s="urn:shop"
                            xmlns="http://docs.oasis-open.org/wsbpel/2.0/process/executable">
                          <import namespace="urn:shop" location="Shop.wsdl" importType="http://schemas.xmlsoap.org/wsdl/"/>
                          <partnerLinks><partnerLink name="client" partnerLinkType="s:Link" myRole="it"/></partnerLinks>
                          <variables><variable name="note" messageType="s:note"/></variables>
                          <receive partnerLink="client" operation="tell" variable="note" createInstance="yes"/>
                        </process>
                        """);
    }

    private List<String> uncallable() {
        CompilerFindings findings = CompositeCompiler.check(shop.load(folder), false);
        assertEquals(List.of(), findings.problems());
        return findings.warnings().stream()
                .filter(each -> each.rule().equals(UncallableOperations.RULE))
                .map(UncallableOperationsTest::shown)
                .toList();
    }

    private static String shown(Problem problem) {
        return problem.file() + ":" + problem.line() + ": " + problem.what();
    }

    @Test
    void anEncodedOperationIsAWarningOfItsOwn() {
        assertEquals(List.of(), uncallable());
        shop.replace("Stock.wsdl", "<input><soap:body use=\"literal\"/>", "<input><soap:body use=\"encoded\"/>");

        assertEquals(
                List.of("composite.xml:" + shop.line("composite.xml", "<reference name=\"Stock.ref\"")
                        + ": reference 'Stock.ref' cannot be called by its binding: binding {urn:stock}StockBinding,"
                        + " operation reserve: use=\"encoded\" (SOAP encoding) is not supported; the binding must have"
                        + " use=\"literal\": such calls fail"),
                uncallable());
    }

    @Test
    void soIsAPartOfATypeInStyleDocument() {
        shop.replace(
                "Stock.wsdl",
                "<message name=\"reserve\"><part name=\"body\" element=\"t:reserve\"/>",
                "<message name=\"reserve\"><part name=\"body\" type=\"xsd:string\"/>");

        assertEquals(1, uncallable().size());
    }
}
