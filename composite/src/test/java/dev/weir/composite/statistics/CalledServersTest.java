package dev.weir.composite.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.composite.statistics.CalledServers.Calls;
import dev.weir.composite.statistics.Statistics.CalledServer;
import java.net.URI;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Calls are counted by the server that they go to. */
class CalledServersTest {
    private final CalledServers servers = new CalledServers();

    private List<String> addresses() {
        return servers.now(Set.of()).stream().map(CalledServer::address).toList();
    }

    @Test
    void aServerIsItsSchemeHostAndPort() {
        servers.of(URI.create("http://user:secret@Stock.example:81/a?b")).begun();
        servers.of(URI.create("HTTP://stock.EXAMPLE:81/c")).begun();
        servers.of(URI.create("https://stock.example/a")).begun();
        servers.of(URI.create("http://[::1]:8080/")).begun();
        servers.of(URI.create("http://under_score.example/")).begun();
        assertEquals(
                List.of(
                        "http://[::1]:8080",
                        "http://stock.example:81",
                        "http://under_score.example",
                        "https://stock.example"),
                addresses());
    }

    @Test
    void callsAreCountedByHowTheyEnd() {
        Calls calls = servers.of(URI.create("http://stock.example/"));
        for (RequestOutcome outcome : RequestOutcome.values()) {
            calls.begun();
            calls.ended(outcome, 1_000_000);
        }
        calls.begun();
        calls.notSent();
        CalledServer now = servers.now(Set.of("http://stock.example")).get(0);
        assertEquals(3, now.calls().times().count());
        assertEquals(1, now.calls().faulted());
        assertEquals(1, now.calls().failed());
        assertEquals(1, now.open());
        assertEquals(1, now.notSent());
        assertTrue(now.resting());
    }

    @Test
    void whoeverNamesManyServersTakesNoMoreMemory() {
        for (int i = 0; i < 3 * CalledServers.MOST; i++) {
            Calls calls = servers.of(URI.create("http://host" + i + ".example/"));
            calls.begun();
            calls.ended(RequestOutcome.DONE, 1);
        }
        List<CalledServer> all = servers.now(Set.of());
        assertEquals(CalledServers.MOST + 1, all.size());
        CalledServer others = all.get(CalledServers.MOST);
        assertEquals(CalledServers.OTHERS, others.address());
        assertEquals(2 * CalledServers.MOST, others.calls().times().count());
        assertFalse(others.resting());
    }
}
