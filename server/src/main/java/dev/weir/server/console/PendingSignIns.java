package dev.weir.server.console;

import dev.weir.server.access.OpenIdClient.Flow;
import dev.weir.server.access.Secrets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Sign-ins that have gone to an OpenID provider and not come back yet. Each belongs to the browser that began it and counts
 * once, within ten minutes. Anybody may begin one, so there are {@link #MOST} at most, of which the oldest gives way.
 * Thread-safe.
 */
final class PendingSignIns {
    static final Duration LONGEST = Duration.ofMinutes(10);
    static final int MOST = 1_000;
    private static final Pattern BROWSER = Pattern.compile("[A-Za-z0-9_-]{43}");

    private final InstantSource clock;
    /** By their states, the oldest first. */
    private final Map<String, Begun> open = new LinkedHashMap<>();

    PendingSignIns(InstantSource clock) {
        this.clock = clock;
    }

    /**
     * One of them.
     *
     * @param browser the secret of the browser that began it
     * @param to the page that was wanted
     */
    record Begun(Flow flow, String browser, String to, Instant at) {}

    /** The secret of a browser: the one that it shows, so that sign-ins in several tabs go side by side, or a new one. */
    String browser(@Nullable String shown) {
        return shown != null && BROWSER.matcher(shown).matches() ? shown : Secrets.make();
    }

    void add(Flow flow, String browser, String to) {
        Begun begun = new Begun(flow, browser, to, clock.instant());
        synchronized (open) {
            open.put(flow.state(), begun);
            if (open.size() > MOST) {
                open.remove(open.keySet().iterator().next());
            }
        }
    }

    /**
     * The sign-in with a state, which is over by this.
     *
     * @param browser what the browser shows
     * @return null where there is none, it is another browser's, or too old
     */
    @Nullable Begun take(String state, @Nullable String browser) {
        synchronized (open) {
            Begun begun = open.get(state);
            if (begun == null || browser == null || !Secrets.same(begun.browser, browser)) {
                return null;
            }
            open.remove(state);
            return begun.at.plus(LONGEST).isBefore(clock.instant()) ? null : begun;
        }
    }
}
