package dev.weir.server.console;

import com.sun.net.httpserver.HttpServer;
import dev.weir.server.RunningWeir;
import dev.weir.server.access.AdminToken;
import dev.weir.server.admin.AdminClient;
import dev.weir.server.deploy.ServerSettings;
import dev.weir.server.deploy.WeirServer;
import dev.weir.testing.Chromium;
import dev.weir.testing.Chromium.Page;
import dev.weir.testing.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * An administrator in a real Chromium, signed in at the console of a real server, for the tests of a class: they begin when
 * both are there, and are skipped where there is no Chromium. The server can have a shop, whose orders (one-way) go to a
 * warehouse that knows one article, tea, and answers orders of any other with a fault.
 */
final class ConsoleVisit implements BeforeAllCallback, AfterAllCallback {
    static final Path SHOP = composite("shop/Shop");
    static final Path TALKS = composite("talks/Talks");
    static final Path ORDERS = RunningWeir.repository().resolve("examples/orders");

    private static final Pattern ARTICLE = Pattern.compile("article>(.*?)</", Pattern.DOTALL);

    private final Preparation preparation;
    private final List<Path> composites;
    /** The last one is closed first. */
    private final Deque<AutoCloseable> open = new ArrayDeque<>();

    private volatile boolean knowsAll;
    private @Nullable Path folder;
    private @Nullable HttpServer warehouse;
    private @Nullable WeirServer server;
    private @Nullable AdminClient admin;
    private @Nullable Page page;

    /** What is done before the server is started. */
    @FunctionalInterface
    interface Preparation {
        /** @param folder of the visit, which has the data of the server in {@code data} */
        void prepare(Path folder) throws Exception;
    }

    /** @param composites that are served */
    ConsoleVisit(Path... composites) {
        this(folder -> {}, composites);
    }

    ConsoleVisit(Preparation preparation, Path... composites) {
        this.preparation = preparation;
        this.composites = List.of(composites);
    }

    /** One of the composites that tests have. */
    static Path composite(String folder) {
        return RunningWeir.repository().resolve("server/src/test/composites").resolve(folder);
    }

    @Override
    public void beforeAll(ExtensionContext context) throws Exception {
        Path fresh = Files.createTempDirectory("weir-console");
        folder = fresh;
        // Some process of a browser that was ended may write a moment longer.
        open.push(() -> Eventually.eventually("the files are gone", () -> deleted(fresh)));
        preparation.prepare(fresh);
        HttpServer partner = startWarehouse();
        warehouse = partner;
        open.push(() -> partner.stop(0));
        server = WeirServer.start(new ServerSettings(
                composites,
                "127.0.0.1",
                0,
                data(),
                Map.of("warehouse", warehouse() + "/", "partner", warehouse() + "/", "book", warehouse() + "/"),
                Duration.ofSeconds(5),
                1 << 20));
        open.push(server);
        admin = AdminClient.of(data());
        Chromium browser = Chromium.open(fresh, address("/console/"));
        open.push(browser);
        page = browser.connect();
        open.push(page);
        page.await("document.title === 'Sign in · Weir'");
        picture("sign-in");
        page.evaluate("document.querySelector('[name=secret]').value = "
                + literal(AdminToken.read(data().resolve(AdminToken.FILE))));
        click("button.main");
        page.await("document.title === 'Dashboard · Weir'");
    }

    @Override
    public void afterAll(ExtensionContext context) throws Exception {
        while (!open.isEmpty()) {
            open.pop().close();
        }
    }

    private static boolean deleted(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
            return true;
        } catch (IOException | UncheckedIOException e) {
            return false;
        }
    }

    private HttpServer startWarehouse() throws IOException {
        HttpServer warehouse = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        warehouse.createContext("/", exchange -> {
            String order = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            boolean known = knowsAll || order.contains(">tea<");
            byte[] answer = envelope(known ? "<sent xmlns='http://shop.example'>today</sent>" : fault(order))
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/xml");
            exchange.sendResponseHeaders(known ? 200 : 500, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        warehouse.start();
        return warehouse;
    }

    /** Names the article. */
    private static String fault(String order) {
        Matcher article = ARTICLE.matcher(order);
        return "<s:Fault><faultcode>s:Client</faultcode><faultstring>no such article: "
                + (article.find() ? article.group(1) : "") + "</faultstring></s:Fault>";
    }

    private static String envelope(String body) {
        return "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body>" + body
                + "</s:Body></s:Envelope>";
    }

    /** From now on the warehouse knows every article. */
    void warehouseKnowsAll() {
        knowsAll = true;
    }

    /** Where the warehouse is. */
    String warehouse() {
        return "http://127.0.0.1:"
                + Objects.requireNonNull(warehouse).getAddress().getPort();
    }

    WeirServer server() {
        return Objects.requireNonNull(server);
    }

    AdminClient admin() {
        return Objects.requireNonNull(admin);
    }

    Page page() {
        return Objects.requireNonNull(page);
    }

    /** The data of the server. */
    Path data() {
        return Objects.requireNonNull(folder).resolve("data");
    }

    URI address(String path) {
        return Objects.requireNonNull(server().adminUrl()).resolve(path);
    }

    /** How many calls rest. */
    int resting() {
        return admin().calls(null, 0, 1_000).size();
    }

    /**
     * Sends the element of a request to a service.
     *
     * @return the status of the reply
     */
    int send(String service, String element) throws Exception {
        return post(service, envelope(element));
    }

    /** Sends a file of the repository to a service. */
    int sendFile(String service, String file) throws Exception {
        return post(service, Files.readString(RunningWeir.repository().resolve(file)));
    }

    private int post(String service, String body) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(server().url() + "/soa-infra/services/default/" + service))
                                .header("Content-Type", "text/xml")
                                .header("SOAPAction", "\"\"")
                                .POST(HttpRequest.BodyPublishers.ofString(body))
                                .build(),
                        HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    /** Orders something at the shop. */
    int order(String number, String article) throws Exception {
        return send(
                "Shop/Counter",
                "<order xmlns='http://shop.example'><number>" + number + "</number><article>" + article
                        + "</article></order>");
    }

    /** Goes to a page and waits for it. */
    void go(String path, String title) throws Exception {
        page().go(address(path));
        page().await("document.readyState === 'complete' && location.pathname + location.search === '" + path
                + "' && document.title === '" + title + " · Weir'");
    }

    void click(String selector) throws Exception {
        page().evaluate("document.querySelector('" + selector + "').click()");
    }

    /** Presses the first button with a label, once there is one. */
    void press(String label) throws Exception {
        String button = "[...document.querySelectorAll('button')].find(b => b.textContent === '" + label + "')";
        page().await(button + " !== undefined");
        page().evaluate(button + ".click()");
    }

    String text(String selector) throws Exception {
        return page().evaluate("document.querySelector('" + selector + "').innerText");
    }

    /** Waits until the page says that something has been done, or has not: a text with this in it. */
    void noticed(String text) throws Exception {
        page().await(
                        "document.readyState === 'complete' && document.querySelector('[role=status]')?.textContent.includes('"
                                + text + "')");
    }

    /** Drops a file on the first element that takes one, as with the mouse. */
    void drop(String name, byte[] content) throws Exception {
        page().evaluate("(() => { const files = new DataTransfer(); files.items.add(new File([Uint8Array.from(atob('"
                + Base64.getEncoder().encodeToString(content) + "'), c => c.charCodeAt(0))], "
                + literal(name)
                + ")); document.querySelector('.drop').dispatchEvent("
                + "new DragEvent('drop', {dataTransfer: files, bubbles: true, cancelable: true})); })()");
    }

    /** A text as a literal of a script, whatever is in it. */
    static String literal(String text) {
        StringBuilder literal = new StringBuilder("'");
        for (char unit : text.toCharArray()) {
            literal.append(String.format("\\u%04x", (int) unit));
        }
        return literal.append('\'').toString();
    }

    /** Takes pictures of the page, as wide as a screen, a tablet and a phone, light and dark, where somebody wants to look at them. */
    void picture(String name) throws Exception {
        String pictures = System.getenv("WEIR_PICTURES");
        if (pictures != null) {
            for (int width : new int[] {1440, 1024, 390}) {
                for (String scheme : List.of("light", "dark")) {
                    page().width(width);
                    page().scheme(scheme);
                    Files.write(
                            Path.of(pictures).resolve("console-" + name + "-" + width + "-" + scheme + ".png"),
                            page().picture());
                }
            }
            page().scheme("light");
            page().width(1440);
        }
    }
}
