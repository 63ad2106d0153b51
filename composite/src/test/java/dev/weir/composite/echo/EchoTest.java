package dev.weir.composite.echo;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.bpel.command.OperatorCommand;
import dev.weir.composite.ShopFixture;
import dev.weir.composite.assembly.Archive;
import dev.weir.composite.assembly.AssemblyException;
import dev.weir.composite.assembly.CompositeValues;
import dev.weir.composite.assess.Assessment;
import dev.weir.composite.assess.CompositeReport;
import dev.weir.composite.assess.CompositeReport.Sources.Count;
import dev.weir.composite.assess.Grade;
import dev.weir.composite.audit.FlowTrace;
import dev.weir.composite.deployment.Change;
import dev.weir.composite.deployment.DeploymentException;
import dev.weir.composite.runtime.CompositeCompiler;
import dev.weir.composite.runtime.CompositeRuntime;
import dev.weir.composite.runtime.RuntimeSettings;
import dev.weir.soap.http.HttpClientLimits;
import dev.weir.soap.http.HttpReply;
import dev.weir.soap.http.HttpServer;
import dev.weir.soap.http.HttpServerLimits;
import dev.weir.soap.http.HttpTransport;
import dev.weir.store.AuditEvent;
import dev.weir.store.AuditEvent.Kind;
import dev.weir.store.FlowFilter;
import dev.weir.store.FlowState;
import dev.weir.store.FlowSummary;
import dev.weir.store.Store;
import dev.weir.store.sqlite.SqliteStore;
import dev.weir.testing.ManualTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Echoes answer after their time, which rests in the store, and what cannot be is refused when it is deployed. */
class EchoTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private static final String COMPOSITE = """
            <composite name="Shop" revision="2.1" xmlns="http://xmlns.oracle.com/sca/1.0"
                       xmlns:ui="http://xmlns.oracle.com/soa/designer/">
              <import namespace="urn:shop" location="Shop.wsdl" importType="wsdl"/>
              <import namespace="urn:shop:events" location="Shop.edl" importType="edl"/>
              <service name="ShopService" ui:wsdlLocation="Shop.wsdl">
                <interface.wsdl interface="urn:shop#wsdl.interface(Shop)"/>
                <binding.ws port="urn:shop#wsdl.endpoint(Shop/ShopPort)"/>
              </service>
              <component name="Echo">
                <implementation.echo src="Echo.echo"/>
              </component>
              <wire><source.uri>ShopService</source.uri><target.uri>Echo/client</target.uri></wire>
            </composite>
            """;

    @TempDir
    Path folder;

    private final ManualTime time = new ManualTime();

    /** A shop that is an echo. */
    private static ShopFixture shop() {
        return new ShopFixture()
                .with("composite.xml", COMPOSITE)
                .with("Echo.echo", "<echo/>")
                .with("Echo.componentType", """
                        <componentType xmlns="http://xmlns.oracle.com/sca/1.0">
                          <service name="client">
                            <interface.wsdl interface="urn:shop#wsdl.interface(Shop)"/>
                          </service>
                        </componentType>
                        """)
                .with("Shop.edl", """
                        <definitions xmlns="http://schemas.oracle.com/events/edl" targetNamespace="urn:shop:events"
                                     xmlns:s="urn:shop">
                          <event-definition name="Bought"><content element="s:bought"/></event-definition>
                        </definitions>
                        """);
    }

    /** A server from its start to its stop. Its time goes on as the test moves it. */
    private final class Run implements AutoCloseable {
        final Store store = SqliteStore.open(folder.resolve("data"), time);
        private final HttpTransport transport = HttpTransport.start();
        private final HttpServer http;
        final CompositeRuntime runtime;

        Run() {
            try {
                http = transport.listen(
                        "localhost",
                        0,
                        HttpServerLimits.DEFAULT,
                        request -> CompletableFuture.completedFuture(HttpReply.text(404, "nothing here")));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            runtime = new CompositeRuntime(
                    store, http, transport.client(HttpClientLimits.DEFAULT), RuntimeSettings.DEFAULT, time);
            time.onAdvance(runtime::clockMoved);
        }

        Run start(ShopFixture shop) {
            runtime.deploy(shop.load(folder));
            runtime.start();
            return this;
        }

        CompletableFuture<HttpResponse<String>> send(String body) {
            return HttpClient.newHttpClient()
                    .sendAsync(
                            HttpRequest.newBuilder(URI.create("http://localhost:" + http.port()
                                            + "/soa-infra/services/default/Shop/ShopService"))
                                    .header("Content-Type", "text/xml")
                                    .POST(HttpRequest.BodyPublishers.ofString(
                                            "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body>"
                                                    + body + "</s:Body></s:Envelope>"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
        }

        CompletableFuture<HttpResponse<String>> buy() {
            return send("<t:order xmlns:t='urn:shop' unit='box'><t:number>7</t:number><t:total>12</t:total></t:order>");
        }

        int tell() {
            return send("<t:note xmlns:t='urn:shop' by='me'>hello</t:note>")
                    .join()
                    .statusCode();
        }

        /** The flow of the only message. */
        FlowSummary flow() {
            List<FlowSummary> flows = store.flows(FlowFilter.ALL, 0, 10);
            assertEquals(1, flows.size());
            return flows.get(0);
        }

        List<AuditEvent> history() {
            return store.history(flow().flow());
        }

        long count(Kind kind) {
            return store.flows(FlowFilter.ALL, 0, 10).isEmpty()
                    ? 0
                    : history().stream().filter(event -> event.kind() == kind).count();
        }

        Instant at(Kind kind) {
            return history().stream()
                    .filter(event -> event.kind() == kind)
                    .map(AuditEvent::at)
                    .findFirst()
                    .orElseThrow();
        }

        /** Waits until the message is an instance that has had its first step. */
        void waits() {
            eventually(
                    "an instance waits",
                    () -> store.flows(FlowFilter.ALL, 0, 10).size() == 1
                            && history().stream().anyMatch(event -> event.kind() == Kind.INSTANCE_CREATED));
        }

        void ends(FlowState state) {
            eventually("the state of the flow", () -> flow().state(), state::equals);
            assertEquals(0, store.counts().liveInstances());
        }

        void command(OperatorCommand command, Kind seen) {
            assertEquals(
                    1,
                    runtime.instances().command(flow().flow(), command, "otto").instances());
            eventually(seen + " is recorded", () -> count(seen) == 1);
        }

        @Override
        public void close() {
            runtime.close();
            http.close();
            store.close();
            transport.close();
        }
    }

    @Test
    void aMessageIsAnsweredWithItsContentAfterASecond() {
        try (Run run = new Run().start(shop())) {
            CompletableFuture<HttpResponse<String>> reply = run.buy();
            run.waits();
            Instant began = run.at(Kind.INSTANCE_CREATED);
            time.advance(SECOND.minusMillis(1));
            assertFalse(reply.isDone());
            time.advance(Duration.ofMillis(1));

            assertEquals(200, reply.join().statusCode());
            String body = reply.join().body();
            assertTrue(body.contains("bought"), body);
            assertTrue(body.contains("unit=\"box\""), body);
            assertTrue(body.contains("number>7<"), body);
            run.ends(FlowState.COMPLETED);
            // Had it come too early, the time of its end would be before.
            assertEquals(began.plus(SECOND), run.at(Kind.INSTANCE_COMPLETED));
            // The service's answer may be recorded a moment later: then this line is the last.
            String trace = FlowTrace.render(run.history(), ZoneOffset.UTC);
            assertTrue(trace.matches("(?s).*1000 ms  [├└]─ [^\n]*Echo instance \\d+  buy  \\[completed].*"), trace);
        }
    }

    @Test
    void theFileSaysHowLong() {
        try (Run run = new Run().start(shop().with("Echo.echo", "<echo seconds='2'/>"))) {
            CompletableFuture<HttpResponse<String>> reply = run.buy();
            run.waits();
            time.advance(SECOND);
            time.advance(SECOND);
            assertEquals(200, reply.join().statusCode());
            assertEquals(run.at(Kind.INSTANCE_CREATED).plusSeconds(2), run.at(Kind.INSTANCE_COMPLETED));
        }
    }

    @Test
    void aOneWayMessageBeginsAnInstanceThatWaitsAndEnds() {
        try (Run run = new Run().start(shop())) {
            assertEquals(202, run.tell());
            run.waits();
            assertEquals(1, run.store.counts().liveInstances());
            time.advance(SECOND);
            run.ends(FlowState.COMPLETED);
        }
    }

    @Test
    void anInstanceThatWaitsIsTerminatedAndItsCallerGetsAFault() {
        try (Run run = new Run().start(shop())) {
            CompletableFuture<HttpResponse<String>> reply = run.buy();
            run.waits();
            run.command(OperatorCommand.TERMINATE, Kind.INSTANCE_TERMINATED);
            run.ends(FlowState.TERMINATED);
            assertEquals(500, reply.join().statusCode());
            assertTrue(
                    reply.join().body().contains("the instance was terminated"),
                    reply.join().body());
        }
    }

    @Test
    void aSuspendedInstanceAnswersWhenItIsResumed() {
        try (Run run = new Run().start(shop())) {
            CompletableFuture<HttpResponse<String>> reply = run.buy();
            run.waits();
            run.command(OperatorCommand.SUSPEND, Kind.INSTANCE_SUSPENDED);
            assertTrue(run.flow().suspended());
            time.advance(SECOND);
            time.advance(SECOND);
            assertTrue(run.flow().suspended());
            run.command(OperatorCommand.RESUME, Kind.INSTANCE_RESUMED);
            assertEquals(200, reply.join().statusCode());
            assertFalse(run.flow().suspended());
            assertEquals(run.at(Kind.INSTANCE_RESUMED), run.at(Kind.INSTANCE_COMPLETED));
        }
    }

    @Test
    void anInstanceGoesOnAfterARestart() {
        ShopFixture shop = shop();
        CompletableFuture<HttpResponse<String>> reply;
        try (Run run = new Run().start(shop)) {
            reply = run.buy();
            run.waits();
            run.runtime.stop();
            assertEquals(503, reply.join().statusCode());
        }
        try (Run run = new Run().start(shop)) {
            assertEquals(FlowState.RUNNING, run.flow().state());
            time.advance(SECOND);
            run.ends(FlowState.COMPLETED);
            assertEquals(run.at(Kind.INSTANCE_CREATED).plus(SECOND), run.at(Kind.INSTANCE_COMPLETED));
        }
    }

    @Test
    void aRetiredEchoBeginsNothing() {
        try (Run run = new Run().start(shop())) {
            run.runtime.change(run.runtime.deployments().get(0).name(), Change.RETIRE);
            assertEquals(503, run.buy().join().statusCode());
            assertEquals(0, run.store.counts().liveInstances());
        }
    }

    @Test
    void aMediatorMayBeBeforeIt() {
        ShopFixture shop = new ShopFixture()
                .replace(
                        "composite.xml",
                        "<implementation.bpel src=\"Process.bpel\"/>",
                        "<implementation.echo src=\"Process.echo\"/>")
                .replace("composite.xml", " soapVersion=\"1.2\"", "")
                .with("Process.echo", "<echo/>");
        try (Run run = new Run().start(shop)) {
            CompletableFuture<HttpResponse<String>> reply = run.buy();
            run.waits();
            time.advance(SECOND);
            assertEquals(200, reply.join().statusCode(), reply.join().body());
            assertTrue(reply.join().body().contains("number>7<"), reply.join().body());
        }
    }

    @Test
    void aProcessHasItsAnswerThoughTheServerWasRestartedMeanwhile() {
        ShopFixture shop = withCaller();
        try (Run run = new Run().start(shop)) {
            assertEquals(202, run.tell());
            eventually("process and echo live", () -> run.count(Kind.INSTANCE_CREATED) == 2);
        }
        try (Run run = new Run().start(shop)) {
            time.advance(SECOND);
            run.ends(FlowState.COMPLETED);
            assertEquals(2, run.count(Kind.INSTANCE_COMPLETED));
        }
    }

    /** The same with a process before the echo. */
    private static ShopFixture withCaller() {
        return shop().replace(
                        "composite.xml",
                        "<wire><source.uri>ShopService</source.uri><target.uri>Echo/client</target.uri></wire>",
                        """
                        <component name="Caller"><implementation.bpel src="Caller.bpel"/></component>
                        <wire><source.uri>ShopService</source.uri><target.uri>Caller/client</target.uri></wire>
                        <wire><source.uri>Caller/echo</source.uri><target.uri>Echo/client</target.uri></wire>
                        """)
                .with("Caller.componentType", """
                        <componentType xmlns="http://xmlns.oracle.com/sca/1.0">
                          <service name="client">
                            <interface.wsdl interface="urn:shop#wsdl.interface(Shop)"/>
                          </service>
                          <reference name="echo">
                            <interface.wsdl interface="urn:shop#wsdl.interface(Shop)"/>
                          </reference>
                        </componentType>
                        """)
                .replace("Shop.wsdl", "<types>", """
                        <plnk:partnerLinkType name="Shop" xmlns:plnk="http://docs.oasis-open.org/wsbpel/2.0/plnktype">
                          <plnk:role name="shop" portType="s:Shop"/>
                        </plnk:partnerLinkType>
                        <types>""")
                .with("Caller.bpel", """
                        <process name="Caller" targetNamespace="urn:caller" xmlns:s="urn:shop"
                                 xmlns="http://docs.oasis-open.org/wsbpel/2.0/process/executable">
                          <import namespace="urn:shop" location="Shop.wsdl"
                                  importType="http://schemas.xmlsoap.org/wsdl/"/>
                          <partnerLinks>
                            <partnerLink name="client" partnerLinkType="s:Shop" myRole="shop"/>
                            <partnerLink name="echo" partnerLinkType="s:Shop" partnerRole="shop"/>
                          </partnerLinks>
                          <variables>
                            <variable name="note" messageType="s:note"/>
                            <variable name="order" messageType="s:order"/>
                            <variable name="bought" messageType="s:bought"/>
                          </variables>
                          <sequence>
                            <receive partnerLink="client" operation="tell" variable="note" createInstance="yes"/>
                            <assign>
                              <copy>
                                <from><literal><s:order><s:number>7</s:number><s:total>1</s:total></s:order></literal></from>
                                <to variable="order" part="payload"/>
                              </copy>
                            </assign>
                            <invoke partnerLink="echo" operation="buy" inputVariable="order" outputVariable="bought"/>
                          </sequence>
                        </process>
                        """);
    }

    @Test
    void itIsJudgedBeforeItIsDeployed() {
        List<CompositeReport> reports = new ArrayList<>();
        new Assessment(List.of(shop().folder(folder)), CompositeValues.NONE, archive -> Archive.NOWHERE)
                .run(reports::add);
        assertEquals(Grade.RUNS, reports.get(0).grade());
        assertEquals(Set.of("SOAP", "echo"), reports.get(0).features());
        assertEquals(new Count(1, 1), reports.get(0).sources().counts().get("echoes"));
    }

    // What is refused

    @Test
    void aFileThatIsMissingIsRefused() {
        AssemblyException refusal = assertThrows(
                AssemblyException.class, () -> shop().without("Echo.echo").load(folder));
        assertEquals(
                List.of("composite.xml:10: component 'Echo': there is no file 'Echo.echo'"),
                ShopFixture.lines(refusal.problems()));
    }

    @Test
    void aSubscriptionIsRefusedSinceAnEchoDoesNothingWithEvents() {
        ShopFixture shop = shop().replace(
                        "composite.xml",
                        "<implementation.echo src=\"Echo.echo\"/>",
                        "<implementation.echo src=\"Echo.echo\"/>\n<business-events xmlns:e='urn:shop:events'>"
                                + "<subscribe name='e:Bought'/></business-events>");
        List<String> expected = List.of("composite.xml:11: component 'Echo' has subscribed to {urn:shop:events}Bought,"
                + " and does nothing with it");
        assertEquals(expected, problems(shop));
        DeploymentException refusal = refusal(shop);
        assertEquals(expected, ShopFixture.lines(refusal.problems()));
        assertTrue(String.valueOf(refusal.getMessage()).contains("remove the subscription"), refusal::getMessage);
    }

    @Test
    void aFileThatSaysNothingIsRefused() {
        assertEquals(List.of(), problems(shop()));
        assertEquals(
                List.of("Echo.echo:1: seconds is 'soon'"),
                problems(shop().with("Echo.echo", "<echo seconds='soon'/>")));
        assertEquals(1, problems(shop().with("Echo.echo", "a second")).size());
    }

    @Test
    void aReferenceIsRefused() {
        assertEquals(
                List.of("composite.xml:9: component 'Echo' has the reference 'other', and calls nobody"),
                problems(shop().replace("Echo.componentType", "</service>", """
                        </service>
                        <reference name="other">
                          <interface.wsdl interface="urn:shop#wsdl.interface(Shop)"/>
                        </reference>
                        """)));
    }

    private DeploymentException refusal(ShopFixture shop) {
        try (Run run = new Run()) {
            return assertThrows(DeploymentException.class, () -> run.start(shop));
        }
    }

    private List<String> problems(ShopFixture shop) {
        return ShopFixture.lines(
                CompositeCompiler.check(shop.load(folder), false).problems());
    }
}
