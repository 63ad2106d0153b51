package dev.weir.server;

import dev.weir.server.SabotagedWeir.Sabotage;
import dev.weir.server.admin.AdminClient;
import dev.weir.server.admin.AdminRecords.InstanceView;
import dev.weir.store.AuditEvent;
import dev.weir.store.AuditEvent.Kind;
import dev.weir.store.FlowState;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Many walks through a server that is killed again and again, and what is found wrong with them afterwards. Each walk
 * waits six times, for messages, times and signals; every message is sent twice, at once or after a while, and one of
 * each walk comes before its receive. A message is sent until the server has taken it.
 */
final class Walks implements AutoCloseable {
    /** What may have happened to a walk. */
    enum Harm {
        LOST,
        DOUBLED
    }

    record Finding(Harm harm, String what) {}

    static final int WAITS = 6;

    private static final int MOST_FINDINGS = 20;
    private static final int LOOK_MS = 50;
    private static final int AGAIN_MS = 250;
    private static final int LONGEST_LIFE_MS = 500;
    private static final int LONGEST_START_MS = 1_000;
    private static final int LONGEST_DELAY_MS = 1_500;

    private final RunningWeir weir;
    private final BookPartner partner;
    private final Random random;
    private final @Nullable Sabotage sabotage;
    private final List<String> walks = new ArrayList<>();
    private final ScheduledExecutorService clients = Executors.newScheduledThreadPool(16);
    private final AtomicInteger unsent = new AtomicInteger();
    private final SoapPost post = new SoapPost();
    private final List<Finding> findings = new ArrayList<>();
    private int released;

    /** @param sabotage what is wrong with the server; null for the program as it is and one with rivals, in turn */
    Walks(Path folder, int count, @Nullable Sabotage sabotage, long seed) throws IOException {
        this.random = new Random(seed);
        this.sabotage = sabotage;
        for (int i = 0; i < count; i++) {
            walks.add(waits());
        }
        partner = new BookPartner("http://walks.example");
        weir = RunningWeir.run(
                folder,
                List.of(
                        RunningWeir.repository()
                                .resolve("server/src/test/composites/walks/Walks")
                                .toString(),
                        "--token",
                        "book=" + partner.address()));
        if (sabotage != null) {
            weir.kill();
            restart();
        }
    }

    /** Six waits, one for a message at least. */
    private String waits() {
        char[] waits = new char[WAITS];
        for (int i = 0; i < WAITS; i++) {
            waits[i] = "RTS".charAt(random.nextInt(3));
        }
        waits[random.nextInt(WAITS)] = 'R';
        return new String(waits);
    }

    /** Walks all, with so many kills meanwhile, and tells what is wrong then; nothing is, if all is well. */
    List<Finding> walk(int kills, Duration patience) throws InterruptedException {
        int begun = 0;
        for (int kill = 1; kill <= kills; kill++) {
            for (; begun < walks.size() * kill / kills; begun++) {
                begin(begun);
            }
            Thread.sleep(random.nextInt(LONGEST_LIFE_MS));
            weir.kill();
            if (random.nextInt(8) == 0) {
                weir.launch(program());
                Thread.sleep(random.nextInt(LONGEST_START_MS));
                weir.kill();
            }
            restart();
        }
        settle(patience);
        check();
        return findings;
    }

    private void restart() {
        weir.restart(program());
    }

    private List<String> program() {
        if (sabotage == null && random.nextBoolean()) {
            return RunningWeir.MAIN;
        }
        Sabotage what = sabotage == null ? Sabotage.NONE : sabotage;
        return List.of(SabotagedWeir.class.getName(), what.name(), Long.toString(random.nextLong()));
    }

    /** Effects that the partner was asked for once more, and knew by their key. */
    int repetitions() {
        return partner.repetitions();
    }

    /** Instances and calls that three kills in a row had met. */
    int released() {
        return released;
    }

    // The clients

    private void begin(int walk) {
        String waits = walks.get(walk);
        int passes = count(waits, 'R');
        int early = random.nextInt(2);
        send(walk, "pass0", pass(walk), 0);
        for (int i = 1; i < passes; i++) {
            send(walk, "pass" + i, pass(walk), early == 0 ? 0 : random.nextInt(LONGEST_DELAY_MS));
        }
        send(
                walk,
                "start",
                "<walk xmlns='http://walks.example'><id>W" + walk + "</id><waits>" + waits + "</waits></walk>",
                50 + random.nextInt(200));
    }

    private static String pass(int walk) {
        return "<pass xmlns='http://walks.example'><id>W" + walk + "</id></pass>";
    }

    /** Sends a message twice, until it is taken each time. */
    private void send(int walk, String key, String body, int delayMs) {
        String message = "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Header>"
                + "<a:MessageID xmlns:a='http://www.w3.org/2005/08/addressing'>urn:weir:call:walks:" + walk + ":" + key
                + ":AAAAAAAAAAAAAAAAAAAAAA</a:MessageID></s:Header><s:Body>"
                + body + "</s:Body></s:Envelope>";
        unsent.addAndGet(2);
        schedule(message, delayMs);
        schedule(message, random.nextBoolean() ? delayMs : delayMs + random.nextInt(LONGEST_DELAY_MS));
    }

    private void schedule(String message, int delayMs) {
        clients.schedule(
                () -> {
                    if (taken(message)) {
                        unsent.decrementAndGet();
                    } else {
                        schedule(message, AGAIN_MS);
                    }
                },
                delayMs,
                TimeUnit.MILLISECONDS);
    }

    private boolean taken(String message) {
        URI service = weir.url().resolve("/soa-infra/services/default/Walks/Walks");
        try {
            return post.send(service, SoapPost.SOAP_11, message).statusCode() == 202;
        } catch (IOException e) {
            return false;
        }
    }

    /** Waits until all walks have ended, or nothing has gone on for a while in which this process was not held up. */
    private void settle(Duration patience) throws InterruptedException {
        AdminClient admin = weir.admin();
        long before = -1;
        for (long idleMs = 0; idleMs < patience.toMillis(); idleMs += LOOK_MS) {
            int running = unsent.get() > 0 || partner.ends() < walks.size()
                    ? 1
                    : admin.instances(FlowState.RUNNING, null, 0, 500).size();
            if (unsent.get() == 0 && running == 0) {
                return;
            }
            long progress = partner.effects() * 1_000_000L - unsent.get() * 500L - running;
            if (progress != before) {
                before = progress;
                idleMs = 0;
            } else {
                released += weir.releaseKilled();
            }
            Thread.sleep(LOOK_MS);
        }
    }

    // What is wrong

    private void check() {
        if (unsent.get() > 0) {
            found(Harm.LOST, unsent.get() + " messages were never taken");
        }
        Map<Long, Integer> walkers = checkEffects();
        AdminClient admin = weir.admin();
        Set<Integer> seen = new HashSet<>();
        for (int offset = 0; ; offset += 500) {
            List<InstanceView> page = admin.instances(null, null, offset, 500);
            for (InstanceView flow : page) {
                checkFlow(flow, admin.history(flow.id()).events(), walkers, seen);
            }
            if (page.size() < 500) {
                break;
            }
        }
        for (int walk = 0; walk < walks.size(); walk++) {
            if (!seen.contains(walk)) {
                found(Harm.LOST, "walk " + walk + " has no flow");
            }
        }
        admin.stuck().forEach(stuck -> found(Harm.LOST, "an instance is stuck: " + stuck));
        admin.calls(null, 0, 100).forEach(call -> found(Harm.LOST, "a call rests: " + call));
    }

    /** Each turn of each walk was written once, by key; tells which instance is on which walk. */
    private Map<Long, Integer> checkEffects() {
        Map<Long, Integer> walkers = new HashMap<>();
        for (int walk = 0; walk < walks.size(); walk++) {
            Set<String> numbers = new TreeSet<>();
            for (int turn = 1; turn <= WAITS + 1; turn++) {
                String name = turn > WAITS ? "end" : Integer.toString(turn);
                Set<String> keys = partner.keys("W" + walk, name);
                if (keys.isEmpty()) {
                    found(Harm.LOST, "walk " + walk + " (" + walks.get(walk) + ") has no effect of turn " + name);
                } else if (keys.size() > 1) {
                    found(Harm.DOUBLED, "walk " + walk + " has several effects of turn " + name + ": " + keys);
                }
                for (String key : keys) {
                    String[] parts = key.split(":");
                    // urn:weir:call:STORE:INSTANCE:CALL:PROOF
                    walkers.put(Long.parseLong(parts[parts.length - 3]), walk);
                    numbers.add(parts[parts.length - 2]);
                }
            }
            if (numbers.size() > WAITS + 1) {
                found(Harm.DOUBLED, "walk " + walk + " has effects " + numbers);
            }
        }
        return walkers;
    }

    /** Each transition is in the audit, once. */
    private void checkFlow(InstanceView flow, List<AuditEvent> events, Map<Long, Integer> walkers, Set<Integer> seen) {
        Integer walk = events.stream()
                .map(event -> walkers.get(event.instance()))
                .filter(known -> known != null)
                .findFirst()
                .orElse(null);
        if (walk == null) {
            found(Harm.LOST, "flow " + flow + " is on no walk that had an effect");
            return;
        }
        if (!seen.add(walk)) {
            found(Harm.DOUBLED, "walk " + walk + " has another flow " + flow);
        }
        if (flow.state() != FlowState.COMPLETED) {
            found(Harm.LOST, "walk " + walk + " is " + flow.state());
        }
        Map<String, Integer> counts = new HashMap<>();
        for (AuditEvent event : events) {
            if (event.kind() == Kind.ACTIVITY_COMPLETED) {
                counts.merge(event.name(), 1, Integer::sum);
            } else if (event.kind() == Kind.INSTANCE_CREATED || event.kind() == Kind.INSTANCE_COMPLETED) {
                counts.merge(event.kind().name(), 1, Integer::sum);
            }
        }
        String waits = walks.get(walk);
        Map<String, Integer> expected = new HashMap<>();
        for (String name : List.of("start", "takeGuide", "openBook", "lead", "lastPage", "noteEnd", "turns")) {
            expected.put(name, 1);
        }
        List.of("pass", "write").forEach(name -> expected.put(name, count(waits, 'R')));
        List.of("rest", "noteRest").forEach(name -> expected.put(name, count(waits, 'T')));
        List.of("ask", "hear", "noteAnswer", "listen", "answer").forEach(name -> expected.put(name, count(waits, 'S')));
        List.of("turnPage", "wait").forEach(name -> expected.put(name, WAITS));
        expected.put("INSTANCE_CREATED", 2);
        expected.put("INSTANCE_COMPLETED", 2);
        expected.forEach((name, times) -> {
            int counted = counts.getOrDefault(name, 0);
            if (counted != times) {
                found(
                        counted > times ? Harm.DOUBLED : Harm.LOST,
                        "walk " + walk + " (" + waits + "): " + name + " is in the audit " + counted + " times, not "
                                + times);
            }
        });
    }

    private void found(Harm harm, String what) {
        if (findings.stream().filter(finding -> finding.harm == harm).count() < MOST_FINDINGS) {
            findings.add(new Finding(harm, what));
        }
    }

    private static int count(String waits, char kind) {
        return (int) waits.chars().filter(wait -> wait == kind).count();
    }

    @Override
    public void close() {
        clients.shutdownNow();
        weir.close();
        partner.close();
    }
}
