package dev.weir.server.admin;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.weir.composite.deployment.DeploymentException;
import dev.weir.composite.runtime.CompositeRuntime;
import dev.weir.server.access.AdminLog;
import dev.weir.server.access.AdminToken;
import dev.weir.server.access.Admission;
import dev.weir.server.access.Authenticator;
import dev.weir.server.access.Caller;
import dev.weir.server.access.LogNote;
import dev.weir.server.access.OtherSites;
import dev.weir.server.admin.AdminRecords.ErrorReply;
import dev.weir.server.series.ServerSeries;
import dev.weir.soap.http.HttpHandler;
import dev.weir.soap.http.HttpReply;
import dev.weir.soap.http.HttpRequest;
import dev.weir.store.Store;
import dev.weir.store.StoreException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The server's end of the admin API. It answers those only who say who they are and have the role that the route of
 * {@link AdminRoutes} asks for, and nothing that a web page of another site sends.
 */
public final class AdminApi implements HttpHandler {
    /** Where it is mounted; paths of routes are relative to it. */
    public static final String PREFIX = "/admin/";

    /** The field of an answer that says where the next part of a list begins. */
    public static final String NEXT = AdminRoute.Part.NEXT;

    /** The field of each answer by which a client knows that it is of this API. */
    static final String MARK = "Weir-Admin";

    private static final Logger LOG = System.getLogger(AdminApi.class.getName());

    private final Access access;
    private final CompositeRuntime runtime;
    private final AdminRoutes routes;
    private final Supplier<@Nullable String> starting;

    /**
     * @param authenticator finds out who callers are
     * @param log takes what they did
     */
    public record Access(Authenticator authenticator, AdminLog log) {}

    /**
     * @param starting how far the start of the server is; null once it is over. Until then requests that need the composites are
     *     refused
     */
    public AdminApi(
            Access access,
            Store store,
            CompositeRuntime runtime,
            CompositeControl composites,
            ServerSeries series,
            Supplier<@Nullable String> starting) {
        this.access = access;
        this.starting = starting;
        this.runtime = runtime;
        this.routes = new AdminRoutes(access.log(), store, runtime, composites, series);
    }

    /** The path of a request below {@link #PREFIX}, as it was sent, from its slash on. */
    static String pathOf(HttpRequest request) {
        return request.path().substring(PREFIX.length() - 1);
    }

    @Override
    public CompletionStage<HttpReply> handle(HttpRequest request) {
        return CompletableFuture.completedFuture(runtime.compute(() -> answer(request)));
    }

    @Override
    public boolean looksAtHeads() {
        return true;
    }

    /** Who may not send a request learns that before its body is read; so does who sends more than its route takes. */
    @Override
    public @Nullable HttpReply refuseHead(HttpRequest head, long length) {
        return admitted(head, caller -> {
            try {
                permitted(head, caller).requireTakes(head, length);
                return null;
            } catch (RefusedException e) {
                LogNote note = new LogNote();
                note.outcome(String.valueOf(e.getMessage()));
                return answer(head, caller, note, () -> refusal(head, e));
            }
        });
    }

    private HttpReply answer(HttpRequest request) {
        return Objects.requireNonNull(admitted(request, caller -> answer(request, caller)));
    }

    /** What is answered to somebody who may use the API, or the refusal of one who may not. */
    private @Nullable HttpReply admitted(HttpRequest request, Function<Caller, @Nullable HttpReply> then) {
        if (OtherSites.sent(request)) {
            access.log.refused(request, null, null, "it was sent by a web page of another site", 403);
            return refusal(
                    request,
                    new RefusedException(
                            403,
                            "admin-other-site",
                            "the request was sent by a web page of another site",
                            "call the admin API by `weir` or another program"));
        }
        Admission admission = access.authenticator.admit(request.header("Authorization"));
        Caller caller = admission.caller();
        if (caller == null) {
            access.log.refused(request, null, admission.tried(), admission.why(), admission.status());
            return refused(request, admission);
        }
        return then.apply(caller);
    }

    /**
     * Answers a request of somebody who is known already; may block.
     *
     * @param request its header fields do not say who sent it
     */
    public HttpReply answer(HttpRequest request, Caller caller) {
        LogNote note = new LogNote();
        return answer(request, caller, note, () -> authenticated(request, caller, note));
    }

    private HttpReply answer(HttpRequest request, Caller caller, LogNote note, Supplier<HttpReply> made) {
        HttpReply reply = made.get();
        if (request.method().equals("GET")) {
            if (reply.status() == 403) {
                access.log.refused(
                        request, caller.name(), null, Objects.requireNonNullElse(note.outcome(), ""), reply.status());
            }
        } else {
            access.log.add(
                    request.peer().getAddress().getHostAddress(),
                    caller.name(),
                    request.method() + " " + request.path() + (request.query() == null ? "" : "?" + request.query()),
                    body(request, reply.status()),
                    note,
                    reply.status());
        }
        return reply;
    }

    /**
     * The JSON of a request that was carried out, or failed meanwhile: what is to be purged, or set. Null where there is
     * none.
     */
    private @Nullable JsonNode body(HttpRequest request, int status) {
        AdminRoute route = routes.find(request.method(), pathOf(request));
        boolean refused = status >= 400 && status < 500;
        if (refused || route == null || !route.takesJson()) {
            return null;
        }
        try {
            return AdminJson.MAPPER.readTree(request.body());
        } catch (IOException e) {
            throw new UncheckedIOException("the handler has read it as JSON", e);
        }
    }

    private static HttpReply refused(HttpRequest request, Admission admission) {
        HttpReply reply = refusal(
                request,
                new RefusedException(
                        admission.status(),
                        "admin-token",
                        admission.why(),
                        "send Authorization: Bearer with the content of " + AdminToken.FILE
                                + " in the server's data folder, or Basic with a user's name and password"));
        return admission.status() == 429
                ? reply.with("Retry-After", "60")
                : reply.with("WWW-Authenticate", "Bearer realm=\"weir\"");
    }

    private HttpReply authenticated(HttpRequest request, Caller caller, LogNote note) {
        try {
            Object answer = permitted(request, caller).answer(request, caller, note);
            if (note.outcome() == null) {
                note.outcome("done");
            }
            return answer instanceof AdminRoute.Part<?> part ? part(part) : json(200, answer);
        } catch (RefusedException e) {
            note.outcome(String.valueOf(e.getMessage()));
            return refusal(request, e);
        } catch (DeploymentException e) {
            note.outcome(
                    e.problems().isEmpty()
                            ? String.valueOf(e.getMessage())
                            : e.problems().get(0).what() + (e.problems().size() > 1 ? ", and others" : ""));
            return json(422, new ErrorReply(e.problems()));
        } catch (StoreException e) {
            note.outcome(String.valueOf(e.getMessage()));
            return failed(request, e);
        } catch (CompletionException e) {
            if (e.getCause() instanceof StoreException failure) {
                note.outcome(String.valueOf(failure.getMessage()));
                return failed(request, failure);
            }
            throw e;
        }
    }

    /** Whoever has a role may see what the store says: that the disk is full, for one. */
    private static HttpReply failed(HttpRequest request, StoreException e) {
        LOG.log(Level.WARNING, request.method() + " " + request.path() + " failed", e);
        return refusal(
                request,
                new RefusedException(
                        503,
                        "admin-store",
                        String.valueOf(e.getMessage()),
                        "see the server's log; where the disk is full make room, then send the request again"));
    }

    private static HttpReply part(AdminRoute.Part<?> part) {
        HttpReply reply = json(200, part.entries());
        return part.next() == null ? reply : reply.with(AdminRoute.Part.NEXT, part.next());
    }

    /** The route of a request that the caller may send. What is not in the table is answered to nobody. */
    private AdminRoute permitted(HttpRequest request, Caller caller) {
        String path = pathOf(request);
        AdminRoute route = routes.find(request.method(), path);
        if (route == null) {
            throw routes.isPath(path)
                    ? new RefusedException(
                            405,
                            "admin-method",
                            request.path() + " does not take " + request.method(),
                            "see " + PREFIX + "openapi.json")
                    : new RefusedException(
                            404,
                            "admin-path-unknown",
                            "there is nothing at " + request.path(),
                            "correct the path; " + PREFIX + "openapi.json lists all");
        }
        if (!caller.role().includes(route.role())) {
            throw new RefusedException(
                    403,
                    "admin-role",
                    caller.name() + " is " + caller.role().word() + ", and this needs the role "
                            + route.role().word(),
                    "ask an administrator");
        }
        String start = route.early() ? null : starting.get();
        if (start != null) {
            throw RefusedException.starting(start);
        }
        return route;
    }

    private static HttpReply refusal(HttpRequest request, RefusedException e) {
        HttpReply reply = json(e.status(), new ErrorReply(List.of(e.problem(request.path()))));
        return e.isOverSoon() ? reply.with("Retry-After", "1") : reply;
    }

    private static HttpReply json(int status, Object value) {
        try {
            return HttpReply.of(status, AdminRoute.JSON, AdminJson.MAPPER.writeValueAsBytes(value))
                    .with(MARK, "1");
        } catch (JacksonException e) {
            throw new UncheckedIOException(e);
        }
    }
}
