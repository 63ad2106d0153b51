package dev.weir.bpel;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.xml.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.EnabledIf;

/**
 * Betsy's processes that violate the rules of static analysis, each by one rule: they are refused for that rule, among
 * others where they violate others. That no good process is refused, {@link BetsyTest} shows.
 */
@EnabledIf(
        value = "dev.weir.bpel.BetsyTest#suiteIsPresent",
        disabledReason = "the BPEL conformance suite is not in ../shared/betsy; -Dweir.betsy names its folder")
class BetsyRejectionsTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TestFactory
    Stream<DynamicTest> aProcessIsRefusedForTheRuleThatItViolates() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        for (Path rule : sorted(BetsyTest.suite().resolve("cases/static"))) {
            for (Path each : sorted(rule)) {
                String name = "static/" + rule.getFileName() + "/" + each.getFileName();
                String reason = BetsyTest.expectedFailures().get(name);
                tests.add(DynamicTest.dynamicTest(
                        name, () -> check(each, rule.getFileName().toString(), reason)));
            }
        }
        return tests.stream();
    }

    private static List<Path> sorted(Path folder) throws IOException {
        try (Stream<Path> paths = Files.list(folder)) {
            return paths.sorted().toList();
        }
    }

    private static void check(Path folder, String rule, String expectedFailure) throws IOException {
        Path process = folder.resolve(JSON.readTree(folder.resolve("test.json").toFile())
                .get("process")
                .asText());
        if (expectedFailure != null) {
            if (problems(process).stream().anyMatch(problem -> names(problem, rule))) {
                fail("passes now; take it off the list of expected failures, where it says: " + expectedFailure);
            }
            return;
        }
        BpelException refusal =
                assertThrows(BpelException.class, () -> ProcessDefinition.compile(process.toUri(), BetsyTest::read));
        assertTrue(
                refusal.problems().stream().anyMatch(problem -> names(problem, rule)),
                () -> "refused for other reasons: " + refusal.getMessage());
    }

    private static List<Problem> problems(Path process) {
        try {
            ProcessDefinition.compile(process.toUri(), BetsyTest::read);
            return List.of();
        } catch (BpelException e) {
            return e.problems();
        }
    }

    private static boolean names(Problem problem, String rule) {
        return problem.rule().equals(rule)
                && problem.line() > 0
                && !problem.remedy().isEmpty();
    }
}
