package dev.weir.server;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.server.RunningWeir.CommandResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Instances are archived and removed when their time is over, by a server in a process of its own. */
@Tag("slow")
class RetentionCommandTest {
    @TempDir
    Path folder;

    @Test
    void whatIsRemovedCanBeReadInTheArchiveAndWhatIsKeptIsNot() throws Exception {
        try (RunningWeir weir = RunningWeir.orders(folder)) {
            SoapPost post = new SoapPost();
            assertEquals(
                    200,
                    post.send(weir.orderService(), SoapPost.SOAP_11, OrderMessages.place("KEEP-1"))
                            .statusCode());
            long first = weir.admin()
                    .instances(null, "default/Orders!1.0", 0, 1)
                    .get(0)
                    .id();
            assertEquals(
                    202,
                    post.send(weir.orderService(), SoapPost.SOAP_11, OrderMessages.submitDomestic("KEEP-2"))
                            .statusCode());
            CommandResult refused = weir.command("tuning", "retention/default/Orders!1.0=completed=soon");
            assertEquals(1, refused.exitCode());
            assertTrue(refused.output().contains("'soon' is not a whole number of days"), refused.output());

            CommandResult set = weir.command(
                    "tuning",
                    "retention/default/Orders!1.0=completed=0",
                    "retentionArchive=true",
                    "retentionSchedule=1s");
            assertEquals(0, set.exitCode(), set.output());
            eventually(
                    "the completed instance is removed",
                    () -> weir.admin()
                                    .instances(null, "default/Orders!1.0", 0, 10)
                                    .size()
                            <= 1);
            assertEquals(
                    "RUNNING",
                    weir.admin()
                            .instances(null, "default/Orders!1.0", 0, 10)
                            .get(0)
                            .state()
                            .name());
            CommandResult status = weir.command("retention");
            assertEquals(0, status.exitCode(), status.output());
            assertTrue(status.output().contains("schedule 1s, archive on"), status.output());
            assertTrue(status.output().contains("default/Orders!1.0"), status.output());

            Path file;
            try (Stream<Path> files = Files.list(weir.data().resolve("archive"))) {
                List<Path> all = files.toList();
                assertEquals(1, all.size(), "runs that have nothing to remove write nothing: " + all);
                file = all.get(0);
            }
            CommandResult listed = RunningWeir.inThisJvm(List.of("archive", "show", file.toString()));
            assertEquals(0, listed.exitCode(), listed.output());
            assertEquals(1, listed.output().lines().count(), listed.output());
            assertTrue(listed.output().startsWith(first + "  default/Orders!1.0  completed"), listed.output());
            CommandResult shown =
                    RunningWeir.inThisJvm(List.of("archive", "show", file.toString(), Long.toString(first)));
            assertEquals(0, shown.exitCode(), shown.output());
            assertTrue(shown.output().contains("placeOrder"), shown.output());
            CommandResult missing = RunningWeir.inThisJvm(List.of("archive", "show", file.toString(), "1"));
            assertEquals(1, missing.exitCode(), missing.output());
        }
    }
}
