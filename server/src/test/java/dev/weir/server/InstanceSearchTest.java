package dev.weir.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.server.RunningWeir.CommandResult;
import dev.weir.server.access.AdminAddress;
import dev.weir.server.access.AdminToken;
import dev.weir.server.admin.AdminClient;
import dev.weir.server.admin.AdminClient.InstancePage;
import dev.weir.server.admin.AdminRecords.InstanceView;
import dev.weir.store.FlowFilter;
import dev.weir.store.FlowState;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Instances are found by what is known of them, page by page, by the admin API and by {@code weir instances}. */
class InstanceSearchTest {
    private static final int ORDERS = 5;
    private static final FlowFilter OF_ORDERS = FlowFilter.ALL.withComposite("default", "Orders", "1.0");

    @TempDir
    static Path folder;

    private static RunningWeir weir;
    private static AdminClient admin;

    @BeforeAll
    static void start() throws IOException {
        weir = RunningWeir.orders(folder);
        admin = weir.admin();
        for (int i = 0; i < ORDERS; i++) {
            HttpResponse<String> response =
                    new SoapPost().send(weir.orderService(), SoapPost.SOAP_11, OrderMessages.place("S-" + i));
            assertEquals(200, response.statusCode(), response.body());
        }
    }

    @AfterAll
    static void stop() {
        weir.close();
    }

    private static List<Long> ids(List<InstanceView> instances) {
        return instances.stream().map(InstanceView::id).toList();
    }

    @Test
    void eachPageSaysWhereTheNextBegins() {
        List<Long> all = ids(admin.instances(null, "default/Orders!1.0", 0, 100));
        assertEquals(ORDERS, all.size());
        List<Long> pages = new ArrayList<>();
        String after = null;
        do {
            InstancePage page = admin.instances(OF_ORDERS, after, 2);
            pages.addAll(ids(page.instances()));
            assertNotEquals(after, page.next());
            after = page.next();
        } while (after != null);
        assertEquals(all, pages);
    }

    @Test
    void instancesAreFoundByCompositeComponentTimesAndTitle() {
        InstanceView newest = admin.instances(OF_ORDERS, null, 1).instances().get(0);
        Instant created = newest.created();

        assertEquals(ORDERS, found(FlowFilter.ALL.withComposite(null, "Orders", null)));
        assertEquals(ORDERS, found(FlowFilter.ALL.withComponent("OrderProcess")));
        assertEquals(0, found(FlowFilter.ALL.withComponent("Nothing")));
        assertEquals(ORDERS, found(OF_ORDERS.withStates(Set.of(FlowState.RUNNING, FlowState.COMPLETED))));
        assertEquals(1, found(OF_ORDERS.withCreated(created, created.plusSeconds(60))));
        assertEquals(ORDERS - 1, found(OF_ORDERS.withCreated(null, created)));
        assertEquals(0, found(OF_ORDERS.withModified(created.plusSeconds(3600), null)));
        assertEquals(ORDERS, found(OF_ORDERS.withModified(created.minusSeconds(3600), created.plusSeconds(3600))));
        assertEquals(0, found(FlowFilter.ALL.withTitle("no title begins so*")));
    }

    private static int found(FlowFilter filter) {
        InstancePage page = admin.instances(filter, null, 100);
        assertNull(page.next());
        return page.instances().size();
    }

    @Test
    void theCommandGoesOnWhereTheListBeforeEnded() {
        List<Long> all = ids(admin.instances(OF_ORDERS, null, 100).instances());

        CommandResult first = weir.command("instances", "--composite", "Orders", "--limit", "2");
        assertTrue(first.output().contains("there may be more: --after "), first.output());
        String after = first.output().split("--after ")[1].strip();
        CommandResult rest = weir.command(
                "instances", "--component", "OrderProcess", "--created-from", "2020-01-01", "--after", after);

        assertEquals(all.subList(0, 2), listed(first));
        assertEquals(all.subList(2, ORDERS), listed(rest));
        assertEquals(
                all.subList(3, 5),
                listed(weir.command("instances", "--composite", "Orders", "--offset", "3", "--limit", "2")));
    }

    private static List<Long> listed(CommandResult result) {
        return result.output()
                .lines()
                .filter(line -> line.matches("\\d+ .*"))
                .map(line -> Long.valueOf(line.split("\\s")[0]))
                .toList();
    }

    @Test
    void whatHasNoMeaningIsRefused() throws IOException {
        assertRefused("after=here", "CREATED_ID");
        assertRefused("createdFrom=yesterday", "must be an instant: yesterday");
        assertRefused("state=COMPLETED,SLEEPY", "there is no state SLEEPY");
        assertRefused("composite=a/b", "partition/name!revision");
        assertRefused("offset=1&title=x", "offset goes with");
        assertRefused("offset=10001", "must be from 0 to 10000");
    }

    private static void assertRefused(String query, String why) throws IOException {
        URI address = AdminAddress.read(weir.data()).url().resolve("/admin/instances?" + query);
        HttpURLConnection connection = (HttpURLConnection) address.toURL().openConnection();
        connection.setRequestProperty(
                "Authorization", "Bearer " + AdminToken.read(weir.data().resolve(AdminToken.FILE)));
        assertEquals(400, connection.getResponseCode());
        String answer = new String(connection.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(answer.contains(why), answer);
    }
}
