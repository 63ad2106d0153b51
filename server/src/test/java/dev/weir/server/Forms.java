package dev.weir.server;

import dev.weir.server.Form.Sends;
import dev.weir.server.SabotagedWeir.Sabotage;
import dev.weir.server.admin.AdminClient;
import dev.weir.server.admin.AdminRecords.CompositeView;
import dev.weir.server.admin.AdminRecords.InstanceView;
import dev.weir.server.admin.AdminRecords.RestingCallView;
import dev.weir.store.FlowState;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * All {@linkplain Form forms} on one server that is killed again and again, and what is found wrong with them afterwards.
 * Every one-way message is sent twice, at once or after a while, each time until the server has taken it.
 */
final class Forms implements AutoCloseable {
    /** What may have happened to a message. */
    enum Harm {
        LOST,
        DOUBLED,
        DISORDERED
    }

    record Finding(Harm harm, String what) {}

    private static final int MOST_FINDINGS = 20;
    private static final int LOOK_MS = 50;
    private static final int AGAIN_MS = 200;
    private static final int LONGEST_LIFE_MS = 1_500;
    private static final int LONGEST_START_MS = 2_000;
    private static final int LONGEST_DELAY_MS = 1_500;
    private static final int PAGE = 500;

    private final RunningWeir weir;
    private final FormsPartner partner;
    private final Random random;
    private final @Nullable Sabotage sabotage;
    private final int messages;
    private final ScheduledExecutorService clients = Executors.newScheduledThreadPool(24);
    private final AtomicInteger unsent = new AtomicInteger();
    private final SoapPost post = new SoapPost();
    /** What requests were answered. */
    private final Set<String> answers = ConcurrentHashMap.newKeySet();

    /** What was answered last to messages that were not taken, by form. */
    private final Map<String, String> refusals = new ConcurrentHashMap<>();

    private final List<Finding> findings = new ArrayList<>();

    /**
     * @param messages to each form: a multiple of the size of groups
     * @param sabotage what is wrong with the server; null for the program as it is and one with rivals, in turn
     */
    Forms(Path folder, int messages, @Nullable Sabotage sabotage, long seed) throws IOException {
        this.random = new Random(seed);
        this.sabotage = sabotage;
        this.messages = messages;
        Path composites = folder.resolve("composites");
        for (Form form : Form.ALL) {
            form.writeBelow(composites);
        }
        partner = new FormsPartner(Form.ALL.stream().collect(Collectors.toMap(Form::name, Form::fails)));
        weir = RunningWeir.run(
                folder,
                List.of(
                        composites.toString(),
                        "--token",
                        "partner=" + partner.address(),
                        "--allow-callback",
                        "localhost"));
        for (CompositeView composite : weir.admin().composites()) {
            if (!composite.problems().isEmpty()) {
                throw new IllegalStateException(composite.toString());
            }
        }
        if (sabotage != null) {
            weir.kill();
            weir.restart(program());
        }
        clients.scheduleWithFixedDelay(this::decide, AGAIN_MS, AGAIN_MS, TimeUnit.MILLISECONDS);
    }

    private List<String> program() {
        if (sabotage == null && random.nextBoolean()) {
            return RunningWeir.MAIN;
        }
        Sabotage what = sabotage == null ? Sabotage.NONE : sabotage;
        return List.of(SabotagedWeir.class.getName(), what.name(), Long.toString(random.nextLong()));
    }

    /** Sends all messages, with so many kills meanwhile; returns what is wrong then: nothing, if all is well. */
    List<Finding> run(int kills, Duration patience) throws InterruptedException {
        int begun = 0;
        for (int kill = 0; kill <= kills; kill++) {
            int until = messages * (kill + 1) / (kills + 1);
            for (Form form : Form.ALL) {
                begin(form, begun, until);
            }
            begun = until;
            if (kill < kills) {
                Thread.sleep(random.nextInt(LONGEST_LIFE_MS));
                weir.kill();
                if (random.nextInt(4) == 0) {
                    weir.launch(program());
                    Thread.sleep(random.nextInt(LONGEST_START_MS));
                    weir.kill();
                }
                weir.restart(program());
            }
        }
        settle(patience);
        check();
        return findings;
    }

    /** Effects that the partner was asked for once more, and knew by their key. */
    int repetitions() {
        return partner.repetitions();
    }

    // The clients

    private void begin(Form form, int from, int until) {
        switch (form.sends()) {
            case NOTHING -> {}
            case ONE_WAY_IN_ORDER -> {
                unsent.addAndGet(until - from);
                scheduleInOrder(form, from, until, 0);
            }
            case REQUESTS -> {
                unsent.addAndGet(until - from);
                for (int number = from; number < until; number++) {
                    schedule(form, number, random.nextInt(LONGEST_DELAY_MS));
                }
            }
            default -> {
                unsent.addAndGet(2 * (until - from));
                for (int number = from; number < until; number++) {
                    int delay = random.nextInt(LONGEST_DELAY_MS);
                    schedule(form, number, delay);
                    schedule(form, number, random.nextBoolean() ? delay : delay + random.nextInt(LONGEST_DELAY_MS));
                }
            }
        }
    }

    private void schedule(Form form, int number, int delayMs) {
        clients.schedule(
                () -> {
                    if (taken(form, number)) {
                        unsent.decrementAndGet();
                    } else {
                        schedule(form, number, AGAIN_MS);
                    }
                },
                delayMs,
                TimeUnit.MILLISECONDS);
    }

    private void scheduleInOrder(Form form, int number, int until, int delayMs) {
        clients.schedule(
                () -> {
                    if (!taken(form, number)) {
                        scheduleInOrder(form, number, until, AGAIN_MS);
                        return;
                    }
                    unsent.decrementAndGet();
                    if (number + 1 < until) {
                        scheduleInOrder(form, number + 1, until, 0);
                    }
                },
                delayMs,
                TimeUnit.MILLISECONDS);
    }

    private boolean taken(Form form, int number) {
        URI service = weir.url().resolve("/soa-infra/services/default/" + form.name() + "/Desk");
        boolean request = form.sends() == Sends.REQUESTS;
        String id = request
                ? ""
                : "<a:MessageID>urn:weir:call:forms:" + form.name() + ":" + number
                        + ":AAAAAAAAAAAAAAAAAAAAAA</a:MessageID><a:ReplyTo>" + "<a:Address>" + partner.address() + "/"
                        + form.name() + "</a:Address></a:ReplyTo>";
        String message = "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'"
                + " xmlns:a='http://www.w3.org/2005/08/addressing'><s:Header>" + id + "</s:Header><s:Body>"
                + "<note xmlns='http://forms.example'>" + form.message().apply(number)
                + "</note></s:Body></s:Envelope>";
        try {
            HttpResponse<String> answer = post.send(
                    service, SoapPost.SOAP_11, "\"http://forms.example/" + (request ? "ask" : "tell") + "\"", message);
            boolean refused = form.sends() == Sends.ONE_WAY_OR_REFUSED
                    && form.effects().apply(number).isEmpty();
            boolean taken = answer.statusCode() == (request ? 200 : refused ? 500 : 202);
            if (!taken) {
                refusals.put(form.name(), answer.body());
            }
            if (request) {
                form.effects().apply(number).stream()
                        .filter(effect -> answer.body()
                                .contains(">" + effect.substring(form.name().length() + 1) + "<"))
                        .forEach(answers::add);
            }
            return taken;
        } catch (IOException e) {
            return false;
        }
    }

    /** What an operator does: lets the calls that rest by policy be tried again. */
    private void decide() {
        try {
            AdminClient admin = weir.admin();
            for (RestingCallView call : admin.calls(null, 0, PAGE)) {
                if (call.component().composite().name().equals("Human")) {
                    admin.decide(call.id(), "retry", null);
                }
            }
        } catch (RuntimeException e) {
            // The server is dead or starting; the next look follows soon.
        }
    }

    // The end

    private Set<String> expected() {
        Set<String> expected = new HashSet<>();
        for (Form form : Form.ALL) {
            if (form.sends() != Sends.NOTHING) {
                for (int number = 0; number < messages; number++) {
                    expected.addAll(form.effects().apply(number));
                }
            }
        }
        return expected;
    }

    /** Waits until all has ended, or nothing has gone on for a while. */
    private void settle(Duration patience) throws InterruptedException {
        AdminClient admin = weir.admin();
        Set<String> expected = expected();
        long before = -1;
        for (long idleMs = 0; idleMs < patience.toMillis(); idleMs += LOOK_MS) {
            long missing = expected.stream()
                    .filter(effect -> !partner.effects().containsKey(effect) && !answers.contains(effect))
                    .count();
            int running = unsent.get() > 0 || missing > 0
                    ? 1
                    : admin.instances(FlowState.RUNNING, null, 0, PAGE).size();
            if (running == 0) {
                return;
            }
            long progress = unsent.get() * 1_000_000L + missing * 1_000L + running;
            if (progress != before) {
                before = progress;
                idleMs = 0;
            } else {
                weir.releaseKilled();
            }
            Thread.sleep(LOOK_MS);
        }
    }

    private void check() {
        if (unsent.get() > 0) {
            found(Harm.LOST, unsent.get() + " messages were never taken; last refused: " + refusals);
        }
        AdminClient admin = weir.admin();
        Set<String> unexpected = new HashSet<>(partner.effects().keySet());
        unexpected.removeAll(expected());
        for (Form form : Form.ALL) {
            unexpected.removeIf(form::isFree);
            if (form.sends() == Sends.REQUESTS) {
                checkAnswers(form);
                unexpected.removeIf(effect -> effect.startsWith(form.name() + " "));
            } else if (form.sends() != Sends.NOTHING) {
                checkEffects(form);
            }
            form.sequences(messages).forEach(this::checkOrder);
            checkFlows(form, admin);
        }
        unexpected.forEach(effect -> found(Harm.DOUBLED, "nobody has asked for '" + effect + "'"));
        admin.calls(null, 0, PAGE).forEach(call -> found(Harm.LOST, "a call rests: " + call));
        admin.groups().forEach(group -> found(Harm.LOST, "a group waits: " + group));
        admin.stuck()
                .forEach(stuck -> found(Harm.LOST, "an instance is stuck: " + stuck + "\n" + logged(stuck.instance())));
    }

    /** What was logged when an instance could not be advanced, with the stack trace. */
    private String logged(long instance) {
        List<String> lines = weir.log().lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).contains("instance " + instance + " of ")) {
                return String.join("\n", lines.subList(i, Math.min(i + 30, lines.size())));
            }
        }
        return "";
    }

    private void checkAnswers(Form form) {
        for (int number = 0; number < messages; number++) {
            for (String effect : form.effects().apply(number)) {
                if (!answers.contains(effect)) {
                    found(Harm.LOST, "no request was answered '" + effect + "'");
                }
            }
        }
    }

    private void checkEffects(Form form) {
        Map<String, Set<String>> effects = partner.effects();
        for (int number = 0; number < messages; number++) {
            for (String effect : form.effects().apply(number)) {
                Set<String> keys = effects.getOrDefault(effect, Set.of());
                if (keys.isEmpty()) {
                    found(Harm.LOST, "there is no effect '" + effect + "'");
                } else if (keys.size() > 1) {
                    found(Harm.DOUBLED, "there are several effects '" + effect + "': " + keys);
                }
            }
        }
    }

    /** An effect may come again, but not after a later one. */
    private void checkOrder(List<String> sequence) {
        int last = 0;
        for (String effect : partner.order()) {
            int place = sequence.indexOf(effect);
            if (place >= 0 && place < last) {
                found(Harm.DISORDERED, "'" + effect + "' came after '" + sequence.get(last) + "'");
            }
            last = Math.max(last, place);
        }
    }

    private void checkFlows(Form form, AdminClient admin) {
        for (int offset = 0; ; offset += PAGE) {
            List<InstanceView> page = admin.instances(null, "default/" + form.name() + "!1.0", offset, PAGE);
            for (InstanceView flow : page) {
                if (!form.ends().contains(flow.state())) {
                    found(Harm.LOST, form.name() + ": the flow " + flow + " has not ended as it should");
                }
            }
            if (page.size() < PAGE) {
                return;
            }
        }
    }

    private void found(Harm harm, String what) {
        if (findings.stream().filter(finding -> finding.harm == harm).count() < MOST_FINDINGS) {
            findings.add(new Finding(harm, what));
        }
    }

    @Override
    public void close() {
        clients.shutdownNow();
        weir.close();
        partner.close();
    }
}
