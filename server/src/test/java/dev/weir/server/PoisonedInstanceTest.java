package dev.weir.server;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.composite.runtime.StuckInstance;
import dev.weir.server.admin.AdminRecords.InstanceView;
import dev.weir.server.admin.AdminRecords.RestingCallView;
import dev.weir.store.FlowState;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A step, or a call, that takes all memory, or ends the server, does so once or a few times, not at every start. */
@Tag("slow")
class PoisonedInstanceTest {
    private static final List<String> PAUSED = List.of("dev.weir.server.Main", "run", "--paused");

    @TempDir
    Path folder;

    private final SoapPost post = new SoapPost();

    /** A process that waits a moment, so that the store has its instance, and then does what its message asks for. */
    @BeforeEach
    void write() throws IOException {
        Path composite = Files.createDirectory(folder.resolve("Poison"));
        Files.writeString(composite.resolve("composite.xml"), """
                <composite name="Poison" revision="1.0" xmlns="http://xmlns.oracle.com/sca/1.0">
                  <import namespace="urn:poison" location="P.wsdl" importType="wsdl"/>
                  <service name="Jobs"><interface.wsdl interface="urn:poison#wsdl.interface(Jobs)"/>
                    <binding.ws port="urn:poison#wsdl.endpoint(Jobs/Jobs_pt)"/></service>
                  <service name="Routed"><interface.wsdl interface="urn:poison#wsdl.interface(Jobs)"/>
                    <binding.ws port="urn:poison#wsdl.endpoint(Jobs/Jobs_pt)"/></service>
                  <component name="P" version="2.0"><implementation.bpel src="P.bpel"/></component>
                  <component name="M"><implementation.mediator src="M.mplan"/></component>
                  <wire><source.uri>Jobs</source.uri><target.uri>P/client</target.uri></wire>
                  <wire><source.uri>Routed</source.uri><target.uri>M/client</target.uri></wire>
                  <wire><source.uri>M/Next</source.uri><target.uri>P/client</target.uri></wire>
                </composite>
                """);
        Files.writeString(composite.resolve("M.componentType"), """
                <componentType xmlns="http://xmlns.oracle.com/sca/1.0"
                    xmlns:ui="http://xmlns.oracle.com/soa/designer/">
                  <service name="client" ui:wsdlLocation="P.wsdl">
                    <interface.wsdl interface="urn:poison#wsdl.interface(Jobs)"/></service>
                  <reference name="Next" ui:wsdlLocation="P.wsdl">
                    <interface.wsdl interface="urn:poison#wsdl.interface(Jobs)"/></reference>
                </componentType>
                """);
        Files.writeString(composite.resolve("M.mplan"), """
                <Mediator name="M" xmlns="http://xmlns.oracle.com/sca/1.0/mediator">
                  <operation name="submit"><switch><case executionType="queued" name="next">
                    <action><transform><part name="$out.body" function="xslt(Swell.xsl, $in.body)"/></transform>
                      <invoke reference="Next" operation="submit"/></action>
                  </case></switch></operation>
                </Mediator>
                """);
        Files.writeString(composite.resolve("Swell.xsl"), """
                <xsl:stylesheet version="2.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:p="urn:poison">
                  <xsl:template match="/"><p:what><xsl:value-of select="p:what"/>
                    <xsl:if test="p:what = 'swell'">
                      <xsl:for-each select="1 to 500000000"><p:more/></xsl:for-each></xsl:if>
                  </p:what></xsl:template>
                </xsl:stylesheet>
                """);
        Files.writeString(composite.resolve("P.componentType"), """
                <componentType xmlns="http://xmlns.oracle.com/sca/1.0"
                    xmlns:ui="http://xmlns.oracle.com/soa/designer/">
                  <service name="client" ui:wsdlLocation="P.wsdl">
                    <interface.wsdl interface="urn:poison#wsdl.interface(Jobs)"/></service>
                </componentType>
                """);
        Files.writeString(composite.resolve("P.wsdl"), """
                <wsdl:definitions name="P" targetNamespace="urn:poison" xmlns:tns="urn:poison"
                    xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:xs="http://www.w3.org/2001/XMLSchema"
                    xmlns:plnk="http://docs.oasis-open.org/wsbpel/2.0/plnktype">
                  <wsdl:types><xs:schema targetNamespace="urn:poison">
                    <xs:element name="what" type="xs:string"/>
                    <xs:element name="list" type="xs:anyType"/></xs:schema></wsdl:types>
                  <wsdl:message name="What"><wsdl:part name="body" element="tns:what"/></wsdl:message>
                  <wsdl:portType name="Jobs"><wsdl:operation name="submit"><wsdl:input message="tns:What"/>
                    </wsdl:operation></wsdl:portType>
                  <plnk:partnerLinkType name="LT"><plnk:role name="provider" portType="tns:Jobs"/>
                    </plnk:partnerLinkType>
                </wsdl:definitions>
                """);
        Files.writeString(composite.resolve("P.bpel"), """
                <process name="P" targetNamespace="urn:p" xmlns="http://docs.oasis-open.org/wsbpel/2.0/process/executable"
                    xmlns:p="urn:poison" xmlns:xs="http://www.w3.org/2001/XMLSchema"
                    xmlns:bpelx="http://schemas.oracle.com/bpel/extension">
                  <import namespace="urn:poison" location="P.wsdl" importType="http://schemas.xmlsoap.org/wsdl/"/>
                  <partnerLinks><partnerLink name="client" partnerLinkType="p:LT" myRole="provider"/></partnerLinks>
                  <variables><variable name="in" messageType="p:What"/><variable name="s" type="xs:string"/>
                    <variable name="list" element="p:list"/></variables>
                  <sequence>
                    <receive partnerLink="client" operation="submit" variable="in" createInstance="yes"/>
                    <wait><for>'PT0.1S'</for></wait>
                    <if><condition>$in.body = 'grow'</condition>
                      <sequence>
                        <assign><copy><from>'0123456789'</from><to>$s</to></copy></assign>
                        <while><condition>true()</condition>
                          <assign><copy><from>concat($s, $s)</from><to>$s</to></copy></assign></while>
                      </sequence>
                    <elseif><condition>$in.body = 'spread'</condition>
                      <sequence>
                        <assign><copy><from>'0123456789'</from><to>$s</to></copy></assign>
                        <while><condition>true()</condition>
                          <assign><copy><from>concat($s, 0)</from><to>$s</to></copy></assign></while>
                      </sequence></elseif>
                    <elseif><condition>$in.body = 'append'</condition>
                      <sequence>
                        <assign><copy><from><literal><p:list/></literal></from><to>$list</to></copy></assign>
                        <while><condition>true()</condition>
                          <assign><extensionAssignOperation><bpelx:append>
                            <bpelx:from><literal><p:list>LITERAL</p:list></literal></bpelx:from>
                            <bpelx:to>$list</bpelx:to></bpelx:append></extensionAssignOperation></assign></while>
                      </sequence></elseif>
                    <elseif><condition>$in.body = 'branch'</condition>
                      <forEach counterName="i" parallel="yes">
                        <startCounterValue>1</startCounterValue><finalCounterValue>1000000</finalCounterValue>
                        <scope><empty/></scope></forEach></elseif>
                    <elseif><condition>$in.body = 'branch out'</condition>
                      <forEach counterName="i" parallel="yes">
                        <startCounterValue>1</startCounterValue><finalCounterValue>1000</finalCounterValue>
                        <scope><variables><variable name="own" element="p:list"/></variables>
                          <sequence>
                            <assign><copy><from><literal><p:list>LITERAL</p:list></literal></from><to>$own</to></copy></assign>
                            <wait><for>'PT1H'</for></wait>
                          </sequence></scope></forEach></elseif>
                    <elseif><condition>$in.body = 'exhaust'</condition>
                      <extensionActivity><bpelx:exec name="Exhaust" language="java"><![CDATA[
                        java.util.List<long[]> all = new java.util.ArrayList<>();
                        while (true) { all.add(new long[1 << 20]); }
                      ]]></bpelx:exec></extensionActivity></elseif>
                    <elseif><condition>$in.body = 'halt'</condition>
                      <extensionActivity><bpelx:exec name="Halt" language="java"><![CDATA[
                        if (true) { Runtime.getRuntime().halt(9); }
                      ]]></bpelx:exec></extensionActivity></elseif>
                    </if>
                  </sequence>
                </process>
                """.replace("LITERAL", "<x/>".repeat(20_000)));
    }

    private RunningWeir run() {
        List<String> options = new ArrayList<>(ClassArchive.get().options());
        options.add("-Xmx256m");
        return RunningWeir.run(folder, options, List.of(folder.resolve("Poison").toString(), "--allow-java"));
    }

    private int submit(RunningWeir weir, String what) throws IOException {
        return submit(weir, "Jobs", what);
    }

    private int submit(RunningWeir weir, String service, String what) throws IOException {
        URI address = weir.url().resolve("/soa-infra/services/default/Poison/" + service);
        return post.send(
                        address,
                        SoapPost.SOAP_11,
                        "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body><what xmlns='urn:poison'>"
                                + what + "</what></e:Body></e:Envelope>")
                .statusCode();
    }

    private static List<InstanceView> instances(RunningWeir weir, FlowState state) {
        return weir.admin().instances(state, null, 0, 100);
    }

    /** A healthy instance gets through. */
    private void assertServes(RunningWeir weir) throws IOException {
        int before = instances(weir, FlowState.COMPLETED).size();
        assertEquals(202, submit(weir, "nothing"));
        eventually("it completes", () -> instances(weir, FlowState.COMPLETED).size() > before);
    }

    private static StuckInstance held(RunningWeir weir) {
        List<StuckInstance> stuck =
                eventually("an instance is in quarantine", () -> weir.admin().stuck(), list -> list.size() == 1);
        assertEquals(null, stuck.get(0).nextTry());
        assertEquals(stuck, weir.admin().stuck(stuck.get(0).flow()));
        return stuck.get(0);
    }

    /** A heap that is nearly full is collected over and over before it is found to be full: on a slow machine for minutes. */
    private static void assertEnds(RunningWeir weir) {
        eventually("the server ends", Duration.ofMinutes(4), () -> !weir.alive());
    }

    @Test
    void variablesThatGrowWithoutEndAreAFaultAndTheServerGoesOn() throws IOException {
        try (RunningWeir weir = run()) {
            assertEquals(202, submit(weir, "grow"));
            eventually("it faults", () -> instances(weir, FlowState.FAULTED).size() == 1);
            assertServes(weir);
            assertTrue(weir.alive());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"append", "branch", "branch out"})
    void listsAndBranchesThatDoNotFitIntoTheHeapAreAFault(String what) throws IOException {
        try (RunningWeir weir = run()) {
            assertEquals(202, submit(weir, what));
            eventually(
                    "it faults",
                    Duration.ofMinutes(3),
                    () -> instances(weir, FlowState.FAULTED).size() == 1);
            assertServes(weir);
        }
    }

    @Test
    void aLoopWithoutEndIsTerminatedByAnOperator() throws IOException {
        try (RunningWeir weir = run()) {
            assertEquals(202, submit(weir, "spread"));
            assertServes(weir);
            long endless = instances(weir, FlowState.RUNNING).get(0).id();
            assertEquals(1, weir.admin().command(endless, "terminate").instances());
            eventually("it ends", () -> instances(weir, FlowState.TERMINATED).size() == 1);
        }
    }

    @Test
    void aStepThatRunsOutOfMemoryEndsTheServerOnce() throws IOException {
        try (RunningWeir weir = run()) {
            assertServes(weir);
            assertEquals(202, submit(weir, "exhaust"));
            assertEnds(weir);
            weir.restart();

            StuckInstance held = held(weir);
            assertTrue(held.why().contains("out of memory"), held.why());
            String list = weir.command("recover", "--list").output();
            assertTrue(list.contains("in quarantine"), list);
            assertServes(weir);
            assertEquals(0, weir.admin().recover(), "only by its name");
            weir.terminate();
            weir.restart();
            assertEquals(held, held(weir));

            String one = Long.toString(held.flow());
            // The server may end before it answers.
            weir.command("recover", one);
            assertEnds(weir);
            weir.restart();
            held(weir);
            assertServes(weir);

            assertEquals(0, weir.command("control", "terminate", one).exitCode());
            eventually("nothing is held", () -> weir.admin().stuck().isEmpty());
            assertEquals(1, instances(weir, FlowState.TERMINATED).size());
            weir.kill();
            weir.restart();
            assertEquals(List.of(), weir.admin().stuck());
        }
    }

    @Test
    void aStepThatEndsTheServerOtherwiseDoesSoThreeTimes() throws IOException {
        try (RunningWeir weir = run()) {
            assertEquals(202, submit(weir, "halt"));
            assertEnds(weir);
            for (int again = 0; again < 2; again++) {
                weir.launch(RunningWeir.MAIN);
                assertEnds(weir);
            }
            weir.restart();
            assertEquals(3, held(weir).failures());
            assertServes(weir);
        }
    }

    @Test
    void aCallOfAMediatorThatRunsOutOfMemoryEndsTheServerOnceAndRests() throws IOException {
        try (RunningWeir weir = run()) {
            assertEquals(202, submit(weir, "Routed", "swell"));
            assertEnds(weir);
            weir.restart();

            RestingCallView call = eventually(
                            "it rests", () -> weir.admin().calls(null, 0, 10), list -> list.size() == 1)
                    .get(0);
            assertTrue(call.reason().contains("out of memory"), call.reason());
            assertServes(weir);
            assertEquals(202, submit(weir, "Routed", "nothing"));
            eventually(
                    "what is routed gets through",
                    () -> instances(weir, FlowState.COMPLETED).size() > 1);

            // The server may end before it answers.
            weir.command("calls", "retry", call.id());
            assertEnds(weir);
            weir.restart();
            eventually("it rests again", () -> weir.admin().calls(null, 0, 10).size() == 1);
            assertEquals(0, weir.command("calls", "cancel", call.id()).exitCode());
            assertEquals(List.of(), weir.admin().calls(null, 0, 10));
            assertServes(weir);
        }
    }

    @Test
    void aPausedServerTakesNothingUpAndItsOperatorEndsWhatMustNotGoOn() throws IOException {
        try (RunningWeir weir = run()) {
            assertEquals(202, submit(weir, "halt"));
            assertEnds(weir);
            weir.restart(PAUSED);

            assertEquals(503, submit(weir, "nothing"));
            long poisoned = instances(weir, FlowState.RUNNING).get(0).id();
            assertEquals(1, weir.admin().command(poisoned, "terminate").instances());
            assertTrue(weir.alive());
            assertNotEquals(0, poisoned);
            weir.terminate();
            weir.restart();

            eventually("it ends", () -> instances(weir, FlowState.TERMINATED).size() == 1);
            assertServes(weir);
        }
    }
}
