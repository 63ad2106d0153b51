package dev.weir.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.bpel.ProcessActivity;
import dev.weir.bpel.ProcessActivity.Place;
import dev.weir.server.admin.AdminClient;
import dev.weir.server.admin.AdminException;
import dev.weir.server.admin.AdminRecords.InstanceView;
import dev.weir.server.admin.AdminRecords.ProcessView;
import dev.weir.server.deploy.ServerSettings;
import dev.weir.server.deploy.WeirServer;
import dev.weir.store.AuditEvent;
import dev.weir.store.ComponentId;
import dev.weir.store.FlowState;
import dev.weir.testing.Eventually;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The activities of a process in the admin API, and the events of an instance that name them. */
class ProcessActivitiesTest {
    private static final ComponentId REPAIRS = ComponentId.parse("default/Repairs!1.0/RepairProcess");

    @TempDir
    static Path folder;

    private static WeirServer server;
    private static AdminClient admin;

    @BeforeAll
    static void start() throws Exception {
        server = WeirServer.start(new ServerSettings(
                List.of(RunningWeir.repository().resolve("server/src/test/composites/repairs")),
                "127.0.0.1",
                0,
                folder,
                Map.of(),
                Duration.ofSeconds(5),
                1 << 20));
        admin = AdminClient.of(folder);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static List<ProcessActivity> activities() {
        return admin.activities(REPAIRS, 1_000).activities();
    }

    private static ProcessActivity named(String name) {
        return activities().stream()
                .filter(each -> each.label().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void eachComesAfterWhatIsAroundItWithItsFileAndLine() {
        List<ProcessActivity> all = activities();
        for (int id = 0; id < all.size(); id++) {
            assertEquals(id, all.get(id).id());
            assertTrue(all.get(id).parent() < id, all.get(id).toString());
            assertTrue(
                    all.get(id).file().endsWith("RepairProcess.bpel"),
                    all.get(id).toString());
            assertTrue(all.get(id).line() > 0, all.get(id).toString());
        }
        assertEquals("process", all.get(0).kind());
        ProcessActivity rub = named("rub");
        assertEquals("polish", all.get(rub.parent()).name());
        assertEquals("$turn < $repair.repair/r:turns", all.get(rub.parent()).detail());
    }

    @Test
    void theirPlacesSayWhenTheyRun() {
        List<ProcessActivity> all = activities();
        assertEquals(Place.IF, named("broken").place());
        assertEquals("$repair.repair/r:how = 'fails'", named("broken").when());
        assertEquals(Place.ELSE, named("done").place());
        assertEquals(Place.ON_MESSAGE, named("handOver").place());
        assertEquals("collect on client", named("handOver").when());
        assertEquals(Place.ON_ALARM, named("sell").place());
        assertEquals("for 'P30D'", named("sell").when());
        ProcessActivity handler = all.get(named("useWhatIsThere").parent());
        assertEquals(Place.CATCH, handler.place());
        assertEquals("{http://repairs.example}noPaint", handler.when());
        assertEquals(Place.CATCH_ALL, all.get(named("giveUp").parent()).place());
        assertEquals(Place.COMPENSATION, named("strip").place());
        assertEquals(
                Place.EVENT_HANDLER,
                all.get(all.get(named("hurry").parent()).parent()).place());
        assertEquals("bring on client", named("bring").detail());
    }

    @Test
    void theEventsOfAnInstanceNameThem() throws Exception {
        assertEquals(202, Repairs.bring(server, "1", "none", 2).statusCode());
        Eventually.eventually(
                "the instance completes",
                () -> admin.instances(null, null, 0, 10).stream()
                        .anyMatch(each -> each.state() == FlowState.COMPLETED));
        InstanceView instance = admin.instances(null, null, 0, 10).get(0);
        List<ProcessActivity> all = activities();
        int compared = 0;
        for (AuditEvent event : admin.history(instance.id()).events()) {
            if (event.kind().name().startsWith("ACTIVITY_")) {
                ProcessActivity activity = all.get(event.activity());
                assertEquals(activity.label(), event.name());
                assertTrue(String.valueOf(event.detail()).startsWith(activity.kind()), event.toString());
                compared++;
            } else if (event.kind() == AuditEvent.Kind.FAULT_CAUGHT) {
                assertEquals(named("paint").id(), event.activity());
            } else {
                assertEquals(0, event.activity(), event.toString());
            }
        }
        assertTrue(compared > 10, "events: " + compared);
    }

    @Test
    void aListMayBeShortAndSaysHowManyThereAre() {
        ProcessView first = admin.activities(REPAIRS, 3);
        assertEquals(3, first.activities().size());
        assertEquals(activities().size(), first.total());
        assertEquals(REPAIRS, first.component());
    }

    @Test
    void whatIsNotDeployedIsUnknown() {
        for (String unknown : List.of("default/Repairs!1.0/Other", "default/Other!1.0/RepairProcess")) {
            AdminException refused =
                    assertThrows(AdminException.class, () -> admin.activities(ComponentId.parse(unknown), 9), unknown);
            assertEquals(404, refused.status());
            assertTrue(String.valueOf(refused.getMessage()).contains(unknown), refused.getMessage());
        }
    }
}
