package dev.weir.server.console;

import dev.weir.server.access.AdminLog;
import dev.weir.server.access.Caller;
import dev.weir.server.access.LogNote;
import dev.weir.server.access.OpenIdClient;
import dev.weir.server.access.OpenIdClient.Flow;
import dev.weir.server.access.OpenIdClient.Person;
import dev.weir.server.access.OpenIdException;
import dev.weir.server.access.Role;
import dev.weir.server.console.PendingSignIns.Begun;
import dev.weir.server.console.Sessions.Session;
import dev.weir.soap.http.HttpReply;
import dev.weir.soap.http.HttpRequest;
import java.net.URI;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Signing in by an OpenID provider, as the browser goes through it: {@link #START} sends it to the provider, which sends it
 * back to {@link #BACK} with a code. Where the console is reached may be configured; otherwise it is where the request
 * came to, and the provider sends nobody to an address that is not registered with it. Thread-safe; blocks while the
 * provider is asked.
 */
final class OpenIdSignIn {
    static final String START = "/sign-in/openid";
    static final String BACK = "/signed-in";

    private static final String COOKIE = "weir-sign-in";
    private static final Pattern AUTHORITY =
            Pattern.compile("([A-Za-z0-9._-]{1,253}|\\[[0-9A-Fa-f:.]{2,45}])(:[0-9]{1,5})?");

    private final OpenIdClient client;
    private final PendingSignIns pending;
    private final Sessions sessions;
    private final AdminLog log;
    private final Pages pages;

    OpenIdSignIn(OpenIdClient client, PendingSignIns pending, Sessions sessions, AdminLog log, Pages pages) {
        this.client = client;
        this.pending = pending;
        this.sessions = sessions;
        this.log = log;
        this.pages = pages;
    }

    /** What the sign-in page offers. */
    ProviderOffer offer(String to, boolean left) {
        URI end = left ? client.endSession() : null;
        return new ProviderOffer(client.name(), startAddress(to), left, end == null ? "" : end.toString());
    }

    /** Where it begins: at the configured address, as the cookie must be there when the browser comes back to it. */
    String startAddress(String to) {
        return origin() + Console.PREFIX + START + (Console.isOwn(to) ? "?to=" + Fields.encoded(to) : "");
    }

    private String origin() {
        URI configured = client.publicUrl();
        return configured == null ? "" : configured.toString().replaceFirst("/$", "");
    }

    /** Sends the browser to the provider. */
    HttpReply start(HttpRequest request, String to) {
        URI back = URI.create((origin().isEmpty() ? origin(request) : origin()) + Console.PREFIX + BACK);
        Flow flow = client.begin(back);
        URI provider;
        try {
            provider = client.authorization(flow);
        } catch (OpenIdException e) {
            return problem(request, problems(e));
        }
        String browser = pending.browser(Console.cookie(request, COOKIE));
        pending.add(flow, browser, Console.isOwn(to) ? to : Console.PREFIX + "/");
        return Pages.redirect(provider.toString())
                .with(
                        "Set-Cookie",
                        Console.cookie(COOKIE, isSecure(back), browser) + "; Max-Age="
                                + PendingSignIns.LONGEST.toSeconds());
    }

    /** @throws UnreadableException if the field Host is no host */
    private static String origin(HttpRequest request) {
        String authority = request.target().authority();
        if (!AUTHORITY.matcher(authority).matches()) {
            throw new UnreadableException("the request names no host to come back to");
        }
        return request.target().scheme() + "://" + authority;
    }

    private static boolean isSecure(URI back) {
        return "https".equalsIgnoreCase(back.getScheme());
    }

    /** Lets in whom the provider has sent back. */
    HttpReply back(HttpRequest request, Fields query) {
        Begun begun = pending.take(query.get("state"), Console.cookie(request, COOKIE));
        if (begun == null) {
            return refuse(
                    request,
                    null,
                    Problems.of(
                            400,
                            "This sign-in is over",
                            "it was used already, began more than ten minutes ago or in another browser, or the server"
                                    + " was started again meanwhile",
                            "sign in again" + (origin().isEmpty() ? "" : ", beginning at " + origin() + Console.PREFIX)
                                    + ", in a browser that takes cookies"));
        }
        String issuer = query.get("iss");
        if (!issuer.isEmpty() && !client.isIssuer(issuer)) {
            return refuse(
                    request,
                    null,
                    Problems.of(
                            400,
                            "You were not signed in",
                            "this answer is of another provider than " + client.name() + ": "
                                    + OpenIdClient.words(issuer),
                            "sign in again"));
        }
        String code = query.get("code");
        if (code.isEmpty() || !query.get("error").isEmpty()) {
            return refuse(request, null, refused(query));
        }
        Person person;
        try {
            person = client.redeem(code, begun.flow());
        } catch (OpenIdException e) {
            return refuse(request, null, problems(e));
        }
        Role role = person.role();
        return role == null ? stranger(request, person) : admit(request, new Caller(person.name(), role), begun);
    }

    private HttpReply admit(HttpRequest request, Caller caller, Begun begun) {
        Session before = sessions.find(Console.cookie(request, Console.COOKIE), false);
        if (before != null) {
            sessions.end(before);
        }
        Session session = sessions.begin(caller);
        log.add(
                request.peer().getAddress().getHostAddress(),
                caller.name(),
                "GET " + Console.PREFIX + BACK,
                null,
                new LogNote(),
                303);
        return Pages.redirect(begun.to())
                .with("Set-Cookie", Console.cookie(isSecure(begun.flow().redirect()), session.id()));
    }

    private HttpReply stranger(HttpRequest request, Person person) {
        sessions.endAll(person.name());
        return refuse(
                request,
                person.name(),
                Problems.of(
                        403,
                        "You have no role here",
                        client.name() + " knows you as " + person.name().substring(Caller.OPENID.length())
                                + ", and gives you no role for Weir in the claim " + client.roleClaim()
                                + " of the ID token",
                        "ask the administrator of " + client.name()
                                + " for the role weir-viewer, weir-operator or weir-administrator, and for that claim in"
                                + " the ID token"));
    }

    private Problems refused(Fields query) {
        String error = OpenIdClient.words(query.get("error"));
        String said = OpenIdClient.words(query.get("error_description"));
        return Problems.of(
                403,
                "You were not signed in",
                client.name() + " says: " + (error.isEmpty() ? "no code" : error) + (said.isEmpty() ? "" : ": " + said),
                error.equals("access_denied")
                        ? "sign in again and agree, or ask the administrator of " + client.name()
                        : "sign in again; if it stays so, show this to the administrator of " + client.name());
    }

    private static Problems problems(OpenIdException e) {
        return Problems.of(e.status(), "You were not signed in", String.valueOf(e.getMessage()), e.remedy());
    }

    /** @param who the name that the provider has given; null where it has given none */
    private HttpReply refuse(HttpRequest request, @Nullable String who, Problems problems) {
        log.refused(request, who, null, problems.problems().get(0).what(), problems.status());
        return problem(request, problems);
    }

    /** A page whose address may have a code: it is in the field Referer of no request. */
    private HttpReply problem(HttpRequest request, Problems problems) {
        HttpReply page = pages.ofNobody(problems).with("Referrer-Policy", "no-referrer");
        String id = Console.cookie(request, Console.COOKIE);
        return Sessions.isByProvider(id) && !sessions.isOpen(String.valueOf(id))
                // Otherwise the link of this page would lead to the provider again.
                ? page.with("Set-Cookie", Console.cookie(false, "") + "; Max-Age=0")
                : page;
    }
}
