package dev.weir.server.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.weir.server.access.AdminLog.Filter;
import dev.weir.server.access.AdminLog.LogLine;
import dev.weir.server.access.AdminLog.Page;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The log of what people did is read from its end, a page at a time. */
class AdminLogTest {
    private static final Filter ALL = new Filter(null, null, null, null);

    @TempDir
    Path data;

    private AdminLog log;

    @BeforeEach
    void open() throws IOException {
        log = AdminLog.open(data);
    }

    @AfterEach
    void close() {
        log.close();
    }

    private void write(int number, String who) {
        log.add("10.0.0.1", who, "POST /admin/instances/" + number + "/suspend", null, 200);
    }

    /** All pages, each as the requests in it. */
    private List<List<String>> pages(Filter filter, int limit) throws IOException {
        List<List<String>> pages = new ArrayList<>();
        long end = -1;
        do {
            Page page = log.read(filter, end, limit);
            pages.add(page.lines().stream().map(LogLine::request).toList());
            end = page.next();
        } while (end != 0);
        return pages;
    }

    @Test
    void theNewestComesFirstPageByPage() throws IOException {
        assertEquals(List.of(), log.read(ALL, -1, 10).lines());
        for (int i = 0; i < 1_000; i++) {
            write(i, "otto");
        }
        List<String> all = pages(ALL, 70).stream().flatMap(List::stream).toList();
        assertEquals(1_000, all.size());
        for (int i = 0; i < 1_000; i++) {
            assertEquals("POST /admin/instances/" + (999 - i) + "/suspend", all.get(i));
        }
    }

    @Test
    void whoWhatAndWhenFindSome() throws IOException {
        write(1, "otto");
        write(2, "oidc:Anna");
        log.add("10.0.0.1", "anna", "POST /admin/composites/default%2FShop%211.0/stop", null, 403);
        assertEquals(
                2,
                log.read(new Filter("ANNA", null, null, null), -1, 10).lines().size());
        assertEquals(
                403,
                log.read(new Filter(null, "default/shop stop", null, null), -1, 10)
                        .lines()
                        .get(0)
                        .status());
        assertEquals(
                List.of(),
                log.read(new Filter("otto", "stop", null, null), -1, 10).lines());
        Instant later = Instant.now().plusSeconds(60);
        assertEquals(
                3, log.read(new Filter(null, null, null, later), -1, 10).lines().size());
        Page none = log.read(new Filter(null, null, later, null), -1, 10);
        assertEquals(List.of(), none.lines());
        assertEquals(0, none.next(), "what is older is not looked at");
    }

    @Test
    void aLineOfManyBlocksIsReadWholeAndOneThatIsNoneIsSaid() throws IOException {
        String body = "é\n".repeat(200_000);
        log.add("10.0.0.1", "otto", "POST /admin/tuning", JsonNodeFactory.instance.textNode(body), 200);
        Files.writeString(data.resolve(AdminLog.FILE), "half a li\n", StandardOpenOption.APPEND);
        write(7, "otto");
        List<LogLine> lines = log.read(ALL, -1, 10).lines();
        assertEquals(3, lines.size());
        assertNull(lines.get(1).time());
        assertEquals("a line that cannot be read: half a li", lines.get(1).request());
        assertTrue(lines.get(2).body().length() > 400_000);
    }

    @Test
    void aFileThatWasMovedAwayHasNothing() throws IOException {
        write(1, "otto");
        Files.move(data.resolve(AdminLog.FILE), data.resolve("old.log"));
        assertEquals(new Page(List.of(), 0), log.read(ALL, -1, 10));
    }
}
