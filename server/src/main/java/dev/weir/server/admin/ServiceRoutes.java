package dev.weir.server.admin;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.weir.composite.runtime.CompositeRuntime;
import dev.weir.composite.runtime.OwnServices;
import dev.weir.server.access.Role;
import dev.weir.server.admin.AdminRecords.OperationOffer;
import dev.weir.server.admin.AdminRecords.SampleRequest;
import dev.weir.server.admin.AdminRecords.ServiceView;
import dev.weir.server.admin.AdminRecords.TestOutcome;
import dev.weir.server.admin.AdminRecords.TestReply;
import dev.weir.soap.http.HttpException;
import dev.weir.soap.http.HttpReply;
import dev.weir.soap.page.TestPage;
import dev.weir.soap.wsdl.ServiceDescription;
import dev.weir.store.CompositeRevision;
import dev.weir.store.FlowFilter;
import dev.weir.store.FlowSummary;
import dev.weir.store.Store;
import dev.weir.wsdl.Wsdl.BindingOperation;
import dev.weir.wsdl.Wsdl.Operation;
import dev.weir.wsdl.Wsdl.SoapVersion;
import dev.weir.wsdl.WsdlException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Semaphore;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The services of composites: their operations, a sample request of each, and requests that are sent to try them. Such a
 * request comes to the service's own endpoint, and what that answers is the answer, a refusal, too.
 */
final class ServiceRoutes {
    /** The longest wait for a reply, in seconds. */
    static final int LONGEST_WAIT = 30;
    /** Each holds a thread while it waits for its reply. */
    static final int MOST_WAITING = 8;
    /** The most bytes of a request. */
    static final int MOST_SENT = 1 << 20;
    /** The most bytes that are shown of a reply. */
    static final int MOST_SHOWN = 256 << 10;

    private static final int MOST_INSTANCES = 5;
    private static final int FIRST_ERROR_STATUS = 400;
    private static final String OPERATION = "/composites/{composite}/services/{service}/operations/{operation}";
    /** What a field of HTTP can have. */
    private static final Pattern FIELD = Pattern.compile("[\\x20-\\x7e\\xa0-\\xff]*");

    private final Store store;
    private final OwnServices services;
    private final Semaphore places = new Semaphore(MOST_WAITING);

    ServiceRoutes(Store store, CompositeRuntime runtime) {
        this.store = store;
        this.services = runtime.services();
    }

    List<AdminRoute> routes() {
        return List.of(
                AdminRoute.get(
                        "/composites/{composite}/services",
                        Role.VIEWER,
                        "The services of a composite, with their operations.",
                        new TypeReference<List<ServiceView>>() {},
                        this::list),
                AdminRoute.get(
                                OPERATION,
                                Role.VIEWER,
                                "A sample request for an operation, made from the service's WSDL and schemas.",
                                SampleRequest.class,
                                this::sample)
                        .with("soap", "string", "1.1 or 1.2; left out, the first that the operation has"),
                AdminRoute.post(
                                OPERATION + "/test",
                                Role.OPERATOR,
                                "Sends an envelope to the service, of " + MOST_SENT + " bytes at most, and answers what"
                                        + " came back, of which at most " + MOST_SHOWN + " bytes.",
                                TestReply.class,
                                this::test)
                        .with("soap", "string", "1.1 or 1.2; left out, the first that the operation has")
                        .with(
                                "wait",
                                "integer",
                                "seconds to wait for the reply, at most " + LONGEST_WAIT + ", which is how many unless"
                                        + " said; the service goes on")
                        .taking("application/xml", true));
    }

    /** What a request names. */
    private record Named(
            CompositeRevision composite,
            String service,
            ServiceDescription description,
            SoapVersion version,
            BindingOperation bound) {}

    private List<ServiceView> list(AdminRequest request) {
        CompositeRevision composite = AdminRequest.composite(request.path("composite"));
        return described(composite).entrySet().stream()
                .map(each -> new ServiceView(
                        each.getKey(),
                        services.address(composite, each.getKey()).toString(),
                        operations(each.getValue())))
                .toList();
    }

    private Map<String, ServiceDescription> described(CompositeRevision composite) {
        Map<String, ServiceDescription> described = services.of(composite);
        if (described == null) {
            throw new RefusedException(
                    404,
                    "admin-composite-unknown",
                    "no composite " + composite + " is deployed that could be served",
                    "see `weir list`");
        }
        return described;
    }

    private static List<OperationOffer> operations(ServiceDescription description) {
        return description.portType().operations().stream()
                .map(each -> new OperationOffer(each.name(), each.oneWay(), versions(description, each)))
                .toList();
    }

    private static List<String> versions(ServiceDescription description, Operation operation) {
        return description.bindings().entrySet().stream()
                .filter(each -> each.getValue().operations().containsKey(operation.name()))
                .map(each -> each.getKey().number())
                .toList();
    }

    private Named named(AdminRequest request) {
        CompositeRevision composite = AdminRequest.composite(request.path("composite"));
        String service = request.path("service");
        ServiceDescription description = described(composite).get(service);
        if (description == null) {
            throw new RefusedException(
                    404,
                    "admin-service-unknown",
                    composite + " has no service " + service,
                    "see " + AdminApi.PREFIX + "composites/{composite}/services");
        }
        String operation = request.path("operation");
        String soap = request.query("soap");
        if (soap != null && !soap.equals("1.1") && !soap.equals("1.2")) {
            throw RefusedException.ofParameter("soap must be 1.1 or 1.2: " + soap, "write one of the two");
        }
        for (SoapVersion version : description.bindings().keySet()) {
            BindingOperation bound = Objects.requireNonNull(
                            description.bindings().get(version))
                    .operations()
                    .get(operation);
            if (bound != null && (soap == null || soap.equals(version.number()))) {
                return new Named(composite, service, description, version, bound);
            }
        }
        throw new RefusedException(
                404,
                "admin-operation-unknown",
                service + " of " + composite + " has no operation " + operation
                        + (soap == null ? "" : " by SOAP " + soap),
                "see " + AdminApi.PREFIX + "composites/{composite}/services");
    }

    private SampleRequest sample(AdminRequest request) {
        Named named = named(request);
        String address = services.address(named.composite, named.service).toString();
        try {
            String envelope = new TestPage(
                            named.description, named.description.bindings().keySet(), false)
                    .request(named.bound.operation().name(), named.version, address);
            return new SampleRequest(
                    named.bound.operation().name(),
                    named.bound.operation().oneWay(),
                    named.version.number(),
                    address,
                    headers(named),
                    Objects.requireNonNull(envelope));
        } catch (WsdlException e) {
            throw new RefusedException(
                    409,
                    "admin-sample",
                    "no sample can be made: " + e.getMessage(),
                    "write the request by hand; it can be sent all the same");
        }
    }

    /** An action that no field of HTTP can carry is left out: the body says which operation is meant. */
    private static Map<String, String> headers(Named named) {
        String stated = named.bound.soapAction();
        String action = FIELD.matcher(stated).matches() ? stated : "";
        String quoted = "\"" + action.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
        Map<String, String> headers = new LinkedHashMap<>();
        if (named.version == SoapVersion.SOAP_11) {
            headers.put("Content-Type", "text/xml; charset=utf-8");
            headers.put("SOAPAction", quoted);
        } else {
            headers.put(
                    "Content-Type",
                    "application/soap+xml; charset=utf-8" + (action.isEmpty() ? "" : "; action=" + quoted));
        }
        return headers;
    }

    private TestReply test(AdminRequest request) {
        Named named = named(request);
        int wait = request.number("wait", LONGEST_WAIT, LONGEST_WAIT);
        byte[] envelope = request.body();
        if (envelope.length == 0) {
            throw RefusedException.ofBody("there is no message to send", "send an envelope, such as the sample");
        }
        if (envelope.length > MOST_SENT) {
            throw new RefusedException(
                    413,
                    "admin-body",
                    "the message has " + envelope.length + " bytes, and at most " + MOST_SENT + " are sent from here",
                    "send it to the service itself");
        }
        if (!places.tryAcquire()) {
            throw new RefusedException(
                    503,
                    "admin-test-busy",
                    MOST_WAITING + " requests sent from here wait for their replies already",
                    "send it when one of them has its reply");
        }
        try {
            return send(named, envelope, Duration.ofSeconds(wait));
        } finally {
            places.release();
        }
    }

    private TestReply send(Named named, byte[] envelope, Duration wait) {
        // As instances have it.
        Instant begun = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        long begin = System.nanoTime();
        HttpReply reply = null;
        ShownBody shown = ShownBody.NOTHING;
        try {
            reply = services.post(named.composite, named.service, headers(named), envelope, wait)
                    .toCompletableFuture()
                    .join();
            shown = ShownBody.of(reply, MOST_SHOWN);
        } catch (CompletionException e) {
            if (!(e.getCause() instanceof HttpException failure) || failure.kind() != HttpException.Kind.TIMEOUT) {
                throw new RefusedException(
                        503, "admin-test", "the service could not be reached: " + e.getCause(), "see the server's log");
            }
        } catch (IOException e) {
            throw new RefusedException(
                    503, "admin-test", "the reply could not be read: " + e.getMessage(), "see the server's log");
        }
        long millis = (System.nanoTime() - begin) / 1_000_000;
        List<Long> instances = store
                .flows(
                        FlowFilter.ALL.withComposite(named.composite.toString()).withCreated(begun, null),
                        0,
                        MOST_INSTANCES)
                .stream()
                .map(FlowSummary::flow)
                .toList();
        return new TestReply(
                outcome(reply, shown),
                reply == null ? null : reply.status(),
                reply == null ? null : reply.header("content-type"),
                begun,
                millis,
                shown.text(),
                shown.length(),
                shown.isCut(),
                instances);
    }

    private static TestOutcome outcome(@Nullable HttpReply reply, ShownBody shown) {
        if (reply == null) {
            return TestOutcome.LATE;
        }
        if (shown.isFault()) {
            return TestOutcome.FAULT;
        }
        if (reply.status() >= FIRST_ERROR_STATUS) {
            return TestOutcome.REFUSED;
        }
        return shown.isEmpty() ? TestOutcome.ACCEPTED : TestOutcome.REPLY;
    }
}
