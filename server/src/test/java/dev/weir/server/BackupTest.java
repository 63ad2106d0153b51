package dev.weir.server;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.server.RunningWeir.CommandResult;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code weir store}: the data of a server that is under load, in another folder, and served there. */
@Tag("slow")
class BackupTest {
    @TempDir
    Path temp;

    private final SoapPost post = new SoapPost();

    private static String store(String... arguments) {
        List<String> all = new ArrayList<>(List.of("store"));
        all.addAll(List.of(arguments));
        CommandResult result = RunningWeir.inThisJvm(all);
        assertEquals(0, result.exitCode(), result.output());
        return result.output();
    }

    private void place(RunningWeir weir, String order) {
        try {
            assertEquals(
                    200,
                    post.send(weir.orderService(), SoapPost.SOAP_11, OrderMessages.place(order))
                            .statusCode());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static long completed(RunningWeir weir) {
        return weir.command("instances", "--state", "completed", "--limit", "1000")
                .output()
                .lines()
                .filter(line -> line.contains("Orders"))
                .count();
    }

    @Test
    void aBackupUnderLoadIsServedElsewhereWithAllThatWasAnsweredBefore() throws Exception {
        Path backup = temp.resolve("backup");
        int before;
        int after;
        try (RunningWeir weir = RunningWeir.orders(temp.resolve("one"))) {
            post.send(weir.orderService(), SoapPost.SOAP_11, OrderMessages.submitDomestic("PO-WAITS"));
            AtomicBoolean over = new AtomicBoolean();
            AtomicInteger answered = new AtomicInteger();
            List<Thread> clients = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                int client = i;
                Thread thread = new Thread(() -> {
                    for (int n = 0; !over.get(); n++) {
                        place(weir, "PO-" + client + "-" + n);
                        answered.incrementAndGet();
                    }
                });
                thread.start();
                clients.add(thread);
            }
            eventually("20 orders are answered", () -> answered.get() >= 20);
            before = answered.get();
            store(
                    "backup",
                    backup.toString(),
                    "--data",
                    temp.resolve("one/data").toString());
            assertTrue(store("check", "--data", temp.resolve("one/data").toString())
                    .contains("is whole"));
            over.set(true);
            for (Thread client : clients) {
                client.join();
            }
            after = answered.get();
        }
        Path two = temp.resolve("two");
        store("restore", backup.toString(), "--data", two.resolve("data").toString());

        try (RunningWeir weir = RunningWeir.orders(two)) {
            long known = completed(weir);
            assertTrue(known >= before && known <= after, before + " <= " + known + " <= " + after);
            assertTrue(
                    weir.command("instances", "--state", "running").output().contains("Orders"), "the one that waits");
            post.send(weir.orderService(), SoapPost.SOAP_11, OrderMessages.confirmPlaced("PO-WAITS"));
            place(weir, "PO-NEW");
        }
    }

    @Test
    void aDatabaseThatIsNotWholeIsNotServedAndTheRemedyIsNamed() throws IOException {
        Path backup = temp.resolve("backup");
        Path data = temp.resolve("data");
        try (RunningWeir weir = RunningWeir.orders(temp)) {
            place(weir, "PO-1");
            assertEquals(0, weir.terminate());
        }
        store("backup", backup.toString(), "--data", data.toString());
        try (FileChannel file = FileChannel.open(data.resolve("weir.db"), StandardOpenOption.WRITE)) {
            file.truncate(Files.size(data.resolve("weir.db")) / 2);
        }

        CommandResult refused = RunningWeir.program(List.of("run", "--port", "0", "--data", data.toString()));

        assertEquals(1, refused.exitCode(), refused.output());
        assertTrue(refused.output().contains("its end is missing"), refused.output());
        store("restore", backup.toString(), "--replace", "--data", data.toString());
        try (RunningWeir weir = RunningWeir.orders(temp)) {
            assertTrue(weir.command("instances").output().contains("Orders"));
        }
    }

    @Test
    void afterAKillAStoreWithoutItsLogIsNotServedUntilTheLogIsBack() throws IOException {
        Path data = temp.resolve("data");
        try (RunningWeir weir = RunningWeir.orders(temp)) {
            place(weir, "PO-1");
            assertEquals(0, weir.terminate());
            weir.restart();
            place(weir, "PO-2");
            weir.kill();
        }
        Path log = data.resolve("weir.db-wal");
        Path away = temp.resolve("away");
        Files.move(log, away);

        CommandResult refused = RunningWeir.program(List.of("run", "--port", "0", "--data", data.toString()));

        assertEquals(1, refused.exitCode(), refused.output());
        assertTrue(refused.output().contains("weir.db-wal was deleted or cut"), refused.output());
        Files.move(away, log);
        try (RunningWeir weir = RunningWeir.orders(temp)) {
            assertEquals(2, completed(weir));
        }
    }
}
