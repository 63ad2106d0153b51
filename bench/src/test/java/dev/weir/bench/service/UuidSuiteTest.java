package dev.weir.bench.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.bench.measure.MeasureException;
import dev.weir.bench.measure.Results;
import dev.weir.bench.measure.Windows;
import dev.weir.bench.measure.Workload;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is compared is comparable: servers in processes of their own. */
@Tag("slow")
class UuidSuiteTest {
    private static final ServiceSuite SUITE = ServiceSuite.uuid();

    @Test
    void everyStackGivesAsManyRandomUuidsInAsManyBytes() throws Exception {
        List<String> wrong = new ArrayList<>();
        for (ServiceStack stack : SUITE.stacks()) {
            try (ServiceProcess server = ServiceProcess.start(stack, SUITE.paths())) {
                for (ServiceRequest request : SUITE.requests(false)) {
                    String name = request.workload().name();
                    int count = Integer.parseInt(name.replaceAll("^[a-z]+-([0-9]+)/.*", "$1"));
                    // The declaration of XML, the root's tags, and 36 characters in tags for each UUID.
                    String right = count + " random UUIDs in " + (38 + 21 + 49 * count) + " bytes";
                    String answer = answer(request, server);
                    if (!answer.equals(right)) {
                        wrong.add(stack.id + " on " + name + ": " + answer + ", not " + right);
                    }
                }
                assertTrue(server.usage().cpuNanos() > 0);
            }
        }
        assertEquals(List.of(), wrong);
    }

    /** A refusal is its message. */
    private static String answer(ServiceRequest request, ServiceProcess server) throws Exception {
        try {
            return request.meaning().apply(request.answer(server.address()));
        } catch (MeasureException refused) {
            return String.valueOf(refused.getMessage());
        }
    }

    @Test
    void aRunHasFiguresOfEveryStack() throws Exception {
        Set<String> names = Set.of("random-10/keep-alive-10", "random-10/close-10", "post-10/keep-alive-10");
        List<Workload> wanted = SUITE.workloads(true).stream()
                .filter(workload -> names.contains(workload.name()))
                .toList();
        Results results = SUITE.measure(wanted, 1, new Windows(50, 2, true), stack -> true, 1, line -> {});
        assertEquals(List.of(), results.failures());
        assertEquals(3 * 4 * 4, results.results().size()); // workloads, stacks, metrics
        assertEquals(
                Set.of("cxf", "jetty", "limit:raw-answer"),
                Set.copyOf(results.ratios(SUITE).stream()
                        .map(ratio -> ratio.vs())
                        .distinct()
                        .toList()));
    }

    @Test
    void aQuickRunIsAPartOfAFullOne() {
        List<String> all = names(false);
        assertTrue(all.containsAll(names(true)));
        assertEquals(all.size(), Set.copyOf(all).size(), "two workloads have one name");
    }

    private static List<String> names(boolean quick) {
        return SUITE.workloads(quick).stream().map(Workload::name).toList();
    }

    @Test
    void anAnswerMustHaveTheRightUuidsOnly() {
        String one = "<uuid>0e4d2a6c-51f3-4b0a-9c3d-6f1f2a7b8c9d</uuid>";
        String named = "<uuid>0e4d2a6c-51f3-5b0a-9c3d-6f1f2a7b8c9d</uuid>";
        assertEquals("1 random UUIDs in 70 bytes", meaning("<response>" + one + "</response>", 1));
        assertRefused("there are 1 UUIDs, not 2", "<response>" + one + "</response>", 2);
        assertRefused(
                "0e4d2a6c-51f3-4b0a-9c3d-6f1f2a7b8c9d is there twice", "<response>" + one + one + "</response>", 2);
        assertRefused(
                "'0e4d2a6c-51f3-5b0a-9c3d-6f1f2a7b8c9d' is no random UUID", "<response>" + named + "</response>", 1);
        assertRefused("'' is no random UUID", "<response><uuid/></response>", 1);
        assertRefused("there is an element id", "<response><id/></response>", 1);
        assertRefused("the root is fault", "<fault/>", 0);
    }

    private static String meaning(String answer, int count) {
        return UuidRequests.meaning(answer.getBytes(StandardCharsets.UTF_8), count);
    }

    private static void assertRefused(String why, String answer, int count) {
        MeasureException refused = assertThrows(MeasureException.class, () -> meaning(answer, count));
        assertEquals("not the answer of the service: " + why, refused.getMessage());
    }
}
