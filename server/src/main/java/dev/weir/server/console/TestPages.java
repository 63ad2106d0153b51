package dev.weir.server.console;

import dev.weir.server.access.Role;
import dev.weir.server.admin.AdminException;
import dev.weir.server.admin.AdminRecords.CompositeView;
import dev.weir.server.admin.AdminRecords.OperationOffer;
import dev.weir.server.admin.AdminRecords.SampleRequest;
import dev.weir.server.admin.AdminRecords.ServiceView;
import dev.weir.server.admin.AdminRecords.TestOutcome;
import dev.weir.server.admin.AdminRecords.TestReply;
import dev.weir.server.console.Confirmation.Field;
import dev.weir.soap.http.HttpReply;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Services are tried here: a sample request of an operation, changed as people like, sent, and the answer to it. */
public final class TestPages {
    private static final String SECTION = "test";
    private static final String ONE = "/composites/{composite}/services/{service}";

    private final Pages pages;
    private final Kept<Result> results = new Kept<>();

    TestPages(Pages pages) {
        this.pages = pages;
    }

    List<ConsoleRoute> routes() {
        return List.of(
                ConsoleRoute.page("/test", this::list),
                ConsoleRoute.page(ONE, this::show, "operation", "soap", "result"),
                ConsoleRoute.form(ONE, this::send, "operation", "soap", "request"));
    }

    /** The page of all. */
    public record ListPage(List<Row> rows) {}

    /** A service, with the names of its operations. */
    public record Row(String composite, String compositeAddress, String service, String address, String operations) {}

    /**
     * The page of one.
     *
     * @param chosen the operation that is tried
     * @param soap by which version
     * @param sample null where there is none
     * @param text of the request: the sample, or what was sent
     * @param answer null before anything was sent
     * @param problem why there is no sample, or why nothing was sent; empty for no problem
     */
    public record ServicePage(
            String composite,
            String compositeAddress,
            ServiceView service,
            String address,
            OperationOffer chosen,
            String soap,
            @Nullable SampleRequest sample,
            String text,
            @Nullable Answer answer,
            String problem) {}

    /**
     * What came back.
     *
     * @param title in a word or two
     * @param facts in one line: status, time, size
     * @param good false for what did not go well, null for what is neither
     * @param text to read; empty for nothing
     * @param instances which began since, with their addresses
     * @param all where all of them are listed
     */
    public record Answer(
            String title,
            String facts,
            @Nullable Boolean good,
            String text,
            boolean cut,
            Map<String, String> instances,
            String all) {}

    /** The address of the page on which a service is tried. */
    static String addressOf(String composite, String service) {
        return CompositePages.addressOf(composite) + "/services/" + Fields.encoded(service);
    }

    private HttpReply list(ConsoleRequest request) {
        List<Row> rows = new ArrayList<>();
        request.admin().composites().stream()
                .filter(each -> each.problems().isEmpty())
                .map(CompositeView::name)
                .sorted()
                .forEach(composite -> services(request, composite).forEach(each -> rows.add(row(composite, each))));
        return pages.page(request, "services", SECTION, "Test", new ListPage(rows));
    }

    /** None of a composite that was undeployed meanwhile. */
    private static List<ServiceView> services(ConsoleRequest request, String composite) {
        try {
            return request.admin().services(composite);
        } catch (AdminException e) {
            if (e.status() == 404) {
                return List.of();
            }
            throw e;
        }
    }

    private static Row row(String composite, ServiceView service) {
        return new Row(
                composite,
                CompositePages.addressOf(composite),
                service.name(),
                addressOf(composite, service.name()),
                String.join(
                        ", ",
                        service.operations().stream().map(OperationOffer::name).toList()));
    }

    /**
     * What was sent, and what came back.
     *
     * @param answer null where nothing was sent
     * @param problem why nothing was sent; empty where something was
     */
    private record Result(String text, @Nullable Answer answer, String problem) {}

    private HttpReply show(ConsoleRequest request) {
        String id = request.query().get("result");
        if (id.isEmpty()) {
            return page(request, request.query(), null, null, "");
        }
        Result result = results.find(id, request.session(), request.path());
        return result == null
                ? page(
                        request,
                        request.query(),
                        null,
                        null,
                        "What was sent then is not kept any more, or was sent by somebody else. This is the sample; nothing was sent"
                                + " now")
                : page(request, request.query(), result.text(), result.answer(), result.problem());
    }

    private HttpReply send(ConsoleRequest request) {
        request.needs(Role.OPERATOR);
        Fields form = request.form();
        // Browsers end lines by both characters, whatever was typed.
        String text = form.verbatim("request").replace("\r\n", "\n");
        Answer answer = null;
        String problem = "";
        try {
            answer = answer(
                    request.path("composite"),
                    request.admin()
                            .test(
                                    request.path("composite"),
                                    request.path("service"),
                                    form.get("operation"),
                                    form.get("soap"),
                                    text.getBytes(StandardCharsets.UTF_8)));
        } catch (AdminException e) {
            // What was typed is not lost by that.
            problem = why(e);
        }
        // A page that is read again sends nothing again.
        String result = results.keep(request.session(), request.path(), new Result(text, answer, problem));
        return Pages.redirect(addressOf(request.path("composite"), request.path("service"))
                + Fields.query(List.of(
                        new Field("operation", form.get("operation")),
                        new Field("soap", form.get("soap")),
                        new Field("result", result))));
    }

    /**
     * @param choice has operation and soap; the first ones count where it has not
     * @param text that was sent; null for the sample
     */
    private HttpReply page(
            ConsoleRequest request, Fields choice, @Nullable String text, @Nullable Answer answer, String problem) {
        String composite = request.path("composite");
        ServiceView service = request.admin().services(composite).stream()
                .filter(each -> each.name().equals(request.path("service")))
                .findFirst()
                .orElseThrow(() -> AdminException.unknown(
                        request.path("service"),
                        composite + " has no such service",
                        "see " + Console.PREFIX + "/test"));
        OperationOffer chosen = chosen(service, choice.get("operation"));
        String soap = chosen.soap().contains(choice.get("soap"))
                ? choice.get("soap")
                : chosen.soap().get(0);
        SampleRequest sample = null;
        String why = problem;
        try {
            sample = request.admin().sample(composite, service.name(), chosen.name(), soap);
        } catch (AdminException e) {
            why = why.isEmpty() ? why(e) : why;
        }
        return pages.page(
                request,
                "service",
                SECTION,
                "Test " + service.name(),
                new ServicePage(
                        composite,
                        CompositePages.addressOf(composite),
                        service,
                        addressOf(composite, service.name()),
                        chosen,
                        soap,
                        sample,
                        text != null ? text : sample == null ? "" : sample.envelope(),
                        answer,
                        why));
    }

    private static String why(AdminException e) {
        return e.problems().isEmpty()
                ? String.valueOf(e.getMessage())
                : e.problems().stream()
                        .map(each -> each.what() + ": " + each.remedy())
                        .collect(Collectors.joining("; "));
    }

    private static OperationOffer chosen(ServiceView service, String name) {
        List<OperationOffer> offered = service.operations().stream()
                .filter(each -> !each.soap().isEmpty())
                .toList();
        return offered.stream()
                .filter(each -> name.isEmpty() || each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> AdminException.unknown(
                        service.name(),
                        name.isEmpty()
                                ? "the service has no operation by SOAP"
                                : "the service has no operation " + name + " by SOAP",
                        "see " + Console.PREFIX + "/test"));
    }

    private static Answer answer(String composite, TestReply reply) {
        Map<String, String> instances = new LinkedHashMap<>();
        reply.instances().forEach(id -> instances.put(Long.toString(id), Console.PREFIX + "/instances/" + id));
        return new Answer(
                title(reply.outcome()),
                facts(reply),
                reply.outcome() == TestOutcome.LATE
                        ? null
                        : reply.outcome() == TestOutcome.REPLY || reply.outcome() == TestOutcome.ACCEPTED,
                reply.cut() ? reply.body() : PrettyXml.of(reply.body()),
                reply.cut(),
                instances,
                Console.PREFIX + "/instances?composite=" + Fields.encoded(composite));
    }

    private static String title(TestOutcome outcome) {
        return switch (outcome) {
            case REPLY -> "Reply";
            case FAULT -> "Fault";
            case ACCEPTED -> "Accepted";
            case REFUSED -> "Refused";
            case LATE -> "No reply yet";
        };
    }

    private static String facts(TestReply reply) {
        String time = Times.duration(Duration.ofMillis(reply.millis()));
        if (reply.status() == null) {
            return "nobody waits for it any more, after " + time + "; the service goes on";
        }
        StringBuilder facts = new StringBuilder("HTTP status " + reply.status() + " after " + time);
        if (reply.outcome() == TestOutcome.ACCEPTED) {
            return facts.append(": the message was taken. The operation is one-way, so that no reply comes.")
                    .toString();
        }
        if (reply.bytes() >= 0) {
            facts.append(", ").append(Numbers.whole(reply.bytes())).append(" bytes");
        }
        return reply.contentType() == null
                ? facts.toString()
                : facts.append(", ").append(reply.contentType()).toString();
    }
}
