package dev.weir.server;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.composite.deployment.Change;
import dev.weir.server.DeployedModel.Revision;
import dev.weir.server.DeployedModel.Sar;
import dev.weir.server.DeployedServices.Seen;
import dev.weir.server.RunningWeir.CommandResult;
import dev.weir.store.FlowState;
import dev.weir.testing.TestSeed;
import dev.weir.testing.TestSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random commands that deploy, overwrite, change and take back revisions, a third of which must be refused, while clients
 * send requests and the server is killed: after each command and each restart exactly what was acknowledged is served, and
 * what was under way has happened or not, as a whole. No SAR is lost, none is left, and each instance finds the version
 * that it began with. {@code -Dweir.rounds} sets how many kills, {@code -Dweir.seed} repeats a run as far as time allows.
 */
@Tag("slow")
@Tag("sized")
class DeploymentsUnderKillsTest {
    private static final int ROUNDS = TestSize.of("weir.rounds", 12, 300);
    private static final int MOST_COMMANDS = 6;

    private final long seed = TestSeed.of(DeploymentsUnderKillsTest.class);
    private final Random random = new Random(seed);

    /** What was done, for whoever reads why the test fails. */
    private final List<String> done = new ArrayList<>();

    /** The variants that talks were begun with, by their names. */
    private final Map<String, Sar> talks = new LinkedHashMap<>();

    /**
     * A command of the program.
     *
     * @param arguments of the command line
     * @param rule what it makes of what is deployed; nothing where it must be refused
     */
    private record Command(List<String> arguments, Function<DeployedModel, Optional<DeployedModel>> rule) {
        boolean mustBeRefused(DeployedModel state) {
            return rule.apply(state).isEmpty();
        }
    }

    @Test
    void whatIsAcknowledgedIsServedAndWhatIsUnderWayHasHappenedOrNot(@TempDir Path folder) throws Exception {
        DeployedVariants variants = new DeployedVariants(folder.resolve("variants"));
        Path plan = folder.resolve("plan.xml");
        Files.writeString(
                plan,
                "<SOAConfigPlan xmlns='http://schemas.oracle.com/soa/configplan'><composite name='*'>"
                        + "<component name='Nobody'><property name='nothing'><replace>else</replace></property>"
                        + "</component></composite></SOAConfigPlan>");
        DeployedModel state = DeployedModel.NOTHING;
        try (RunningWeir weir = RunningWeir.run(folder, List.of("--reply-wait", "20"))) {
            DeployedServices services = new DeployedServices(weir.url());
            try (DeployedLoad load = new DeployedLoad(services, state)) {
                for (int round = 1; round <= ROUNDS; round++) {
                    for (int more = random.nextInt(MOST_COMMANDS); more > 0; more--) {
                        Command command = command(state, variants, plan);
                        state = carryOut(weir, load, command, state);
                        services.assertServed(state, weir.admin(), recent(command));
                    }
                    Command last = command(state, variants, plan);
                    List<DeployedModel> possible = kill(weir, load, last, state);
                    weir.restart();
                    state = served(services.look(weir.admin()), possible, recent(last));
                    load.restarted(state);
                    assertEquals(List.of(), load.wrong(), recent(last));
                    filesAreThoseOf(state, folder.resolve("data/deployed"));
                    talk(services, state, round);
                }
            }
            all(weir, variants, state);
            for (Map.Entry<String, Sar> talk : talks.entrySet()) {
                answers(services, talk.getKey(), talk.getValue());
            }
            eventually(
                    "no instance runs: all have found their versions",
                    () -> weir.admin().instances(FlowState.RUNNING, null, 0, 10),
                    List::isEmpty);
        }
    }

    private String recent(Command last) {
        int first = Math.max(0, done.size() - 3 * MOST_COMMANDS);
        return "seed " + seed + ", after " + last.arguments() + "; the last commands:\n"
                + String.join("\n", done.subList(first, done.size())) + "\n";
    }

    /** The next command: one in three must be refused. */
    private Command command(DeployedModel state, DeployedVariants variants, Path plan) {
        boolean refused = random.nextInt(3) == 0;
        Command command;
        do {
            command = anyCommand(variants, plan);
        } while (command.mustBeRefused(state) != refused);
        return command;
    }

    private Command anyCommand(DeployedVariants variants, Path plan) {
        Sar sar = any(variants.all());
        String file = sar.file().toString();
        switch (random.nextInt(9)) {
            case 0, 1, 2, 3 -> {
                boolean overwrite = random.nextBoolean();
                boolean keepDefault = random.nextBoolean();
                List<String> arguments = new ArrayList<>(List.of("deploy", file));
                if (overwrite) {
                    arguments.add("--overwrite");
                }
                if (keepDefault) {
                    arguments.add("--keep-default");
                }
                return new Command(arguments, state -> state.deploy(sar, overwrite, !keepDefault));
            }
            case 4 -> {
                boolean planned = random.nextInt(4) == 0;
                List<String> arguments = planned
                        ? List.of("deploy", file, "--overwrite", "--plan", plan.toString())
                        : List.of("deploy", any(variants.broken()).toString(), "--overwrite");
                return new Command(arguments, state -> Optional.empty());
            }
            default -> {
                Change change = any(List.of(Change.values()));
                return new Command(
                        List.of(change.name().toLowerCase(Locale.ROOT), sar.name()),
                        state -> state.change(sar.name(), change));
            }
        }
    }

    private <T> T any(List<T> some) {
        return some.get(random.nextInt(some.size()));
    }

    /** What is so already is refused by the command's exit code, and holds all the same. */
    private static boolean isDone(CommandResult result) {
        return result.exitCode() == 0 || isSoAlready(result);
    }

    private static boolean isSoAlready(CommandResult result) {
        return result.exitCode() == 1 && result.output().contains(" is so already");
    }

    /** Returns what is deployed afterwards. */
    private DeployedModel carryOut(RunningWeir weir, DeployedLoad load, Command command, DeployedModel state) {
        Optional<DeployedModel> next = command.rule().apply(state);
        next.ifPresent(load::begins);
        CommandResult result = weir.command(command.arguments().toArray(String[]::new));
        load.acknowledged();
        done.add(String.join(" ", command.arguments()) + ": " + (isDone(result) ? "done" : "refused"));
        assertEquals(next.isPresent(), isDone(result), result.output() + recent(command));
        assertTrue(
                !isSoAlready(result) || Seen.of(next.orElseThrow()).equals(Seen.of(state)),
                () -> result.output() + recent(command));
        assertTrue(next.isPresent() || !result.output().contains("the server answered 5"), result.output());
        return next.orElse(state);
    }

    /** Kills the server at any moment of a command; returns what may be deployed afterwards. */
    private List<DeployedModel> kill(RunningWeir weir, DeployedLoad load, Command command, DeployedModel before)
            throws Exception {
        Optional<DeployedModel> after = command.rule().apply(before);
        after.ifPresent(load::begins);
        CompletableFuture<CommandResult> sent = CompletableFuture.supplyAsync(
                () -> weir.command(command.arguments().toArray(String[]::new)));
        // Each step has its chance, whether it is early or late: 1 to 128 ms.
        Thread.sleep(1L << random.nextInt(8));
        load.killed();
        weir.kill();
        CommandResult result = sent.get(1, TimeUnit.MINUTES);
        boolean acknowledged = isDone(result);
        boolean unanswered = result.output().contains("no answer from")
                || result.output().contains("the server that used the data folder");
        done.add(String.join(" ", command.arguments()) + ": killed, "
                + (acknowledged ? "done" : unanswered ? "unanswered" : "refused"));
        if (after.isEmpty()) {
            assertEquals(1, result.exitCode(), result.output() + recent(command));
            return List.of(before);
        }
        assertTrue(acknowledged || unanswered, result.output() + recent(command));
        return acknowledged ? List.of(after.get()) : List.of(before, after.get());
    }

    /** Which of what may be there is there, as a whole. */
    private static DeployedModel served(Seen seen, List<DeployedModel> possible, String when) {
        for (DeployedModel each : possible) {
            if (Seen.of(each).equals(seen)) {
                return each;
            }
        }
        return fail(when + "there is " + seen + "\nbut may only be one of "
                + possible.stream().map(Seen::of).toList());
    }

    /** Beside the list there is the SAR of each revision, as it was sent, and nothing else. */
    private static void filesAreThoseOf(DeployedModel state, Path deployed) throws IOException {
        Set<String> names = new TreeSet<>();
        for (JsonNode each :
                new ObjectMapper().readTree(deployed.resolve("deployed.json").toFile())) {
            String name = each.path("file").asText();
            Sar sar = state.find(each.path("composite").asText()).orElseThrow().sar();
            assertEquals(-1, Files.mismatch(deployed.resolve(name), sar.file()), sar + " is kept as it was sent");
            names.add(name);
        }
        assertEquals(state.revisions().size(), names.size(), "each revision has a SAR");
        try (Stream<Path> files = Files.list(deployed)) {
            Set<String> found = files.map(file -> file.getFileName().toString())
                    .filter(name -> !name.equals("deployed.json") && !name.equals("unlisted"))
                    .collect(Collectors.toSet());
            assertEquals(names, found, "nothing is there that the list does not name");
        }
    }

    /** Begins a talk with each revision that takes one, and goes on with an earlier one. */
    private void talk(DeployedServices services, DeployedModel state, int round) throws IOException {
        for (Revision each : state.revisions()) {
            if (each.open() && each.sar().composite().equals(DeployedVariants.TALKS)) {
                String talk = "talk " + round + " with " + each.sar().answer();
                assertEquals("", services.begin(id(each.sar()), talk));
                talks.put(talk, each.sar());
            }
        }
        if (!talks.isEmpty()) {
            String talk = any(List.copyOf(talks.keySet()));
            Sar with = talks.get(talk);
            if (with != null && state.find(with.name()).map(Revision::on).orElse(false)) {
                answers(services, talk, with);
                talks.remove(talk);
            }
        }
    }

    private void answers(DeployedServices services, String talk, Sar with) throws IOException {
        assertEquals(with.answer(), services.ask(id(with), talk), "as it began; seed " + seed);
    }

    private static String id(Sar sar) {
        return sar.composite() + "!" + sar.revision();
    }

    /** Deploys what is not there, and starts what is stopped: all instances can go on. */
    private static void all(RunningWeir weir, DeployedVariants variants, DeployedModel state) {
        for (Sar sar : variants.all()) {
            if (state.find(sar.name()).isEmpty()) {
                weir.command("deploy", sar.file().toString());
            }
            CommandResult started = weir.command("start", sar.name());
            assertTrue(isDone(started), started::output);
        }
    }
}
