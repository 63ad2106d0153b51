package dev.weir.server.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.server.admin.HistoryArchiveReader.Archived;
import dev.weir.server.admin.HistoryArchiveReader.Wanted;
import dev.weir.store.AuditEvent;
import dev.weir.store.AuditEvent.Kind;
import dev.weir.store.AuditPayload;
import dev.weir.store.AuditSpan;
import dev.weir.store.CompositeRevision;
import dev.weir.store.FlowState;
import dev.weir.store.InboundMessage;
import dev.weir.store.Store;
import dev.weir.store.sqlite.SqliteStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written to an archive comes back, and what is no whole archive is noticed. */
class HistoryArchiveTest {
    private static final Instant T0 = Instant.parse("2026-11-25T10:00:00.123456Z");
    private static final CompositeRevision ORDERS = new CompositeRevision("default", "Orders", "1.0");

    @TempDir
    Path folder;

    private static AuditEvent event(long flow, Kind kind, String name, @Nullable String payload) {
        return new AuditEvent(
                new AuditSpan(flow, 7, flow + 1, flow),
                T0,
                kind,
                ORDERS.component("Desk"),
                name,
                kind == Kind.INSTANCE_FAULTED ? "why \"so\"\n" : null,
                payload == null ? null : AuditPayload.of(payload.getBytes(StandardCharsets.UTF_8)));
    }

    private static long flow(Store store, FlowState state, AuditEvent... events) {
        long flow = events[0].flow();
        store.accept(InboundMessage.ofFlow(flow, ORDERS, T0, state, List.of(events)))
                .join();
        return flow;
    }

    private Path archive(Store store, List<Long> flows) throws IOException {
        Path place = folder.resolve("archive");
        try (HistoryArchive archive = HistoryArchive.in(place, store, T0)) {
            for (long flow : flows) {
                archive.write(List.of(flow));
            }
        }
        try (Stream<Path> files = Files.list(place)) {
            return files.findFirst().orElseThrow();
        }
    }

    private static boolean read(Path file, long instance, List<AuditEvent> events, List<Archived> instances)
            throws IOException {
        return HistoryArchiveReader.read(file, new Wanted(instance, events::add, instances::add));
    }

    @Test
    void eventsWithPayloadsSmallAndLargeComeBackAsTheyWere() throws Exception {
        // Of several bytes a character, and longer than what is read at once.
        String large = "<a>" + "é€😀<&\"".repeat(40_000) + "</a>";
        try (Store store = SqliteStore.open(folder.resolve("store"))) {
            long one = store.newId();
            long two = store.newId();
            flow(store, FlowState.COMPLETED, event(one, Kind.SERVICE_REQUEST, "ask", "<small/>"));
            flow(
                    store,
                    FlowState.FAULTED,
                    event(two, Kind.SERVICE_REQUEST, "ask", large),
                    event(two, Kind.INSTANCE_FAULTED, "Desk", null));
            Path file = archive(store, List.of(one, two, store.newId()));
            assertEquals("20261125-100000-123.jsonl", file.getFileName().toString());
            assertEquals(2, Files.readAllLines(file).size(), "an instance that is not there any more is left out");
            List<AuditEvent> events = new ArrayList<>();
            List<Archived> instances = new ArrayList<>();
            assertTrue(read(file, two, events, instances));
            assertEquals(
                    List.of(one, two),
                    instances.stream().map(each -> each.instance().id()).toList());
            assertEquals(store.history(two).size(), events.size());
            AuditPayload payload = Objects.requireNonNull(events.get(0).payload());
            assertEquals(large, new String(Objects.requireNonNull(payload.bytes()), StandardCharsets.UTF_8));
            assertEquals("why \"so\"\n", events.get(1).detail());
            assertEquals(events.get(1), store.history(two).get(1));
            assertEquals(FlowState.FAULTED, instances.get(1).instance().state());
        }
    }

    @Test
    void whatSensorsFoundComesBackToo() throws Exception {
        try (Store store = SqliteStore.open(folder.resolve("store"))) {
            long one = store.newId();
            AuditEvent[] found = new AuditEvent[1_200];
            for (int i = 0; i < found.length; i++) {
                found[i] = new AuditEvent(
                        new AuditSpan(one, 0, 0, 0), T0, Kind.SENSOR_VALUE, ORDERS.component("Desk"), "Order", "n" + i);
            }
            flow(store, FlowState.COMPLETED, found);
            List<Archived> instances = new ArrayList<>();
            assertTrue(read(archive(store, List.of(one)), 0, new ArrayList<>(), instances));
            assertEquals(store.sensors(one, null, 9_999), instances.get(0).sensors());
            assertEquals(found.length, instances.get(0).sensors().size());
        }
    }

    @Test
    void aFileIsItsOwnersAlone() throws Exception {
        assumeTrue(folder.getFileSystem().supportedFileAttributeViews().contains("posix"));
        try (Store store = SqliteStore.open(folder.resolve("store"))) {
            long one = store.newId();
            flow(store, FlowState.COMPLETED, event(one, Kind.SERVICE_REQUEST, "ask", "<small/>"));

            Path file = archive(store, List.of(one));

            assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        }
    }

    @Test
    void aFileThatBreaksOffAnywhereIsReadUpToThere() throws Exception {
        Path file;
        try (Store store = SqliteStore.open(folder.resolve("store"))) {
            List<Long> flows = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                long id = store.newId();
                flows.add(flow(store, FlowState.COMPLETED, event(id, Kind.SERVICE_REQUEST, "é€", "<a>😀</a>")));
            }
            file = archive(store, flows);
        }
        byte[] all = Files.readAllBytes(file);
        Path cut = folder.resolve("cut.jsonl");
        int ends = 0;
        for (int length = 0; length < all.length; length++) {
            Files.write(cut, Arrays.copyOf(all, length));
            List<Archived> instances = new ArrayList<>();
            boolean whole = read(cut, 0, new ArrayList<>(), instances);
            boolean atEnd = length == 0 || all[length - 1] == '\n' || all[length] == '\n';
            assertEquals(atEnd, whole, "cut after " + length + " bytes");
            assertTrue(instances.size() >= ends && instances.size() <= 3);
            ends = instances.size();
        }
        assertEquals(3, ends);
    }

    @Test
    void whatIsNoArchiveIsRefusedWithItsLine() throws Exception {
        Path file = folder.resolve("other");
        for (String text :
                List.of("[1]", "{}", "{\"events\":[]}", "hello", "{\"instance\":{\"id\":\"x\"}}", "\n<a/>")) {
            Files.writeString(file, text);
            IOException refused =
                    assertThrows(IOException.class, () -> read(file, 1, new ArrayList<>(), new ArrayList<>()), text);
            assertTrue(String.valueOf(refused.getMessage()).contains("line "), refused.getMessage());
        }
        assertThrows(IOException.class, () -> read(folder.resolve("missing"), 1, new ArrayList<>(), new ArrayList<>()));
        assertFalse(Files.exists(folder.resolve("archive")), "nothing is made where nothing is written");
    }
}
