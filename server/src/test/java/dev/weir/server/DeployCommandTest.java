package dev.weir.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.server.RunningWeir.CommandResult;
import dev.weir.testing.TestSize;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Composites come to a running server, change and go, and it keeps them over restarts and kills. */
@Tag("slow")
class DeployCommandTest {
    private static final Path CREDIT = RunningWeir.repository().resolve("examples/orders/Credit");

    @TempDir
    Path folder;

    private final SoapPost post = new SoapPost();

    private Path credit(String name, String revision) throws IOException {
        Path copy = folder.resolve(name);
        Files.createDirectories(copy.getParent());
        try (Stream<Path> files = Files.walk(CREDIT)) {
            for (Path file : files.toList()) {
                Files.copy(file, copy.resolve(CREDIT.relativize(file).toString()));
            }
        }
        edit(copy.resolve("composite.xml"), "revision=\"1.0\"", "revision=\"" + revision + "\"");
        return copy;
    }

    private static void edit(Path file, String from, String to) throws IOException {
        String text = Files.readString(file);
        assertTrue(text.contains(from), file + " has no " + from);
        Files.writeString(file, text.replace(from, to));
    }

    private static String run(RunningWeir weir, Object... arguments) {
        CommandResult result =
                weir.command(Stream.of(arguments).map(Object::toString).toArray(String[]::new));
        assertEquals(0, result.exitCode(), result.output());
        return result.output();
    }

    private static String refused(RunningWeir weir, Object... arguments) {
        CommandResult result =
                weir.command(Stream.of(arguments).map(Object::toString).toArray(String[]::new));
        assertEquals(1, result.exitCode(), result.output());
        assertTrue(!result.output().contains("\tat "), result.output());
        return result.output();
    }

    private int status(RunningWeir weir, String path) throws IOException {
        HttpResponse<String> answer = post.send(
                weir.url().resolve("/soa-infra/services/" + path + "/CreditService"),
                SoapPost.SOAP_11,
                "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body><nothing/></s:Body></s:Envelope>");
        return answer.statusCode();
    }

    /** An endpoint that is there answers nonsense with a fault. */
    private static final int THERE = 500;

    @Test
    void revisionsAreSideBySideInPartitionsAndOutliveAKill() throws IOException {
        Path one = credit("one", "1.0");
        Path two = credit("two", "2.0");
        try (RunningWeir weir = RunningWeir.run(folder, List.of())) {
            assertTrue(run(weir, "deploy", one).contains("default/Credit!1.0, the default revision"));
            assertTrue(refused(weir, "deploy", one).contains("is deployed already"));
            run(weir, "deploy", two, "--keep-default");
            assertTrue(refused(weir, "deploy", two, "--partition", "a\nb").contains("the partition must not contain"));
            assertTrue(refused(weir, "deploy", two, "--partition", "..").contains("the partition must not be"));
            run(weir, "deploy", two, "--partition", "trial");
            assertEquals(THERE, status(weir, "default/Credit"));
            assertEquals(THERE, status(weir, "default/Credit!2.0"));
            assertEquals(THERE, status(weir, "trial/Credit"));

            run(weir, "stop", "Credit!2.0");
            run(weir, "retire", "trial/Credit!2.0");
            assertEquals(503, status(weir, "default/Credit!2.0"));
            assertEquals(503, status(weir, "trial/Credit"));
            weir.kill();
            weir.restart();

            assertEquals(THERE, status(weir, "default/Credit"));
            assertEquals(503, status(weir, "default/Credit!2.0"));
            assertEquals(503, status(weir, "trial/Credit"));
            run(weir, "start", "Credit!2.0");
            run(weir, "default", "Credit!2.0");
            run(weir, "activate", "trial/Credit!2.0");
            run(weir, "undeploy", "Credit!1.0");
            weir.kill();
            weir.restart();

            assertEquals(404, status(weir, "default/Credit!1.0"));
            assertEquals(THERE, status(weir, "default/Credit"));
            assertEquals(THERE, status(weir, "trial/Credit"));
            String list = run(weir, "list");
            assertTrue(list.contains("default/Credit!2.0\n") && list.contains("trial/Credit!2.0\n"), list);
            assertTrue(refused(weir, "undeploy", "Credit!1.0").contains("is not deployed"));
        }
    }

    @Test
    void whatCannotBeDeployedIsRefusedWithItsPlacesAndWhatWasThereStays() throws IOException {
        Path composite = credit("one", "1.0");
        try (RunningWeir weir = RunningWeir.run(folder, List.of())) {
            run(weir, "deploy", composite);
            edit(composite.resolve("CreditProcess.bpel"), "</process>", "<nonsense/></process>");

            assertTrue(refused(weir, "deploy", composite, "--overwrite").contains("CreditProcess.bpel:"));
            assertEquals(THERE, status(weir, "default/Credit"));
            try (Stream<Path> files = Files.list(folder.resolve("data/deployed"))) {
                assertEquals(2, files.count(), "the list and one SAR");
            }
            Path noZip = folder.resolve("sca_no_zip.jar");
            Files.writeString(noZip, "nothing of the kind");
            assertTrue(refused(weir, "deploy", noZip).contains("not a zip file"));
        }
    }

    /** What is refused last, after all has been compiled, leaves the good revision too, over the next start. */
    @Test
    void anOverwriteThatCannotBeServedIsRefusedAndTheRevisionBeforeIsServedAfterTheNextStart() throws IOException {
        Path composite = credit("one", "1.0");
        try (RunningWeir weir = RunningWeir.run(folder, List.of())) {
            run(weir, "deploy", composite);
            encode(composite.resolve("CreditService.wsdl"));

            String why = refused(weir, "deploy", composite, "--overwrite");
            assertTrue(why.contains("use=\"encoded\""), why);
            CommandResult assessed = RunningWeir.inThisJvm(List.of("assess", composite.toString()));
            assertTrue(assessed.output().contains("use=\"encoded\""), assessed.output());
            assertEquals(THERE, status(weir, "default/Credit"));
            weir.kill();
            weir.restart();

            assertEquals(THERE, status(weir, "default/Credit"));
            String list = run(weir, "list");
            assertTrue(list.contains("default/Credit!1.0"), list);
        }
    }

    /** A binding in rpc style with SOAP encoding. */
    private static void encode(Path wsdl) throws IOException {
        edit(wsdl, "</wsdl:definitions>", DeployedVariants.ENCODED_BINDING);
    }

    @Test
    void aPlanChangesWhatIsDeployed() throws IOException {
        Path composite = credit("one", "1.0");
        edit(composite.resolve("composite.xml"), "bpel.config.transaction", "bpel.config.oneWayDeliveryPolicy");
        Path plan = folder.resolve("plan.xml");
        Files.writeString(
                plan,
                "<SOAConfigPlan xmlns='http://schemas.oracle.com/soa/configplan'><composite name='Credit'>"
                        + "<component name='CreditProcess'><property name='bpel.config.oneWayDeliveryPolicy'>"
                        + "<replace>never</replace></property></component></composite></SOAConfigPlan>");
        try (RunningWeir weir = RunningWeir.run(folder, List.of())) {
            String why = refused(weir, "deploy", composite, "--plan", plan);
            assertTrue(why.contains("never"), why);
            edit(plan, "name='CreditProcess'", "name='Nobody'");
            assertTrue(refused(weir, "deploy", composite, "--plan", plan).contains("plan.xml:1"));
            edit(plan, "name='Nobody'", "name='*'");
            edit(plan, "never", "sync");
            assertFalse(run(weir, "deploy", composite, "--plan", plan).contains("plan.xml"));
        }
    }

    @Test
    void oneRefusedCompositeDoesNotKeepTheOthersFromBeingServed() throws IOException {
        credit("all/sound", "1.0");
        Path broken = credit("all/broken", "2.0");
        edit(broken.resolve("CreditProcess.bpel"), "</process>", "<nonsense/></process>");
        Files.writeString(folder.resolve("all/sca_Broken_rev1.0.jar"), "nothing of the kind");
        try (RunningWeir weir =
                RunningWeir.run(folder, List.of(folder.resolve("all").toString()))) {
            assertEquals(THERE, status(weir, "default/Credit"));
            assertTrue(weir.log().contains(broken + "/CreditProcess.bpel:"), weir.log());
            assertTrue(weir.log().contains("sca_Broken_rev1.0.jar"), weir.log());
            String why = refused(weir, "undeploy", "Credit!1.0");
            assertTrue(why.contains("given to `weir run`"), why);
        }
    }

    @Test
    @Tag("sized")
    void aKillInTheMiddleOfDeploymentsLeavesEachDoneOrNotBegun() throws Exception {
        try (RunningWeir weir = RunningWeir.run(folder, List.of())) {
            for (int life = 0; life < TestSize.of("weir.kills", 3, 20); life++) {
                Path next = credit("life" + life, "1." + life);
                Process deploying = new ProcessBuilder(java(weir, "deploy", next))
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("deploy.log").toFile())
                        .start();
                Thread.sleep(400L + 150L * (life % 8));
                weir.kill();
                deploying.waitFor();
                weir.restart();
                boolean listed = run(weir, "list").contains("Credit!1." + life);
                assertEquals(listed ? THERE : 404, status(weir, "default/Credit!1." + life));
                if (Files.readString(folder.resolve("deploy.log")).contains("deployed  ")) {
                    assertTrue(listed, "what was acknowledged is kept");
                }
                try (Stream<Path> files = Files.list(folder.resolve("data/deployed"))) {
                    assertTrue(files.noneMatch(file -> file.toString().endsWith(".new")));
                }
            }
        }
    }

    private static List<String> java(RunningWeir weir, String command, Path composite) {
        List<String> program = new java.util.ArrayList<>(RunningWeir.java());
        program.addAll(List.of("-cp", System.getProperty("java.class.path"), RunningWeir.MAIN.get(0)));
        program.addAll(
                List.of(command, composite.toString(), "--data", weir.data().toString()));
        return program;
    }
}
