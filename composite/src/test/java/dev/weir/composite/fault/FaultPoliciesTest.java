package dev.weir.composite.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.composite.assembly.Archive;
import dev.weir.composite.assembly.Composite;
import dev.weir.composite.assembly.CompositeValues;
import dev.weir.composite.fault.FaultDecision.Kind;
import dev.weir.wsdl.MessageValue;
import dev.weir.wsdl.WsdlException;
import dev.weir.xml.Problem;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What policy files say: which action a fault leads to, in which order, and what is refused. */
class FaultPoliciesTest {
    private static final String BPELX = "http://schemas.oracle.com/bpel/extension";
    private static final XmlName REMOTE = XmlName.of(BPELX, "remoteFault");
    private static final FaultSite SITE =
            new FaultSite("Orders", "creditLink", "CreditService", XmlName.of("urn:credit", "Credit"));

    @TempDir
    Path folder;

    private final List<Problem> problems = new ArrayList<>();
    private final List<Problem> warnings = new ArrayList<>();
    private String properties = "";
    private boolean lenient;

    private static String policies(String... policies) {
        return "<faultPolicies xmlns='http://schemas.oracle.com/bpel/faultpolicy' xmlns:bpelx='" + BPELX + "'>"
                + String.join("\n", policies) + "</faultPolicies>";
    }

    private static String policy(String id, String conditions, String actions) {
        return "<faultPolicy version='2.0.1' id='" + id + "'><Conditions>" + conditions + "</Conditions><Actions>"
                + actions + "</Actions></faultPolicy>";
    }

    /** A policy with one action, for any fault of a name; all names where it is empty. */
    private static String simple(String id, String fault, String action) {
        return policy(
                id,
                "<faultName" + (fault.isEmpty() ? "" : " name='" + fault + "'")
                        + "><condition><action ref='it'/></condition></faultName>",
                "<Action id='it'>" + action + "</Action>");
    }

    private static String bindings(String bindings) {
        return "<faultPolicyBindings version='2.0.1' xmlns='http://schemas.oracle.com/bpel/faultpolicy'"
                + " xmlns:c='urn:credit'>" + bindings + "</faultPolicyBindings>";
    }

    private FaultPolicies read(String policies, String bindings) {
        return read(policies, bindings, "fault-policies.xml", "fault-bindings.xml");
    }

    private FaultPolicies read(String policies, String bindings, String policyFile, String bindingFile) {
        try {
            Files.writeString(folder.resolve("composite.xml"), """
                    <composite name="Shop" revision="1.0" xmlns="http://xmlns.oracle.com/sca/1.0">%s</composite>
                    """.formatted(properties));
            Files.writeString(folder.resolve(policyFile), policies);
            Files.writeString(folder.resolve(bindingFile), bindings);
            return FaultBindings.read(
                    Composite.load(Archive.open(folder), Archive.NOWHERE, CompositeValues.NONE, lenient),
                    problems,
                    warnings);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static RaisedFault remote(String code) {
        XmlElement part = new XmlElement(XmlName.of("code"));
        part.setText(code);
        MessageValue data = new MessageValue();
        data.set("code", part);
        return new RaisedFault(REMOTE, data, "nobody there");
    }

    private Kind kind(String action) {
        FaultPolicies policies =
                read(policies(simple("P", "bpelx:remoteFault", action)), bindings("<composite faultPolicy='P'/>"));
        assertEquals(List.of(), problems);
        return policies.decide(SITE, remote("1"), null).kind();
    }

    @ParameterizedTest
    @CsvSource({
        "rethrowFault, RETHROW",
        "abort, ABORT",
        "replayScope, REPLAY_SCOPE",
        "humanIntervention, HUMAN_INTERVENTION"
    })
    void eachActionIsADecision(String element, Kind decision) {
        assertEquals(decision, kind("<" + element + "/>"));
    }

    @Test
    void withoutFilesThereAreNoPolicies() throws IOException {
        Files.writeString(
                folder.resolve("composite.xml"),
                "<composite name='Shop' revision='1.0' xmlns='http://xmlns.oracle.com/sca/1.0'/>");
        FaultPolicies none =
                FaultBindings.read(Composite.load(Archive.open(folder), Archive.NOWHERE, Map.of()), problems, warnings);
        assertTrue(none.isEmpty());
        assertEquals(List.of(), problems);
    }

    @Test
    void aRetryPausesDoublingAndLeadsToItsFailureActionWhenItIsUsedUp() {
        FaultPolicies policies = read(
                policies(policy(
                        "P",
                        "<faultName name='bpelx:remoteFault'><condition><action ref='again'/></condition></faultName>",
                        "<Action id='again'><retry><retryCount>3</retryCount><retryInterval>2</retryInterval>"
                                + "<exponentialBackoff/><retryFailureAction ref='end'/></retry></Action>"
                                + "<Action id='end'><abort/></Action>")),
                bindings("<composite faultPolicy='P'/>"));

        String state = null;
        for (int seconds = 2; seconds <= 8; seconds *= 2) {
            FaultDecision decision = policies.decide(SITE, remote("1"), state);
            assertEquals(Kind.RETRY, decision.kind());
            assertEquals(Duration.ofSeconds(seconds), decision.pause());
            state = decision.state();
        }
        assertEquals(Kind.ABORT, policies.decide(SITE, remote("1"), state).kind());
    }

    @Test
    void aRetryMayLeadToAnotherRetryAndWithoutAFailureActionAnOperatorDecides() {
        FaultPolicies policies = read(
                policies(policy(
                        "P",
                        "<faultName><condition><action ref='soon'/></condition></faultName>",
                        "<Action id='soon'><retry><retryCount>1</retryCount><retryInterval>1</retryInterval>"
                                + "<retryFailureAction ref='later'/></retry></Action>"
                                + "<Action id='later'><retry><retryCount>2</retryCount>"
                                + "<retryInterval>60</retryInterval></retry></Action>")),
                bindings("<component faultPolicy='P'><name>Orders</name></component>"));

        List<Duration> pauses = new ArrayList<>();
        FaultDecision decision = policies.decide(SITE, remote("1"), null);
        while (decision.kind() == Kind.RETRY) {
            pauses.add(decision.pause());
            decision = policies.decide(SITE, remote("1"), decision.state());
        }
        assertEquals(List.of(Duration.ofSeconds(1), Duration.ofSeconds(60), Duration.ofSeconds(60)), pauses);
        assertEquals(Kind.HUMAN_INTERVENTION, decision.kind());
    }

    @Test
    void theFirstConditionInTheDocumentThatHoldsCounts() {
        FaultPolicies policies = read(
                policies(policy(
                        "P",
                        "<faultName name='bpelx:remoteFault'>"
                                + "<condition><test>$fault.code = '7'</test><action ref='end'/></condition>"
                                + "<condition><test>contains($fault/message, 'nobody') and $fault.code = '8'</test>"
                                + "<action ref='replay'/></condition>"
                                + "<condition><action ref='up'/></condition></faultName>",
                        "<Action id='end'><abort/></Action><Action id='up'><rethrowFault/></Action>"
                                + "<Action id='replay'><replayScope/></Action>")),
                bindings("<composite faultPolicy='P'/>"));

        assertEquals(Kind.ABORT, policies.decide(SITE, remote("7"), null).kind());
        assertEquals(Kind.REPLAY_SCOPE, policies.decide(SITE, remote("8"), null).kind());
        assertEquals(Kind.RETHROW, policies.decide(SITE, remote("9"), null).kind());
        RaisedFault other = new RaisedFault(XmlName.of("urn:x", "soldOut"), new MessageValue(), "");
        assertEquals(Kind.NONE, policies.decide(SITE, other, null).kind());
        assertTrue(policies.intervenes(SITE, remote("7")));
        assertFalse(policies.intervenes(SITE, remote("9")), "to rethrow is what happens anyhow");
        assertTrue(policies.covers(SITE));
    }

    @Test
    void aMediatorsFaultIsTestedByItsErrorCode() {
        FaultPolicies policies = read(
                policies(policy(
                        "P",
                        "<faultName xmlns:m='http://schemas.oracle.com/mediator/faults' name='m:mediatorFault'>"
                                + "<condition><test>contains($fault.mediatorErrorCode, 'TYPE_DATA')</test>"
                                + "<action ref='end'/></condition></faultName>",
                        "<Action id='end'><abort/></Action>")),
                bindings("<composite faultPolicy='P'/>"));
        assertEquals(
                Kind.ABORT,
                policies.decide(SITE, RaisedFault.ofMediator("TYPE_DATA_VALIDATION", "bad"), null)
                        .kind());
        assertEquals(
                Kind.NONE,
                policies.decide(SITE, RaisedFault.ofMediator("TYPE_FATAL_MESH", "bad"), null)
                        .kind());
    }

    @ParameterizedTest
    @CsvSource({
        "Orders, creditLink, CreditService, RETHROW",
        "Orders, creditLink, Other, ABORT",
        "Orders, other, Other, REPLAY_SCOPE",
        "Billing, other, Other, HUMAN_INTERVENTION"
    })
    void theMostSpecificBindingDecides(String component, String link, String reference, Kind decision) {
        FaultPolicies policies = read(
                policies(
                        simple("byName", "", "<rethrowFault/>"),
                        simple("byPortType", "", "<abort/>"),
                        simple("byComponent", "", "<replayScope/>"),
                        simple("byComposite", "", "<humanIntervention/>")),
                bindings("<composite faultPolicy='byComposite'/>"
                        + "<component faultPolicy='byComponent'><name>Orders</name></component>"
                        + "<reference faultPolicy='byName'><name>CreditService</name></reference>"
                        + "<reference faultPolicy='byPortType'><portType>c:Credit</portType></reference>"));
        XmlName portType = link.equals("creditLink") ? XmlName.of("urn:credit", "Credit") : null;
        FaultSite site = new FaultSite(component, link, reference, portType);
        assertEquals(decision, policies.decide(site, remote("1"), null).kind());
    }

    @Test
    void aPolicyWithoutAConditionForTheFaultLeavesItToTheNextBinding() {
        FaultPolicies policies = read(
                policies(simple("narrow", "bpelx:bindingFault", "<rethrowFault/>"), simple("wide", "", "<abort/>")),
                bindings("<composite faultPolicy='wide'/>"
                        + "<reference faultPolicy='narrow'><name>creditLink</name></reference>"));
        assertEquals(Kind.ABORT, policies.decide(SITE, remote("1"), null).kind());
    }

    @ParameterizedTest
    @CsvSource({"STOP, ABORT", "anything, RETHROW", "throw, RETHROW"})
    void codeChoosesTheNextAction(String answer, Kind decision) {
        NotingRecovery.NOTED.clear();
        FaultPolicies policies = read(
                policies("<faultPolicy id='P'><Conditions><faultName><condition><action ref='code'/></condition>"
                        + "</faultName></Conditions><Actions><Action id='code'><javaAction className='"
                        + NotingRecovery.class.getName() + "' defaultAction='up' propertySet='set'>"
                        + "<returnValue value='STOP' ref='end'/></javaAction></Action>"
                        + "<Action id='end'><abort/></Action><Action id='up'><rethrowFault/></Action></Actions>"
                        + "<Properties><propertySet name='set'><property name='answer'>" + answer
                        + "</property></propertySet></Properties></faultPolicy>"),
                bindings("<composite faultPolicy='P'/>"));
        assertEquals(List.of(), problems);
        assertEquals(decision, policies.decide(SITE, remote("1"), null).kind());
        assertEquals(List.of("faulted Orders/creditLink: nobody there"), NotingRecovery.NOTED);
    }

    @Test
    void codeIsAskedAfterARepetitionThatSucceeded() {
        NotingRecovery.NOTED.clear();
        FaultPolicies policies = read(
                policies(policy(
                        "P",
                        "<faultName><condition><action ref='again'/></condition></faultName>",
                        "<Action id='again'><retry><retryCount>1</retryCount><retryInterval>1</retryInterval>"
                                + "<retrySuccessAction ref='code'/></retry></Action>"
                                + "<Action id='code'><javaAction className='" + NotingRecovery.class.getName()
                                + "' defaultAction='again'/></Action>")),
                bindings("<composite faultPolicy='P'/>"));
        String state = policies.decide(SITE, remote("1"), null).state();
        assertNotNull(state);
        assertEquals(Kind.NONE, policies.succeeded(SITE, state).kind());
        assertEquals(Kind.NONE, policies.succeeded(SITE, null).kind());
        assertEquals(List.of("succeeded Orders/creditLink"), NotingRecovery.NOTED);
    }

    @Test
    void filesMayLieElsewhere() {
        properties = "<property name='oracle.composite.faultPolicyFile'>shared.xml</property>"
                + "<property name='oracle.composite.faultBindingFile'>oramds:/apps/bindings.xml</property>";
        read(policies(simple("P", "", "<abort/>")), bindings(""), "shared.xml", "unused.xml");
        assertEquals(1, problems.size());
        assertEquals("fault-policy-file-missing", problems.get(0).rule());
        assertEquals("oramds:/apps/bindings.xml", problems.get(0).file());

        problems.clear();
        Composite composite = Composite.load(
                Archive.open(folder),
                uri -> {
                    if (uri.toString().equals("oramds:/apps/bindings.xml")) {
                        return bindings("<composite faultPolicy='P'/>").getBytes(StandardCharsets.UTF_8);
                    }
                    throw new WsdlException("not there");
                },
                Map.of());
        assertEquals(
                Kind.ABORT,
                FaultBindings.read(composite, problems, warnings)
                        .decide(SITE, remote("1"), null)
                        .kind());
        assertEquals(List.of(), problems);
    }

    private String refusal(String policies, String bindings) {
        problems.clear();
        read(policies, bindings);
        assertEquals(1, problems.size(), problems::toString);
        assertTrue(problems.get(0).line() > 0);
        return problems.get(0).rule();
    }

    @Test
    void whatWeirDoesNotKnowIsRefused() {
        String bound = bindings("<composite faultPolicy='P'/>");
        String any = "<faultName><condition><action ref='a'/></condition></faultName>";
        assertEquals("fault-policy-element-unknown", refusal(policies(simple("P", "", "<explode/>")), bindings("")));
        assertEquals("fault-policy-unknown", refusal(policies(), bound));
        assertEquals(
                "xpath",
                refusal(
                        policies(policy(
                                "P",
                                "<faultName><condition><test>nosuch($fault.code)</test><action ref='a'/></condition>"
                                        + "</faultName>",
                                "<Action id='a'><abort/></Action>")),
                        bound));
        assertEquals("fault-policy-rejected-message", refusal(policies(simple("P", "", "<enqueue uri='x'/>")), bound));
        assertEquals(
                "fault-policy-number",
                refusal(
                        policies(simple(
                                "P",
                                "",
                                "<retry><retryCount>many</retryCount><retryInterval>1</retryInterval></retry>")),
                        bound));
        assertEquals(
                "fault-policy-success-action",
                refusal(
                        policies(policy(
                                "P",
                                any,
                                "<Action id='a'><retry><retryCount>1</retryCount><retryInterval>1</retryInterval>"
                                        + "<retrySuccessAction ref='b'/></retry></Action>"
                                        + "<Action id='b'><rethrowFault/></Action>")),
                        bound));
    }

    @Test
    void aTestThatIsNoXPathDoesNotHoldWhenAFaultComesToItIfThatIsTolerated() {
        String policies = policies(policy(
                "P",
                "<faultName><condition><test>$fault.code = 'it''s'</test><action ref='a'/></condition>"
                        + "<condition><action ref='b'/></condition></faultName>",
                "<Action id='a'><abort/></Action><Action id='b'><rethrowFault/></Action>"));
        String bound = bindings("<composite faultPolicy='P'/>");
        assertEquals("xpath", refusal(policies, bound));

        problems.clear();
        lenient = true;
        FaultPolicies read = read(policies, bound);

        assertEquals(List.of(), problems);
        assertEquals(List.of("xpath"), warnings.stream().map(Problem::rule).toList());
        assertEquals(Kind.RETHROW, read.decide(SITE, remote("1"), null).kind());
    }

    /** Oracle's server takes it for messages that an adapter rejects; here nothing comes to it. */
    @Test
    void aPolicyOfAServiceHasNoEffectAndAWarning() {
        FaultPolicies read = read(
                policies(simple("P", "", "<abort/>")),
                bindings("<service faultPolicy='P'><name>In</name></service><service faultPolicy='Gone'/>"));

        assertEquals(List.of(), problems);
        assertEquals(
                List.of("fault-binding-service", "fault-binding-service"),
                warnings.stream().map(Problem::rule).toList());
        assertFalse(read.intervenes(SITE, remote("1")));
    }

    private String warning(String policies) {
        problems.clear();
        warnings.clear();
        read(policies, bindings("<composite faultPolicy='P'/>"));
        assertEquals(List.of(), problems);
        assertEquals(1, warnings.size(), warnings::toString);
        assertTrue(warnings.get(0).line() > 0);
        return warnings.get(0).rule();
    }

    private FaultDecision decision(String conditions, String actions) {
        return read(policies(policy("P", conditions, actions)), bindings("<composite faultPolicy='P'/>"))
                .decide(SITE, remote("1"), null);
    }

    @Test
    void aFaultThatComesToAnActionThatIsNotThereGoesOnAsWithoutPolicies() {
        String any = "<faultName><condition><action ref='ora-rethrow'/></condition></faultName>";
        String other = "<Action id='b'><abort/></Action>";
        assertEquals("fault-policy-action-unknown", warning(policies(policy("P", any, other))));
        assertEquals(FaultDecision.NONE, decision(any, other));

        String retry = "<faultName><condition><action ref='r'/></condition></faultName>";
        String retrying = "<Action id='r'><retry><retryCount>0</retryCount><retryInterval>1</retryInterval>"
                + "<retryFailureAction ref='ora-rethrow'/></retry></Action>";
        assertEquals("fault-policy-action-unknown", warning(policies(policy("P", retry, retrying))));
        assertEquals(FaultDecision.NONE, decision(retry, retrying));
        FaultPolicies read = read(policies(policy("P", any, other)), bindings("<composite faultPolicy='P'/>"));
        assertFalse(read.intervenes(SITE, remote("1")));
    }

    @Test
    void aJavaActionWithoutItsClassGoesOnWithItsDefault() {
        String any = "<faultName><condition><action ref='a'/></condition></faultName>";
        assertEquals("fault-policy-java", warning(policies(policy("P", any, javaAction()))));
        FaultDecision decision = decision(any, javaAction());
        assertEquals(Kind.ABORT, decision.kind());
        assertEquals(
                "abort by fault policy P, action b (com.shop.Unknown of action a is not there)", decision.describe());
    }

    @Test
    void aJavaActionWhosePropertiesAreNotThereGetsNone() {
        String any = "<faultName><condition><action ref='a'/></condition></faultName>";
        String java = "<Action id='a'><javaAction className='" + NotingRecovery.class.getName()
                + "' defaultAction='b' propertySet='nothing'/></Action><Action id='b'><abort/></Action>";
        assertEquals("fault-policy-properties-unknown", warning(policies(policy("P", any, java))));
        assertEquals(Kind.ABORT, decision(any, java).kind());
    }

    @Test
    void aFaultNameWithoutADeclaredPrefixIsNoFaultsName() {
        String undeclared = "<faultName name='env:Server'><condition><action ref='b'/></condition></faultName>";
        String abort = "<Action id='b'><abort/></Action>";
        assertEquals("fault-policy-name", warning(policies(policy("P", undeclared, abort))));
        assertEquals(FaultDecision.NONE, decision(undeclared, abort));
    }

    private static String javaAction() {
        return "<Action id='a'><javaAction className='com.shop.Unknown' defaultAction='b'/></Action>"
                + "<Action id='b'><abort/></Action>";
    }

    @Test
    void anActionThatNothingLeadsToMayBeOneThatWeirDoesNotHave() {
        read(
                policies(policy(
                        "P",
                        "<faultName><condition><action ref='b'/></condition></faultName>",
                        javaAction() + "<Action id='c'><fileAction><location>x</location></fileAction></Action>")),
                bindings("<composite faultPolicy='P'/>"));
        assertEquals(List.of(), problems);
    }

    @Test
    void actionsThatLeadInACircleComeToAnOperator() {
        String code = "<javaAction className='" + NotingRecovery.class.getName() + "' defaultAction='";
        FaultPolicies policies = read(
                policies(policy(
                        "P",
                        "<faultName><condition><action ref='a'/></condition></faultName>",
                        "<Action id='a'>" + code + "b'/></Action><Action id='b'>" + code + "a'/></Action>")),
                bindings("<composite faultPolicy='P'/>"));
        assertEquals(
                Kind.HUMAN_INTERVENTION,
                policies.decide(SITE, remote("1"), null).kind());
    }
}
