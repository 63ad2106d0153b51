package dev.weir.composite.runtime;

import static dev.weir.composite.runtime.OrderDesk.REPLY;
import static dev.weir.composite.runtime.OrderDesk.process;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.composite.deployment.DeploymentException;
import dev.weir.composite.runtime.OrderDesk.Part;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A sub-process among the components of a composite: processes call it, and its own partner links have wires of their own. */
class SubProcessCompositeTest {
    private static final String CALL = """
            <extensionActivity>
              <bpelx:call name="Consult" target="Consult">
                <bpelx:param name="question" variable="question" copyByValue="true"/>
                <bpelx:param name="answer" variable="answer"/>
              </bpelx:call>
            </extensionActivity>
            """;

    private static final String CONSULT = """
            <bpelx:subProcess name="Consult" targetNamespace="urn:desk" xmlns:t="urn:desk"
                xmlns="http://docs.oasis-open.org/wsbpel/2.0/process/executable"
                xmlns:bpelx="http://schemas.oracle.com/bpel/extension">
              <import namespace="urn:desk" location="Desk.wsdl" importType="http://schemas.xmlsoap.org/wsdl/"/>
              <partnerLinks><partnerLink name="Out" partnerLinkType="t:Desk" partnerRole="desk"/></partnerLinks>
              <variables>
                <variable name="question" element="t:order" bpelx:argumentRequired="yes"/>
                <variable name="answer" element="t:answer" bpelx:argumentRequired="yes"/>
              </variables>
              <invoke partnerLink="Out" operation="ask" inputVariable="question" outputVariable="answer"/>
            </bpelx:subProcess>
            """;

    @TempDir
    Path folder;

    private OrderDesk desk;

    @BeforeEach
    void open() {
        desk = new OrderDesk(folder);
    }

    @AfterEach
    void close() {
        desk.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"false", "true"})
    void aProcessCallsASubProcessThatAsksAPartner(String inMemory) {
        desk.deploy(
                "Shop",
                new Part("P", process("P", "ask", CALL + REPLY), Map.of("inMemoryOptimization", inMemory)),
                new Part("Consult", CONSULT, Map.of()));
        desk.runtime.start();

        assertEquals("200 partner", desk.ask("Shop", "pears"));
        assertEquals("pears", desk.notified.poll());
    }

    @Test
    void whatIsWrongWithACallIsToldWhenTheCompositeIsDeployed() {
        DeploymentException refusal = assertThrows(
                DeploymentException.class,
                () -> desk.deploy(
                        "Shop",
                        new Part("P", process("P", "ask", CALL.replace("question\" v", "quest\" v") + REPLY), Map.of()),
                        new Part("Consult", CONSULT, Map.of())));

        String told = String.valueOf(refusal.getMessage());
        assertTrue(told.contains("the sub-process Consult declares no variable quest"), told);
        assertTrue(told.contains("the sub-process Consult wants the argument question"), told);
    }
}
