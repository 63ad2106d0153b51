package dev.weir.server.access;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What a line of the {@link AdminLog} is about, as a sentence for people: "Suspend instance 17". */
public final class LogWords {
    private static final Pattern BEGIN = Pattern.compile("/(admin|console)/");
    private static final Pattern PLACE = Pattern.compile("\\$([1-9])");

    /** Requests of the admin API and forms of the console, by the first step of their path; the first that fits counts. */
    private static final Map<String, List<Sentence>> SENTENCES = Arrays.stream(new Sentence[] {
                of("composites", "Deploy a composite"),
                of("composites/*/default", "Make $1 the default revision"),
                of("composites/*/start", "Start $1"),
                of("composites/*/stop", "Stop $1"),
                of("composites/*/retire", "Retire $1"),
                of("composites/*/activate", "Activate $1"),
                of("composites/*/undeploy", "Undeploy $1"),
                of("composites/*/services/*/operations/*/test", "Test the operation $3 of the service $2 of $1"),
                of("composites/*/services/*", "Test the service $2 of $1"),
                of("deploy/sar", "Deploy a composite"),
                of("deploy/assess", "Judge an archive"),
                of("assess", "Judge an archive"),
                of("instances/all/suspend", "Suspend many instances"),
                of("instances/all/resume", "Resume many instances"),
                of("instances/all/terminate", "Terminate many instances"),
                of("instances/*/suspend", "Suspend instance $1"),
                of("instances/*/resume", "Resume instance $1"),
                of("instances/*/terminate", "Terminate instance $1"),
                of("instances/*/retry", "Try the steps of instance $1 that failed again"),
                of("recover", "Try steps that failed again"),
                of("abandoned/*/terminate", "Terminate the instances of $1, which is not deployed"),
                of("faults", "Decide about calls"),
                of("faults/stop", "Stop the decision about many calls"),
                of("faults/recover", "Try steps that failed again"),
                of("faults/abandoned/*", "Terminate the instances of $1, which is not deployed"),
                of("calls/all/stop", "Stop the decision about many calls"),
                of("calls/all/retry", "Retry many calls"),
                of("calls/all/cancel", "Cancel many calls"),
                of("calls/all/continue", "Continue many calls"),
                of("calls/all/rethrow", "Rethrow the faults of many calls"),
                of("calls/all/abort", "Abort the processes of many calls"),
                of("calls/all/replay", "Replay the scopes of many calls"),
                of("calls/*/retry", "Retry call $1"),
                of("calls/*/cancel", "Cancel call $1"),
                of("calls/*/continue", "Continue call $1"),
                of("calls/*/rethrow", "Rethrow the fault of call $1"),
                of("calls/*/abort", "Abort the process of call $1"),
                of("calls/*/replay", "Replay the scope of call $1"),
                of("open-calls", "Decide about calls that are still tried"),
                of("open-calls/*", "Decide about many calls that are still tried: $1"),
                of("messages/*/deliver", "Deliver message $1 again"),
                of("messages/*/cancel", "Drop message $1"),
                of("groups/skip", "Skip the missing message of a group"),
                of("events", "Publish an event"),
                of("purge", "Purge"),
                of("purge/count", "Count what a purge would delete"),
                of("purge/cancel", "Stop the purge"),
                of("retention/run", "Begin the removal by retention"),
                of("tuning", "Change settings"),
                of("dispatcher", "Change the numbers of threads"),
                of("sign-in", "Sign in"),
                of("sign-in/openid", "Sign in by the OpenID provider"),
                of("sign-out", "Sign out"),
                of("signed-in", "Sign in by the OpenID provider")
            })
            .collect(Collectors.groupingBy(sentence -> sentence.first));

    private LogWords() {}

    /** A path below the admin API or the console, with the steps that vary as groups, and its words. */
    private record Sentence(String first, Pattern path, String words) {}

    private static Sentence of(String path, String words) {
        return new Sentence(path.split("/", 2)[0], Pattern.compile(path.replace("*", "([^/]+)")), words);
    }

    /** The sentence; with the address where no other is known. */
    public static String of(AdminLog.LogLine line) {
        String request = line.request();
        int space = request.indexOf(' ');
        Matcher begin = BEGIN.matcher(request);
        if (line.time() == null || space < 0 || !begin.find(space) || begin.start() != space + 1) {
            return request;
        }
        String method = request.substring(0, space);
        String path = request.substring(space + 1).split("\\?", 2)[0];
        String below = request.substring(begin.end()).split("\\?", 2)[0];
        boolean asks = method.equals("GET") && !below.startsWith("sign");
        for (Sentence sentence : SENTENCES.getOrDefault(below.split("/", 2)[0], List.of())) {
            Matcher steps = sentence.path.matcher(below);
            if (!asks && steps.matches()) {
                return PLACE.matcher(sentence.words)
                        .replaceAll(place ->
                                Matcher.quoteReplacement(decoded(steps.group(Integer.parseInt(place.group(1))))));
            }
        }
        return (asks ? "Look at " : "Send something to ") + decoded(path);
    }

    /** As people read it; what is no encoded text stays as it was sent. */
    public static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return text;
        }
    }
}
