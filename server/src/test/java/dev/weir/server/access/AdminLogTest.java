package dev.weir.server.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.weir.server.access.AdminLog.Filter;
import dev.weir.server.access.AdminLog.LogLine;
import dev.weir.server.access.AdminLog.Page;
import dev.weir.soap.http.HttpHeaders;
import dev.weir.soap.http.HttpRequest;
import dev.weir.testing.ManualTime;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The log of what people did is read from its end, a page at a time, and what is refused cannot fill it. */
class AdminLogTest {
    private static final Filter ALL = new Filter(null, null, null, null, null);

    @TempDir
    Path data;

    private final ManualTime time = new ManualTime();
    private AdminLog log;

    @BeforeEach
    void open() throws IOException {
        log = AdminLog.open(data, time);
    }

    @AfterEach
    void close() {
        log.close();
    }

    private void write(int number, String who) {
        log.add("10.0.0.1", who, "POST /admin/instances/" + number + "/suspend", null, new LogNote(), 200);
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
    void whatACommandDoesWithoutTheServerIsThereToo() throws IOException {
        write(1, "otto");
        AdminLog.addLocal(data, "weir users add anna --role viewer", "done: with a new password");
        LogLine line = log.read(ALL, -1, 10).lines().get(0);
        assertEquals("os:" + System.getProperty("user.name"), line.who());
        assertNull(line.from());
        assertEquals("weir users add anna --role viewer", LogWords.of(line));
        assertEquals("done: with a new password", line.outcome());
        assertEquals(1, found("anna viewer").size());
    }

    @Test
    void whoWhatAndWhenFindSome() throws IOException {
        write(1, "otto");
        write(2, "oidc:Anna");
        log.add("10.0.0.1", "anna", "POST /admin/composites/default%2FShop%211.0/stop", null, new LogNote(), 403);
        assertEquals(
                2,
                log.read(new Filter("ANNA", null, null, null, null), -1, 10)
                        .lines()
                        .size());
        assertEquals(
                403,
                log.read(new Filter(null, "default/shop stop", null, null, null), -1, 10)
                        .lines()
                        .get(0)
                        .status());
        assertEquals(
                List.of(),
                log.read(new Filter("otto", "stop", null, null, null), -1, 10).lines());
        Instant later = time.instant().plusSeconds(60);
        assertEquals(
                3,
                log.read(new Filter(null, null, null, null, later), -1, 10)
                        .lines()
                        .size());
        Page none = log.read(new Filter(null, null, null, later, null), -1, 10);
        assertEquals(List.of(), none.lines());
        assertEquals(0, none.next(), "what is older is not looked at");
    }

    @Test
    void aLineOfManyBlocksIsReadWholeAndOneThatIsNoneIsSaid() throws IOException {
        String body = "é\n".repeat(200_000);
        log.add("10.0.0.1", "otto", "POST /admin/tuning", JsonNodeFactory.instance.textNode(body), new LogNote(), 200);
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

    private List<LogLine> found(String text) throws IOException {
        return log.read(new Filter(null, null, text, null, null), -1, 100).lines();
    }

    @Test
    void wordsOfALineFindItWhereverTheyAre() throws IOException {
        LogNote note = new LogNote();
        note.instance(17, "order 4711 of Müller", "default/Shop!1.0");
        note.about("Warehouse.send, which failed by remoteFault: no such article");
        note.outcome("done for 1 call");
        log.add("10.0.0.1", "otto", "POST /admin/calls/33/retry", null, note, 200);
        write(4, "anna");
        for (String text :
                List.of("MÜLLER", "17", "shop", "article warehouse", "otto", "10.0.0.1 call", "Retry call 33")) {
            assertEquals(
                    "POST /admin/calls/33/retry",
                    found(text).stream()
                            .map(LogLine::request)
                            .filter(request -> request.contains("retry"))
                            .findFirst()
                            .orElse(null),
                    text);
        }
        assertEquals(1, found("4711").size());
        assertEquals(List.of(), found("4711 suspend"));
        LogLine line = found("4711").get(0);
        assertEquals(17L, line.instance());
        assertEquals("done for 1 call", line.outcome());
        assertEquals(
                1,
                log.read(new Filter(null, "suspend instance", null, null, null), -1, 10)
                        .lines()
                        .size(),
                "the words that the page shows");
    }

    private void refuse(String address, String path, String tried) throws IOException {
        log.refused(
                new HttpRequest(
                        "POST",
                        new HttpRequest.Target("http", "localhost", path, "password=secret"),
                        HttpHeaders.of(Map.of()),
                        new byte[0],
                        new InetSocketAddress(InetAddress.getByName(address), 1)),
                null,
                tried,
                "the password is another",
                401);
    }

    @Test
    void refusalsOfAnAddressAndInAllAreBoundedAndTheOthersCounted() throws IOException {
        for (int i = 0; i < 50; i++) {
            refuse("10.0.0.1", "/console/sign-in", "guess" + i);
        }
        assertEquals(10, log.read(ALL, -1, 100).lines().size());
        for (int address = 2; address < 200; address++) {
            refuse("10.0.0." + address, "/console/sign-in", "guess");
        }
        write(1, "otto");
        assertEquals(31, log.read(ALL, -1, 100).lines().size(), "thirty, and what somebody did");
        time.advance(RefusalLimit.WITHIN);
        refuse("10.0.0.1", "/console/sign-in", "again");
        List<LogLine> lines = log.read(ALL, -1, 100).lines();
        assertEquals(33, lines.size());
        assertEquals("again", lines.get(0).tried());
        assertEquals(AdminLog.LEFT_OUT, lines.get(1).request());
        assertEquals(
                "218 more were refused in the minute from 2026-01-01T00:00:00Z",
                lines.get(1).outcome());
        assertNull(lines.get(1).who());
        assertEquals(249, log.refusals());
    }

    @Test
    void howManyWereLeftOutIsSaidWithoutAnotherRefusal() throws IOException {
        for (int i = 0; i < 12; i++) {
            refuse("10.0.0.1", "/console/sign-in", "guess");
        }
        time.advance(RefusalLimit.WITHIN);
        log.settle();
        List<String> lines = Files.readAllLines(data.resolve(AdminLog.FILE));
        assertEquals(11, lines.size());
        assertTrue(lines.get(10).contains("2 more were refused"), lines.get(10));
        for (int i = 0; i < 11; i++) {
            refuse("10.0.0.1", "/console/sign-in", "guess");
        }
        log.close();
        List<String> all = Files.readAllLines(data.resolve(AdminLog.FILE));
        assertTrue(all.get(all.size() - 1).contains("1 more was refused"), all.toString());
    }

    @Test
    void whatStrangersSendIsShortAndHarmlessAndHasNoQuery() throws IOException {
        refuse("10.0.0.1", "/admin/" + "x".repeat(5_000), "a\u0000\u202Eb\n" + "y".repeat(5_000));
        List<String> lines = Files.readAllLines(data.resolve(AdminLog.FILE));
        assertEquals(1, lines.size());
        assertTrue(lines.get(0).length() < 1_000, lines.get(0));
        assertFalse(lines.get(0).contains("secret"), lines.get(0));
        LogLine line = log.read(ALL, -1, 1).lines().get(0);
        assertTrue(String.valueOf(line.tried()).startsWith("a\\u{0}\\u{202E}b yyy"), line.tried());
    }

    @Test
    void aLineIsASentenceForPeople() {
        Map<String, String> sentences = new LinkedHashMap<>();
        sentences.put("POST /admin/instances/17/suspend", "Suspend instance 17");
        sentences.put("POST /admin/calls/4%3A5/abort?fault=x", "Abort the process of call 4:5");
        sentences.put("POST /admin/calls/all/retry?fault=f", "Retry many calls");
        sentences.put(
                "POST /admin/composites/default%2FShop%211.0/default", "Make default/Shop!1.0 the default revision");
        sentences.put(
                "POST /admin/composites/a%2FB%21%241/services/S/operations/o/test?soap=1.1",
                "Test the operation o of the service S of a/B!$1");
        sentences.put("POST /console/sign-in", "Sign in");
        sentences.put("GET /console/signed-in", "Sign in by the OpenID provider");
        sentences.put("GET /admin/instances", "Look at /admin/instances");
        sentences.put("POST /admin/nothing/here", "Send something to /admin/nothing/here");
        sentences.put("POST /console/instances/17/terminate", "Terminate instance 17");
        sentences.put("POST /elsewhere/admin/purge", "POST /elsewhere/admin/purge");
        sentences.put("POST /admin/instances/%zz/suspend", "Suspend instance %zz");
        sentences.forEach((request, sentence) -> assertEquals(
                sentence,
                LogWords.of(new LogLine(
                        time.instant(), "otto", null, "::1", request, null, null, null, null, null, null, 200))));
    }
}
