package dev.weir.server.console;

import dev.weir.server.access.AdminLog;
import dev.weir.server.access.Admission;
import dev.weir.server.access.Authenticator;
import dev.weir.server.access.LogNote;
import dev.weir.server.access.OpenIdClient;
import dev.weir.server.access.OtherSites;
import dev.weir.server.admin.AdminApi;
import dev.weir.server.admin.AdminClient;
import dev.weir.server.admin.AdminException;
import dev.weir.server.console.Sessions.Session;
import dev.weir.soap.http.HttpHandler;
import dev.weir.soap.http.HttpReply;
import dev.weir.soap.http.HttpRequest;
import dev.weir.soap.http.RequestLog;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Answers browsers on the admin listener. A page is a GET, and is the same for whoever follows a link to it, once signed in;
 * whatever changes something is a form with the token of its session, and leads back to a page.
 */
public final class Console implements HttpHandler, AutoCloseable {
    /** Where it is mounted. */
    public static final String PREFIX = "/console";

    static final String COOKIE = "weir-console";
    private static final String SIGN_IN = "/sign-in";
    private static final String SIGN_OUT = "/sign-out";
    private static final String TOKEN = "X-Weir-Token";
    private static final String LIVE = "/live";
    /** The header that htmx sends with what a page asks for by itself, and the one with the address of that page. */
    private static final String BY_PAGE = "HX-Request";

    /** Says to a page that has no session any more which run of the server has answered it: with a run, its sessions end. */
    private static final String RUN = "X-Weir-Run";

    private static final String PAGE_ADDRESS = "HX-Current-URL";
    private static final int LONGEST_ADDRESS = 4_096;
    /** In bytes: what anybody may send. */
    private static final int LONGEST_SIGN_IN = 64 * 1024;

    private static final Logger LOG = System.getLogger(Console.class.getName());

    /** Since a moment that no other run begins at, so that a number is found once in the log. */
    private final AtomicLong failures = new AtomicLong(System.currentTimeMillis());

    private final Authenticator authenticator;
    private final AdminLog log;
    private final AdminApi api;
    private final Sessions sessions;
    private final LivePages live;
    private final Assets assets = new Assets();
    private final Pages pages = new Pages(assets);
    private final @Nullable OpenIdSignIn openId;
    private final List<ConsoleRoute> routes;

    /**
     * @param access who may sign in, and the log of what people do
     * @param api what the console shows and does
     */
    public Console(AdminApi.Access access, AdminApi api) {
        this.authenticator = access.authenticator();
        this.log = access.log();
        this.api = api;
        this.sessions = new Sessions(authenticator, InstantSource.system());
        this.live = new LivePages(sessions);
        OpenIdClient client = authenticator.openId();
        this.openId = client == null
                ? null
                : new OpenIdSignIn(client, new PendingSignIns(InstantSource.system()), sessions, log, pages);
        Times times = new Times(ZoneId.systemDefault());
        this.routes = Stream.of(
                        List.of(ConsoleRoute.page("/", request -> Pages.redirect(PREFIX + "/dashboard"))),
                        new DashboardPages(pages, times).routes(),
                        new DeployPages(pages).routes(),
                        new MetricsPages(pages, times).routes(),
                        new CompositePages(pages).routes(),
                        new TestPages(pages).routes(),
                        new InstancePages(pages, times).routes(),
                        new CallPages(pages, times).routes(),
                        new OpenCallPages(pages, times).routes(),
                        new MessagePages(pages, times).routes(),
                        new TuningPages(pages, times).routes(),
                        new PurgePages(pages, times).routes(),
                        new DiagramPages(pages, times).routes(),
                        new LogPages(pages, times).routes(),
                        List.of(ConsoleRoute.page(
                                "/design",
                                request -> pages.page(request, "design", "design", "Design", "design"),
                                "a",
                                "b")))
                .flatMap(List::stream)
                .toList();
    }

    @Override
    public CompletionStage<HttpReply> handle(HttpRequest request) {
        return CompletableFuture.completedFuture(answer(request));
    }

    @Override
    public HttpReply refuse(HttpRequest request, int status, String reason) {
        return isForPage(request)
                ? pages.ofNobody(Problems.turnedAway(status, reason))
                : HttpHandler.super.refuse(request, status, reason);
    }

    @Override
    public boolean looksAtHeads() {
        return true;
    }

    /** Bodies are read of those who are signed in, and of anybody the form by which he signs in. */
    @Override
    public @Nullable HttpReply refuseHead(HttpRequest head, long length) {
        if (head.method().equals("POST") && pathOf(head).equals(SIGN_IN)) {
            if (length < 0) {
                return refuse(head, 411, "The form must come with its Content-Length.");
            }
            return length <= LONGEST_SIGN_IN
                    ? null
                    : refuse(head, 413, "The form must not be longer than " + LONGEST_SIGN_IN + " bytes.");
        }
        boolean isOwn = sessions.find(cookie(head, COOKIE), false) != null && !OtherSites.sent(head);
        return isOwn ? null : answer(head);
    }

    /** True for what browsers ask for to show it. */
    private static boolean isForPage(HttpRequest request) {
        String accepted = request.header("Accept");
        return accepted != null && accepted.contains("text/html");
    }

    /** Answers at addresses where nobody else does: browsers by a page that leads to the console, at the root by the console. */
    public HttpHandler elsewhere() {
        return new HttpHandler() {
            @Override
            public CompletionStage<HttpReply> handle(HttpRequest request) {
                return CompletableFuture.completedFuture(answered(request));
            }

            @Override
            public boolean looksAtHeads() {
                return true;
            }

            @Override
            public HttpReply refuseHead(HttpRequest head, long length) {
                return answered(head);
            }

            private HttpReply answered(HttpRequest head) {
                if (!isForPage(head)) {
                    return HttpReply.nothingHere();
                }
                return head.path().equals("/")
                        ? Pages.redirect(PREFIX + "/")
                        : pages.ofNobody(Problems.noPage(head.path()));
            }

            @Override
            public HttpReply refuse(HttpRequest request, int status, String reason) {
                return Console.this.refuse(request, status, reason);
            }
        };
    }

    private static String pathOf(HttpRequest request) {
        String path = request.path().substring(PREFIX.length());
        while (path.endsWith("/")) {
            path = path.substring(0, path.length() - 1);
        }
        return path;
    }

    private HttpReply answer(HttpRequest request) {
        String path = pathOf(request);
        // The server leaves the body out for HEAD.
        boolean changes = !request.method().equals("GET") && !request.method().equals("HEAD");
        if (path.startsWith(Assets.PATH) && !changes) {
            return assets.answer(path);
        }
        if (changes && !request.method().equals("POST")) {
            return Pages.guarded(HttpReply.text(405, "pages are for GET, forms for POST\n"))
                    .with("Allow", "GET, HEAD, POST");
        }
        if (changes && OtherSites.sent(request)) {
            log.refused(request, null, null, "it was sent by a web page of another site", 403);
            return pages.ofNobody(Problems.of(
                    403,
                    "This came from elsewhere",
                    "only the forms of the console's own pages may send this; nothing was done",
                    "do it by the console itself"));
        }
        try {
            return answer(
                    request, path, changes, new Fields(request.query()), new Fields(changes ? form(request) : null));
        } catch (UnreadableException e) {
            return pages.ofNobody(
                    Problems.of(400, "This cannot be read", String.valueOf(e.getMessage()), "correct the address"));
        }
    }

    private HttpReply answer(HttpRequest request, String path, boolean changes, Fields query, Fields form) {
        if (path.equals(SIGN_IN)) {
            return changes
                    ? signIn(request, form)
                    : signInPage(200, query.get("to"), "", !query.get("left").isEmpty());
        }
        if (openId != null && request.method().equals("GET")) {
            if (path.equals(OpenIdSignIn.START)) {
                return openId.start(request, query.get("to"));
            }
            if (path.equals(OpenIdSignIn.BACK)) {
                return openId.back(request, query);
            }
        }
        boolean byPage = request.header(BY_PAGE) != null;
        String id = cookie(request, COOKIE);
        Session session = sessions.find(id, !byPage);
        if (session == null && byPage) {
            return Pages.guarded(HttpReply.of(204))
                    .with(RUN, pages.run())
                    .with(
                            "HX-Redirect",
                            PREFIX + SIGN_IN + "?to=" + Fields.encoded(pageOf(request.header(PAGE_ADDRESS))));
        }
        if (session == null
                && openId != null
                && Sessions.isByProvider(id)
                && request.method().equals("GET")) {
            // The provider knows whether he may still be here, and asks him for nothing if he is signed in there.
            return Pages.redirect(openId.startAddress(addressOf(request)));
        }
        if (session == null && changes) {
            log.refused(request, null, null, "nobody was signed in, or his session had ended", 401);
            return signInPage(
                    401,
                    pageOf(request.header("Referer")),
                    "You are not signed in any more. What you sent was not done.",
                    false);
        }
        if (session == null) {
            return Pages.redirect(PREFIX + SIGN_IN + "?to=" + Fields.encoded(addressOf(request)));
        }
        if (path.equals(LIVE) && !changes) {
            // A page that hears nothing asks whether it is because of its session.
            return byPage ? Pages.guarded(HttpReply.of(204)) : live.listen(session);
        }
        // Scripts that send no form show it in a field of the head.
        String inHead = request.header(TOKEN);
        if (changes && !session.isFormToken(inHead == null ? form.verbatim("token") : inHead)) {
            log.refused(
                    request, session.caller().name(), null, "the form was not of a page of the caller's session", 403);
            return pages.ofNobody(Problems.of(
                    403,
                    "This form is of an earlier session",
                    "it was sent by a page from before you signed in; nothing was done",
                    "go back, load the page again, and send it from there"));
        }
        return path.equals(SIGN_OUT) && changes
                ? signOut(request, session)
                : routed(request, path.isEmpty() ? "/" : path, session, query, form);
    }

    private static @Nullable String form(HttpRequest request) {
        String type = request.header("Content-Type");
        return type != null && type.split(";", 2)[0].strip().equalsIgnoreCase(Fields.MEDIA_TYPE)
                ? new String(request.body(), StandardCharsets.UTF_8)
                : null;
    }

    private HttpReply routed(HttpRequest request, String path, Session session, Fields query, Fields form) {
        AdminClient admin = new AdminClient(new LocalConnection(api, session.caller(), request));
        boolean byPage = request.header(BY_PAGE) != null;
        Consumer<String> refusals = why -> log.refused(request, session.caller().name(), null, why, 403);
        for (ConsoleRoute route : routes) {
            boolean asks = route.method().equals(request.method())
                    || (route.method().equals("GET") && request.method().equals("HEAD"));
            if (asks && route.path().matches(path)) {
                Map<String, String> steps = new HashMap<>();
                route.path().values(path).forEach((name, step) -> steps.put(name, Fields.decoded(step)));
                ConsoleRequest asked = new ConsoleRequest(
                        session,
                        addressOf(request),
                        Map.copyOf(steps),
                        query,
                        form,
                        request.body(),
                        admin,
                        byPage,
                        refusals);
                try {
                    route.requireKnown(asked);
                    return route.handler().handle(asked);
                } catch (AdminException e) {
                    return pages.problem(asked, Problems.of(e));
                } catch (UnreadableException e) {
                    throw e;
                } catch (RuntimeException e) {
                    String number = Long.toString(failures.incrementAndGet(), Character.MAX_RADIX);
                    LOG.log(Level.ERROR, "a page of the console failed, number " + number + ": " + request.path(), e);
                    return pages.problem(
                            asked,
                            Problems.of(
                                    500,
                                    "The server failed",
                                    "why is in its log, by the number " + number,
                                    "try it again; if it fails again, somebody has to look at the log"));
                }
            }
        }
        boolean isForms = routes.stream().anyMatch(route -> route.path().matches(path));
        return isForms && !request.method().equals("POST")
                ? Pages.redirect(PREFIX + above(path))
                : pages.problem(
                        new ConsoleRequest(
                                session,
                                addressOf(request),
                                Map.of(),
                                query,
                                form,
                                request.body(),
                                admin,
                                byPage,
                                refusals),
                        Problems.noPage(request.path()));
    }

    /** The page above an address where only a form is sent to: an address stays in the browser that was never one of a page. */
    private String above(String path) {
        String page = path;
        do {
            page = page.substring(0, Math.max(0, page.lastIndexOf('/')));
        } while (!page.isEmpty() && !isPage(page));
        return page.isEmpty() ? "/" : page;
    }

    private boolean isPage(String path) {
        return routes.stream()
                .anyMatch(route -> route.method().equals("GET") && route.path().matches(path));
    }

    /** A page's address without that of the server; empty where it is none of the console's. */
    private static String pageOf(@Nullable String address) {
        int begin = address == null ? -1 : address.indexOf(PREFIX + "/");
        return address == null || begin < 0 ? "" : address.substring(begin);
    }

    private static String addressOf(HttpRequest request) {
        return request.path() + (request.query() == null ? "" : "?" + request.query());
    }

    /**
     * A page of the sign-in form.
     *
     * @param provider by whom people can sign in, too; null for none
     */
    public record SignInPage(
            String to, String problem, @Nullable ProviderOffer provider) {}

    /** @param left whether somebody has signed out whom a provider let in */
    private HttpReply signInPage(int status, String to, String problem, boolean left) {
        ProviderOffer provider = openId == null ? null : openId.offer(to, left);
        return pages.ofNobody(status, "signIn", "Sign in", new SignInPage(to, problem, provider));
    }

    private HttpReply signIn(HttpRequest request, Fields form) {
        String name = form.get("user");
        Admission admission = authenticator.signIn(name, name.isEmpty() ? form.get("secret") : form.verbatim("secret"));
        if (admission.caller() == null) {
            log.refused(request, null, admission.tried(), admission.why(), admission.status());
            HttpReply refused = signInPage(admission.status(), form.get("to"), admission.why(), false);
            return admission.status() == 429 ? refused.with("Retry-After", "60") : refused;
        }
        Session before = sessions.find(cookie(request, COOKIE), false);
        if (before != null) {
            sessions.end(before);
        }
        Session session = sessions.begin(admission.caller());
        note(request, session, SIGN_IN);
        String to = form.get("to");
        return Pages.redirect(isOwn(to) ? to : PREFIX + "/")
                .with("Set-Cookie", cookie(isSecure(request), session.id()));
    }

    private HttpReply signOut(HttpRequest request, Session session) {
        sessions.end(session);
        note(request, session, SIGN_OUT);
        String left = Sessions.isByProvider(session.id()) ? "?left=provider" : "";
        return Pages.redirect(PREFIX + SIGN_IN + left)
                .with("Set-Cookie", cookie(isSecure(request), "") + "; Max-Age=0");
    }

    private void note(HttpRequest request, Session session, String what) {
        log.add(
                request.peer().getAddress().getHostAddress(),
                session.caller().name(),
                "POST " + PREFIX + what,
                null,
                new LogNote(),
                303);
    }

    /** True for an address of one of these pages but for signing in and out, and of no other server's. */
    static boolean isOwn(String address) {
        return address.startsWith(PREFIX + "/")
                && address.length() <= LONGEST_ADDRESS
                && !address.startsWith(PREFIX + "/sign")
                && !address.contains("/..")
                && address.chars().allMatch(c -> c > ' ' && c < 127 && c != '\\');
    }

    /** What the access log may have of a request: not the code that comes back from an OpenID provider. */
    public static RequestLog.Ended withoutSecrets(RequestLog.Ended request) {
        int query = request.target().indexOf('?');
        return query < 0 || !request.target().substring(0, query).contains(PREFIX + OpenIdSignIn.BACK)
                ? request
                : new RequestLog.Ended(
                        request.peer(),
                        request.method(),
                        request.target().substring(0, query),
                        request.version(),
                        request.status(),
                        request.bytes(),
                        request.referer(),
                        request.agent(),
                        request.nanos());
    }

    private static boolean isSecure(HttpRequest request) {
        return request.target().scheme().equals("https");
    }

    /** It is sent along links from elsewhere, such as a colleague's message, but with no form from there. */
    static String cookie(boolean secure, String value) {
        return cookie(COOKIE, secure, value);
    }

    static String cookie(String name, boolean secure, String value) {
        return name + "=" + value + "; Path=" + PREFIX + "; HttpOnly; SameSite=Lax" + (secure ? "; Secure" : "");
    }

    /** The value of a cookie; null where the browser shows none. */
    static @Nullable String cookie(HttpRequest request, String name) {
        String all = request.header("Cookie");
        if (all != null) {
            for (String each : all.split(";")) {
                String pair = each.strip();
                if (pair.startsWith(name + "=")) {
                    return pair.substring(name.length() + 1);
                }
            }
        }
        return null;
    }

    @Override
    public void close() {
        live.close();
    }
}
