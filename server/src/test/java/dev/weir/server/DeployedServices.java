package dev.weir.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.server.admin.AdminClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Asks a server what it has deployed of {@link DeployedVariants}: by its admin API, and each service by a message. */
final class DeployedServices {
    private static final Pattern DECISION = Pattern.compile("Reference[^>]*>([^:<]+):");
    private static final Pattern TALK = Pattern.compile(">talk ([^,]+), advice 1<");
    private static final Pattern CLOSED = Pattern.compile("default/[^ <]+ is (stopped|retired)");

    private final AtomicInteger messages = new AtomicInteger();
    private final SoapPost post = new SoapPost();
    private final URI services;

    /** @param server its URL, which may be that of several lives */
    DeployedServices(URI server) {
        this.services = server.resolve("/soa-infra/services/default/");
    }

    /**
     * What is seen of a server.
     *
     * @param listed the revisions with their states, in the order of their deployment
     * @param answers of the services, by the composite and perhaps its revision
     */
    record Seen(List<String> listed, Map<String, String> answers) {
        /** What must be seen by a model. */
        static Seen of(DeployedModel model) {
            Map<String, String> answers = new TreeMap<>();
            for (String composite : List.of(DeployedVariants.CREDIT, DeployedVariants.TALKS)) {
                answers.put(composite, model.answerOfDefault(composite));
                for (String revision : DeployedVariants.REVISIONS) {
                    String id = composite + "!" + revision;
                    answers.put(id, model.answerOf("default/" + id));
                }
            }
            return new Seen(model.listed(), answers);
        }
    }

    Seen look(AdminClient admin) throws IOException {
        List<String> listed = admin.composites().stream()
                .map(view -> DeployedModel.line(view.name(), view.on(), view.active(), view.defaultRevision()))
                .toList();
        List<String> ids = new ArrayList<>();
        for (String composite : List.of(DeployedVariants.CREDIT, DeployedVariants.TALKS)) {
            ids.add(composite);
            DeployedVariants.REVISIONS.forEach(revision -> ids.add(composite + "!" + revision));
        }
        Map<String, String> answers = new TreeMap<>();
        for (String id : ids) {
            answers.put(id, id.startsWith(DeployedVariants.CREDIT) ? decide(id) : talk(id));
        }
        return new Seen(listed, answers);
    }

    /** Has Credit decide. The id is the composite's, perhaps with its revision. */
    String decide(String id) throws IOException {
        String check = "<c:CreditCheck xmlns:c='http://examples.weir.dev/credit/1.0'><c:CustomerId>C-1</c:CustomerId>"
                + "<c:OrderNumber>" + messages.incrementAndGet() + "</c:OrderNumber><c:Amount>1</c:Amount>"
                + "<c:Currency>EUR</c:Currency></c:CreditCheck>";
        return answer(send(id, "CreditService", check), DECISION);
    }

    private String talk(String id) throws IOException {
        String talk = "probe " + messages.incrementAndGet();
        String begun = begin(id, talk);
        return begun.isEmpty() ? ask(id, talk) : begun;
    }

    /** Begins a talk; returns why it has not begun, or nothing. */
    String begin(String id, String talk) throws IOException {
        HttpResponse<String> begun = send(id, "Talks", message("begin", talk));
        return begun.statusCode() == 202 ? "" : answer(begun, TALK);
    }

    String ask(String id, String talk) throws IOException {
        return answer(send(id, "Talks", message("ask", talk)), TALK);
    }

    private static String message(String element, String talk) {
        return "<" + element + " xmlns='http://talks.example'><id>" + talk + "</id></" + element + ">";
    }

    private HttpResponse<String> send(String id, String service, String message) throws IOException {
        return post.send(
                services.resolve(id + "/" + service),
                SoapPost.SOAP_11,
                "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body>" + message
                        + "</s:Body></s:Envelope>");
    }

    private static String answer(HttpResponse<String> answer, Pattern variant) {
        Matcher answered = variant.matcher(answer.body());
        if (answer.statusCode() == 200 && answered.find()) {
            return answered.group(1);
        }
        Matcher closed = CLOSED.matcher(answer.body());
        if (closed.find()) {
            return closed.group();
        }
        return answer.statusCode() == 404 ? DeployedModel.NOT_FOUND : answer.statusCode() + " " + answer.body();
    }

    /** Fails unless this is what the model says. */
    void assertServed(DeployedModel model, AdminClient admin, String when) throws IOException {
        assertEquals(Seen.of(model), look(admin), when);
    }
}
