package dev.weir.composite.assess;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.composite.assembly.Archive;
import dev.weir.composite.assembly.AssemblyException;
import dev.weir.composite.assembly.CompositeValues;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said about archives: the whole truth about each, whatever lies beside it. */
class AssessmentTest {
    private static final Path CREDIT = Path.of("../examples/orders/Credit");

    @TempDir
    Path folder;

    private Path credit(String name) throws IOException {
        Path copy = folder.resolve(name);
        Files.createDirectories(copy.getParent());
        try (Stream<Path> files = Files.walk(CREDIT)) {
            for (Path file : files.toList()) {
                Files.copy(file, copy.resolve(CREDIT.relativize(file).toString()));
            }
        }
        return copy;
    }

    private static void edit(Path file, String from, String to) throws IOException {
        String text = Files.readString(file);
        assertTrue(text.contains(from), file + " has no " + from);
        Files.writeString(file, text.replaceFirst(java.util.regex.Pattern.quote(from), to));
    }

    private List<CompositeReport> assess() {
        return assess(folder);
    }

    private static List<CompositeReport> assess(Path... paths) {
        List<CompositeReport> reports = new ArrayList<>();
        new Assessment(
                        List.of(paths),
                        CompositeValues.ofTokens(Map.of("serverURL", "http://localhost")),
                        archive -> Archive.NOWHERE)
                .run(reports::add);
        return reports;
    }

    private static boolean says(CompositeReport report, String text) {
        return report.problems().stream().anyMatch(problem -> problem.toString().contains(text));
    }

    @Test
    void aCompositeThatDeploysRuns() throws IOException {
        credit("Credit");

        CompositeReport report = assess().get(0);

        assertEquals("Credit!1.0", report.id());
        assertEquals(Grade.RUNS, report.grade(), report.problems().toString());
        assertTrue(report.needs().isEmpty());
        assertTrue(report.features().contains("BPEL process"), report.features().toString());
        assertEquals(1, report.sources().of("processes").sound());
    }

    @Test
    void aPartWithoutSupportIsWhatItRunsBut() throws IOException {
        Path composite = credit("Credit");
        Files.writeString(
                composite.resolve("Archive_file.jca"),
                "<adapter-config name='Archive' adapter='File Adapter'"
                        + " xmlns='http://platform.integration.oracle/blocks/adapter/fw/metadata'/>");
        edit(
                composite.resolve("composite.xml"),
                "</composite>",
                "<reference name='Archive'><interface.wsdl interface='urn:example:credit#wsdl.interface(Credit)'/>"
                        + "<binding.jca config='Archive_file.jca'/></reference></composite>");

        CompositeReport report = assess().get(0);

        assertTrue(
                report.needs().stream()
                        .anyMatch(need ->
                                need.kind() == Need.Kind.PART && need.name().equals("file adapter")),
                report.needs().toString());
        assertTrue(says(report, "binding.jca"), report.problems().toString());
    }

    @Test
    void aServiceThatAnAdapterFeedsIsNothingElse() throws IOException {
        edit(
                credit("Credit").resolve("composite.xml"),
                "<binding.ws port=\"http://examples.weir.dev/credit/CreditService#wsdl.endpoint("
                        + "CreditService/CreditService_pt)\"/>",
                "<binding.jca config=\"Poll_file.jca\"/>");

        CompositeReport report = assess().get(0);

        assertEquals(Grade.PARTLY, report.grade(), report.problems().toString());
        assertEquals(1, report.needs().size(), report.needs().toString());
    }

    @Test
    void sensorsAreJudgedWithTheRestAndNotForWhatIsMissingAnyway() throws IOException {
        Path composite = credit("Credit");
        Files.writeString(composite.resolve("sensor.xml"), """
                <sensors xmlns="http://xmlns.oracle.com/bpel/sensor">
                  <sensor sensorName="Customer" kind="service">
                    <serviceConfig service="CreditService" operation="check" expression="$in.payload"/>
                  </sensor>
                </sensors>
                """);

        CompositeReport wrong = assess().get(0);

        assertTrue(
                wrong.features().contains("composite sensors"), wrong.features().toString());
        assertTrue(
                says(wrong, "the service 'CreditService' has no operation 'check'"),
                wrong.problems().toString());

        edit(composite.resolve("composite.xml"), "wsdl.interface(CreditService)", "wsdl.interface(Gone)");
        CompositeReport missing = assess().get(0);

        assertFalse(missing.problems().isEmpty());
        assertFalse(says(missing, "sensor.xml"), missing.problems().toString());
    }

    @Test
    void aServiceThatNoPartnerLinkHasIsWhatItRunsBut() throws IOException {
        Path composite = credit("Credit");
        edit(composite.resolve("CreditProcess.componentType"), "creditprocess_client", "credit_client");
        edit(composite.resolve("composite.xml"), "CreditProcess/creditprocess_client", "CreditProcess/credit_client");

        CompositeReport report = assess().get(0);

        assertEquals(Grade.PARTLY, report.grade());
        assertEquals(
                List.of("composite-service-deaf"),
                report.needs().stream().map(Need::name).toList());
        assertEquals(List.of(), report.problems());
        assertTrue(
                report.warnings().get(0).toString().contains("composite.xml:15: the wire leads to"),
                report.warnings().toString());
    }

    @Test
    void operationsThatNothingTellsApartAreWhatItRunsBut() throws IOException {
        Path composite = credit("Credit");
        String operation =
                "<wsdl:operation name='%s'><soap:operation soapAction=''/><wsdl:input><soap:body use='literal'/>"
                        + "</wsdl:input><wsdl:output><soap:body use='literal'/></wsdl:output></wsdl:operation>";
        edit(
                composite.resolve("CreditService.wsdl"),
                "</wsdl:portType>",
                "<wsdl:operation name='review'><wsdl:input message='tns:CheckCreditRequest'/>"
                        + "<wsdl:output message='tns:CheckCreditResponse'/></wsdl:operation></wsdl:portType>"
                        + "<wsdl:binding name='CreditBinding' type='tns:CreditService'"
                        + " xmlns:soap='http://schemas.xmlsoap.org/wsdl/soap/'>"
                        + "<soap:binding transport='http://schemas.xmlsoap.org/soap/http'/>"
                        + operation.formatted("checkCredit") + operation.formatted("review") + "</wsdl:binding>");

        CompositeReport report = assess().get(0);

        assertEquals(Grade.PARTLY, report.grade(), report.problems().toString());
        assertEquals(
                List.of("composite-operations-alike"),
                report.needs().stream().map(Need::name).toList());
        assertTrue(
                report.warnings().get(0).toString().contains("the operations checkCredit, review of 'CreditService'"),
                report.warnings().toString());
    }

    @Test
    void whatHangsOnAMissingDocumentIsNoProblemOfItsOwn() throws IOException {
        Path composite = credit("Credit");
        try (Stream<Path> files = Files.list(composite)) {
            for (Path wsdl :
                    files.filter(file -> file.toString().endsWith(".wsdl")).toList()) {
                Files.delete(wsdl);
            }
        }

        CompositeReport report = assess().get(0);

        assertEquals(2, report.problems().size(), "one for each of its two WSDLs: " + report.problems());
        assertTrue(
                report.problems().stream().allMatch(problem -> problem.rule().equals("document-missing")),
                report.problems().toString());
        assertEquals(Grade.NEEDS, report.grade());
        assertEquals(0, report.sources().of("processes").sound(), "it was not judged whole");
    }

    @Test
    void javaOfProcessesIsCompiledForAServerThatRunsIt() throws IOException {
        Path composite = credit("Credit");
        edit(
                composite.resolve("CreditProcess.bpel"),
                "<sequence name=\"main\">",
                "<sequence name=\"main\"><extensionActivity><bpelx:exec"
                        + " xmlns:bpelx=\"http://schemas.oracle.com/bpel/extension\" language=\"java\">"
                        + "addAuditTrailEntry(Shop.NAME);</bpelx:exec></extensionActivity>");
        assertEquals(Grade.PARTLY, assess().get(0).grade());
        assertEquals(1, assess().get(0).sources().of("processes").sound());

        CompositeReport wrong = withJava();
        assertEquals(Grade.PARTLY, wrong.grade(), "leniently it fails when it is reached");
        assertEquals(0, wrong.sources().of("processes").sound());
        assertTrue(says(wrong, "Shop"), wrong.problems().toString());

        edit(composite.resolve("CreditProcess.bpel"), "Shop.NAME", "\"sold\"");
        assertEquals(Grade.RUNS, withJava().grade(), withJava().problems().toString());
    }

    private CompositeReport withJava() {
        List<CompositeReport> reports = new ArrayList<>();
        new Assessment(
                        List.of(folder),
                        List.of(),
                        CompositeValues.ofTokens(Map.of("serverURL", "http://localhost")),
                        archive -> Archive.NOWHERE,
                        true)
                .run(reports::add);
        return reports.get(0);
    }

    @Test
    void whatLiesElsewhereIsKnownToTheOthersAndNotJudged() throws IOException {
        Path caller = credit("judged/Caller");
        Files.delete(caller.resolve("CreditService.wsdl"));
        for (String file : List.of("composite.xml", "CreditProcess.componentType")) {
            String text = Files.readString(caller.resolve(file));
            Files.writeString(
                    caller.resolve(file),
                    text.replace("<composite name=\"Credit\"", "<composite name=\"Caller\"")
                            .replace(
                                    "\"CreditService.wsdl\"",
                                    "\"http://server.example/soa-infra/services/default/Credit/CreditService.wsdl\""));
        }
        credit("beside/Credit");
        List<CompositeReport> reports = new ArrayList<>();

        new Assessment(
                        List.of(folder.resolve("judged")),
                        List.of(folder.resolve("beside")),
                        CompositeValues.ofTokens(Map.of("serverURL", "http://localhost")),
                        archive -> Archive.NOWHERE,
                        false)
                .run(reports::add);

        assertEquals(1, reports.size());
        assertFalse(
                says(reports.get(0), "Credit/CreditService.wsdl"),
                reports.get(0).problems().toString());
        assertTrue(says(assess(folder.resolve("judged")).get(0), "Credit/CreditService.wsdl"));
    }

    @Test
    void laterStagesAreJudgedThoughAnEarlierOneFailed() throws IOException {
        Path composite = credit("Credit");
        edit(composite.resolve("composite.xml"), "</composite>", "<frobnicate/></composite>");
        try (Stream<Path> files = Files.list(composite)) {
            Path process = files.filter(file -> file.toString().endsWith(".bpel"))
                    .findFirst()
                    .orElseThrow();
            edit(process, "</process>", "<nonsense/></process>");
        }

        CompositeReport report = assess().get(0);

        assertEquals(Grade.NEEDS, report.grade());
        assertTrue(says(report, "frobnicate"), report.problems().toString());
        assertTrue(says(report, "nonsense"), report.problems().toString());
        assertTrue(
                report.problems().stream().allMatch(problem -> problem.file().startsWith(composite.toString())),
                report.problems().toString());
    }

    @Test
    void compositesAreFoundAtAnyDepthAndInTheProjectsOf12c() throws IOException {
        credit("a/b/c/d/e/f/Credit");
        Path project = credit("workspace/Project/SOA").getParent();

        assertEquals(
                List.of(folder.resolve("a/b/c/d/e/f/Credit"), project),
                assess().stream().map(CompositeReport::place).toList());
    }

    @Test
    void aBrokenOrHostileArchiveIsARowAndNoEnd() throws IOException {
        credit("z/Credit");
        Files.createDirectories(folder.resolve("broken"));
        Files.writeString(folder.resolve("broken/composite.xml"), "<composite");
        Files.writeString(folder.resolve("sca_NoZip_rev1.0.jar"), "nothing of the kind");
        try (OutputStream file = Files.newOutputStream(folder.resolve("sca_Escape_rev1.0.jar"));
                ZipOutputStream zip = new ZipOutputStream(file)) {
            zip.putNextEntry(new ZipEntry("../../etc/composite.xml"));
        }
        Files.createDirectories(folder.resolve("deep"));
        Files.writeString(folder.resolve("deep/composite.xml"), "<composite>".repeat(500_000));

        List<CompositeReport> reports = assess();

        assertEquals(5, reports.size());
        assertEquals(
                4,
                reports.stream()
                        .filter(report -> report.grade() == Grade.UNREADABLE)
                        .count());
        assertTrue(reports.stream()
                .filter(report -> report.grade() == Grade.UNREADABLE)
                .noneMatch(report -> report.problems().isEmpty()));
        assertEquals(
                1,
                reports.stream().filter(report -> report.grade() == Grade.RUNS).count());
    }

    @Test
    void documentsOfAnotherCompositeAreFoundInItAndElseAreANeed() throws IOException {
        Path caller = credit("caller/Caller");
        edit(caller.resolve("composite.xml"), "name=\"Credit\"", "name=\"Caller\"");
        String service = "http://host:8001/soa-infra/services/default/Credit/CreditService?wsdl";
        edit(
                caller.resolve("composite.xml"),
                "</composite>",
                "<import namespace='urn:example:credit' location='" + service
                        + "' importType='wsdl'/><reference name='Other'>"
                        + "<interface.wsdl interface='urn:nobody#wsdl.interface(Nobody)'/></reference></composite>");
        edit(caller.resolve("composite.xml"), "urn:example:credit' location", "urn:nobody' location");

        CompositeReport alone = assess(caller).get(0);
        assertTrue(
                alone.needs().stream()
                        .anyMatch(need ->
                                need.kind() == Need.Kind.DOCUMENT && need.name().equals("the composite Credit")),
                alone.needs().toString());

        credit("other/Credit");
        CompositeReport beside = assess().get(0);
        assertFalse(
                beside.needs().stream().anyMatch(need -> need.kind() == Need.Kind.DOCUMENT),
                beside.needs().toString());
    }

    @Test
    void totalsSayWhatWouldHelpMost() throws IOException {
        credit("one");
        for (String name : List.of("two", "three")) {
            Path composite = credit(name);
            edit(composite.resolve("composite.xml"), "</composite>", "<frobnicate/></composite>");
        }
        Totals totals = new Totals();
        assess().forEach(totals::add);

        assertEquals(3, totals.archives());
        assertEquals(1, totals.distinct());
        assertEquals(1, totals.of(Grade.RUNS));
        assertEquals(2, totals.of(Grade.NEEDS));
        assertEquals(2, totals.needs().get(0).alone());
        assertEquals(3, totals.sources().of("processes").all());
    }

    @Test
    void aPathThatDoesNotExistIsAnError() {
        assertThrows(AssemblyException.class, () -> assess(folder.resolve("nowhere")));
    }
}
