package dev.weir.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.composite.runtime.StuckInstance;
import dev.weir.testing.Eventually;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A step that calls System.exit while its caller waits: the server does not wait for it, however long it may drain. */
@Tag("slow")
@Tag("jdk")
class ExitCallTest {
    private static final String HOUR = "3600";

    @TempDir
    Path folder;

    private void write() throws IOException {
        Path composite = Files.createDirectory(folder.resolve("Exit"));
        Files.writeString(composite.resolve("composite.xml"), """
                <composite name="Exit" revision="1.0" xmlns="http://xmlns.oracle.com/sca/1.0">
                  <import namespace="urn:exit" location="P.wsdl" importType="wsdl"/>
                  <service name="Jobs"><interface.wsdl interface="urn:exit#wsdl.interface(Jobs)"/>
                    <binding.ws port="urn:exit#wsdl.endpoint(Jobs/Jobs_pt)"/></service>
                  <component name="P" version="2.0"><implementation.bpel src="P.bpel"/></component>
                  <wire><source.uri>Jobs</source.uri><target.uri>P/client</target.uri></wire>
                </composite>
                """);
        Files.writeString(composite.resolve("P.componentType"), """
                <componentType xmlns="http://xmlns.oracle.com/sca/1.0"
                    xmlns:ui="http://xmlns.oracle.com/soa/designer/">
                  <service name="client" ui:wsdlLocation="P.wsdl">
                    <interface.wsdl interface="urn:exit#wsdl.interface(Jobs)"/></service>
                </componentType>
                """);
        Files.writeString(composite.resolve("P.wsdl"), """
                <wsdl:definitions name="P" targetNamespace="urn:exit" xmlns:tns="urn:exit"
                    xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:xs="http://www.w3.org/2001/XMLSchema"
                    xmlns:plnk="http://docs.oasis-open.org/wsbpel/2.0/plnktype">
                  <wsdl:types><xs:schema targetNamespace="urn:exit">
                    <xs:element name="what" type="xs:string"/></xs:schema></wsdl:types>
                  <wsdl:message name="What"><wsdl:part name="body" element="tns:what"/></wsdl:message>
                  <wsdl:portType name="Jobs"><wsdl:operation name="ask"><wsdl:input message="tns:What"/>
                    <wsdl:output message="tns:What"/></wsdl:operation></wsdl:portType>
                  <plnk:partnerLinkType name="LT"><plnk:role name="provider" portType="tns:Jobs"/>
                    </plnk:partnerLinkType>
                </wsdl:definitions>
                """);
        Files.writeString(composite.resolve("P.bpel"), """
                <process name="P" targetNamespace="urn:p" xmlns="http://docs.oasis-open.org/wsbpel/2.0/process/executable"
                    xmlns:p="urn:exit" xmlns:bpelx="http://schemas.oracle.com/bpel/extension">
                  <import namespace="urn:exit" location="P.wsdl" importType="http://schemas.xmlsoap.org/wsdl/"/>
                  <partnerLinks><partnerLink name="client" partnerLinkType="p:LT" myRole="provider"/></partnerLinks>
                  <variables><variable name="in" messageType="p:What"/></variables>
                  <sequence>
                    <receive partnerLink="client" operation="ask" variable="in" createInstance="yes"/>
                    <wait><for>'PT0.1S'</for></wait>
                    <extensionActivity><bpelx:exec name="Exit" language="java"><![CDATA[
                      System.exit(0);
                    ]]></bpelx:exec></extensionActivity>
                    <reply partnerLink="client" operation="ask" variable="in"/>
                  </sequence>
                </process>
                """);
    }

    @Test
    void theServerEndsAtOnceAndTheInstanceIsSuspected() throws IOException {
        write();
        try (RunningWeir weir =
                RunningWeir.run(folder, List.of(folder.resolve("Exit").toString(), "--allow-java", "--drain", HOUR))) {
            HttpResponse<String> answer = new SoapPost()
                    .send(
                            weir.url().resolve("/soa-infra/services/default/Exit/Jobs"),
                            SoapPost.SOAP_11,
                            "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body>"
                                    + "<what xmlns='urn:exit'>now</what></e:Body></e:Envelope>");

            assertEquals(503, answer.statusCode(), answer.body());
            assertTrue(answer.body().contains("the process goes on"), answer.body());
            assertEquals(1, weir.exitCode(), "nobody has stopped it");
            assertTrue(weir.log().contains(" called System.exit at "), weir.log());
            for (int again = 0; again < 2; again++) {
                weir.launch(RunningWeir.MAIN);
                // Perhaps before it is ready: then with what System.exit says.
                weir.exitCode();
            }
            weir.restart();
            List<StuckInstance> stuck = Eventually.eventually(
                    "it is in quarantine", () -> weir.admin().stuck(), list -> list.size() == 1);
            assertEquals(3, stuck.get(0).failures());
            assertEquals(0, weir.terminate());
        }
    }
}
