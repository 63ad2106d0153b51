package dev.weir.server;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.composite.audit.FlowTrace;
import dev.weir.server.admin.AdminClient;
import dev.weir.server.admin.AdminRecords.InstanceHistory;
import dev.weir.server.admin.AdminRecords.InstanceView;
import dev.weir.store.AuditEvent;
import dev.weir.store.AuditEvent.Kind;
import dev.weir.testing.TestSeed;
import dev.weir.testing.TestSize;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Orders go in while the server is killed again and again: at random moments, and in the moment in which an order was
 * answered, when a server that answers too early has not written it yet. Whatever was answered, by 202 or by a reply,
 * must be completed exactly once, and the audit must show each step of it exactly once.
 */
@Tag("slow")
@Tag("sized")
@Tag("jdk")
class CrashRecoveryTest {
    private static final int ORDERS = TestSize.of(40, 200);
    /** So many of each kind. */
    private static final int KILLS = TestSize.of("weir.kills", 2, 10);

    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final Pattern ORDER_NUMBER = Pattern.compile("CR-\\d+-\\d+");

    private volatile CountDownLatch nextAnswer = new CountDownLatch(1);

    private final long seed = TestSeed.of(CrashRecoveryTest.class);
    private final SoapPost post = new SoapPost();

    /** Numbers of orders that were answered. */
    private final Set<String> answered = Collections.synchronizedSet(new HashSet<>());

    /** Numbers of all orders that were sent, answered or not. */
    private final Set<String> sent = Collections.synchronizedSet(new HashSet<>());

    @Test
    void everyAnsweredOrderIsCompletedExactlyOnceAlthoughTheServerIsKilledAgainAndAgain(@TempDir Path folder)
            throws Exception {
        try (RunningWeir weir = RunningWeir.orders(folder)) {
            ExecutorService clients = Executors.newFixedThreadPool(16);
            try {
                Random random = new Random(seed);
                List<Future<?>> orders = new ArrayList<>();
                for (int i = 0; i < ORDERS; i++) {
                    int number = i;
                    long orderSeed = random.nextLong();
                    orders.add(clients.submit(() -> order(weir, number, new Random(orderSeed))));
                }
                for (int i = 0; i < KILLS; i++) {
                    Thread.sleep(100 + random.nextInt(1_000));
                    weir.kill();
                    weir.restart();
                    CountDownLatch answer = new CountDownLatch(1);
                    nextAnswer = answer;
                    if (answer.await(2, TimeUnit.SECONDS)) {
                        weir.kill();
                        weir.restart();
                    }
                }
                for (Future<?> order : orders) {
                    order.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
                }
            } finally {
                clients.shutdownNow();
            }
            assertEquals(ORDERS, answered.size(), "seed " + seed);
            awaitCompletion(weir);
            check(histories(weir));
        }
    }

    private Void order(RunningWeir weir, int number, Random random) throws Exception {
        int kind = random.nextInt(4);
        for (int attempt = 0; ; attempt++) {
            String orderNumber = "CR-" + number + "-" + attempt;
            sent.add(orderNumber);
            boolean confirmFirst = kind != 0 && random.nextInt(8) == 0;
            if (confirmFirst) {
                confirm(weir, orderNumber);
            }
            String message = switch (kind) {
                case 0 -> OrderMessages.place(orderNumber);
                case 1 -> OrderMessages.submitDomestic(orderNumber);
                default -> OrderMessages.submitForReview(orderNumber);
            };
            if (isAnswered(weir, message, kind == 0 ? 200 : 202)) {
                answered.add(orderNumber);
                if (kind != 0 && !confirmFirst) {
                    Thread.sleep(random.nextInt(3_000));
                    confirm(weir, orderNumber);
                }
                return null;
            }
            Thread.sleep(20 + random.nextInt(200));
        }
    }

    private void confirm(RunningWeir weir, String orderNumber) {
        eventually(
                "the confirmation of " + orderNumber + " is taken",
                PATIENCE,
                () -> isAnswered(weir, OrderMessages.confirmSubmitted(orderNumber), 202));
    }

    /** True if the server answered as it should; false if it was dead, died, or was just starting. */
    private boolean isAnswered(RunningWeir weir, String message, int status) {
        try {
            HttpResponse<String> response = post.send(weir.orderService(), SoapPost.SOAP_11, message);
            if (response.statusCode() == status) {
                nextAnswer.countDown();
                return true;
            }
            assertTrue(
                    response.statusCode() == 503 || response.body().contains("CREDIT_UNAVAILABLE"),
                    () -> "seed " + seed + ": " + response.statusCode() + " " + response.body());
            return false;
        } catch (IOException e) {
            return false;
        }
    }

    private void awaitCompletion(RunningWeir weir) {
        eventually(
                () -> "seed " + seed + ": what was answered is completed, but not " + running(weir) + "\n" + weir.log(),
                PATIENCE,
                () -> {
                    weir.releaseKilled();
                    return running(weir).isEmpty();
                });
    }

    /** The answered orders whose instances have not ended, and the instances that have not begun: nobody knows whose. */
    private Set<String> running(RunningWeir weir) {
        Set<String> running = new HashSet<>();
        for (InstanceView instance : instances(weir)) {
            if (!instance.state().ended()) {
                InstanceHistory history = weir.admin().history(instance.id());
                Set<String> numbers = orderNumbers(history);
                if (isToBegin(history)) {
                    running.add("instance " + instance.id());
                }
                numbers.retainAll(answered);
                running.addAll(numbers);
            }
        }
        return running;
    }

    /** True for an order without a process; a confirmation may wait for one that there will never be. */
    private static boolean isToBegin(InstanceHistory history) {
        List<AuditEvent> events = history.events();
        return events.stream()
                        .anyMatch(event -> event.kind() == Kind.SERVICE_REQUEST
                                && !event.name().equals("confirmShipping"))
                && events.stream().noneMatch(event -> event.kind() == Kind.INSTANCE_CREATED);
    }

    private static List<InstanceHistory> histories(RunningWeir weir) {
        AdminClient admin = weir.admin();
        return instances(weir).stream()
                .map(instance -> admin.history(instance.id()))
                .toList();
    }

    private static List<InstanceView> instances(RunningWeir weir) {
        AdminClient admin = weir.admin();
        List<InstanceView> all = new ArrayList<>();
        List<InstanceView> page;
        do {
            page = admin.instances(null, "default/Orders!1.0", all.size(), 500);
            all.addAll(page);
        } while (page.size() == 500);
        return all;
    }

    private void check(List<InstanceHistory> histories) {
        Map<String, Integer> completions = new HashMap<>();
        for (InstanceHistory history : histories) {
            Map<String, Integer> steps = new HashMap<>();
            for (AuditEvent event : history.events()) {
                if (event.kind() == Kind.ACTIVITY_COMPLETED) {
                    steps.merge(event.component() + " " + event.name(), 1, Integer::sum);
                }
                if (event.kind() == Kind.INSTANCE_COMPLETED
                        && event.component().composite().name().equals("Orders")) {
                    Set<String> numbers = orderNumbers(history);
                    assertEquals(1, numbers.size(), "seed " + seed + ": " + history);
                    numbers.forEach(number -> completions.merge(number, 1, Integer::sum));
                }
            }
            steps.forEach((step, times) -> assertEquals(1, times, "seed " + seed + ": " + step + " in " + history));
        }
        Map<String, Integer> expected = new HashMap<>();
        answered.forEach(number -> expected.put(number, 1));
        Map<String, Integer> ofAnswered = new HashMap<>(completions);
        ofAnswered.keySet().retainAll(answered);
        assertEquals(expected, ofAnswered, () -> "seed " + seed + ": " + without(completions.keySet(), histories));
        completions.forEach((number, times) -> {
            assertEquals(1, times, "seed " + seed + ": " + number);
            assertTrue(sent.contains(number), "seed " + seed + ": " + number);
        });
    }

    /** What became of the answered orders that were not completed. */
    private String without(Set<String> completed, List<InstanceHistory> histories) {
        Set<String> missing = new HashSet<>(answered);
        missing.removeAll(completed);
        return missing + " were not completed: "
                + histories.stream()
                        .filter(history -> !Collections.disjoint(orderNumbers(history), missing))
                        .map(history -> history.instance() + "\n" + FlowTrace.render(history.events(), ZoneOffset.UTC))
                        .collect(Collectors.joining("\n"));
    }

    private static Set<String> orderNumbers(InstanceHistory history) {
        Set<String> numbers = new HashSet<>();
        for (AuditEvent event : history.events()) {
            if (event.detail() != null) {
                Matcher matcher = ORDER_NUMBER.matcher(event.detail());
                while (matcher.find()) {
                    numbers.add(matcher.group());
                }
            }
        }
        return numbers;
    }
}
