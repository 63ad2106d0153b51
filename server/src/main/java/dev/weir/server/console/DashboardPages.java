package dev.weir.server.console;

import dev.weir.server.admin.AdminClient;
import dev.weir.server.admin.AdminRecords.CalledServerView;
import dev.weir.server.admin.AdminRecords.CompositeLoadView;
import dev.weir.server.admin.AdminRecords.InstanceView;
import dev.weir.server.admin.AdminRecords.OverviewView;
import dev.weir.server.admin.AdminRecords.PoolView;
import dev.weir.server.admin.AdminRecords.SeriesView;
import dev.weir.server.series.Window;
import dev.weir.soap.http.HttpReply;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The dashboard: how the server does, now and in the last hour or day. */
public final class DashboardPages {
    private static final String SECTION = "dashboard";
    private static final String METRICS = Console.PREFIX + "/metrics";

    private final Pages pages;
    private final Times times;

    DashboardPages(Pages pages, Times times) {
        this.pages = pages;
        this.times = times;
    }

    List<ConsoleRoute> routes() {
        return List.of(ConsoleRoute.page("/dashboard", this::show, "window"));
    }

    /**
     * The page.
     *
     * @param day true for the last day, false for the last hour
     */
    public record DashboardPage(
            OverviewView overview,
            boolean day,
            List<Tile> tiles,
            List<Plot> plots,
            List<PoolView> pools,
            List<Load> composites,
            List<Called> destinations,
            Times times) {}

    /**
     * A number of now.
     *
     * @param address where more is to be seen; null for nowhere
     */
    public record Tile(
            String label,
            String value,
            boolean bad,
            @Nullable String address) {
        Tile(String label, String value, boolean bad) {
            this(label, value, bad, null);
        }
    }

    /** A composite's load now, and in all since it was deployed. */
    public record Load(
            String name, String address, String rate, String faults, String p99, long requests, long faulted) {}

    /** A server that composites call. */
    public record Called(
            String address, boolean resting, long calls, long faults, long failed, long open, String p99) {}

    private HttpReply show(ConsoleRequest request) {
        boolean day = request.query().get("window").equals("day");
        AdminClient admin = request.admin();
        OverviewView overview = admin.overview();
        SeriesView series = admin.series(day ? Window.DAY : Window.HOUR, List.of());
        return pages.page(
                request,
                "dashboard",
                SECTION,
                "Dashboard",
                new DashboardPage(
                        overview,
                        day,
                        tiles(overview),
                        plots(series, day),
                        overview.pools(),
                        overview.composites().stream()
                                .sorted(Comparator.comparing(CompositeLoadView::composite))
                                .map(DashboardPages::load)
                                .toList(),
                        admin.destinations().stream()
                                .map(DashboardPages::called)
                                .toList(),
                        times));
    }

    private static List<Tile> tiles(OverviewView overview) {
        Map<String, @Nullable Double> now = overview.now();
        Double faults = now.get("faultsPerSecond");
        return List.of(
                new Tile("requests a second", Numbers.of(now.get("requestsPerSecond")), false, METRICS),
                new Tile("faults a second", Numbers.of(faults), faults != null && faults > 0, METRICS),
                new Tile("99 % answered within", Numbers.micros(now.get("p99Micros")), false, METRICS),
                new Tile(
                        "running instances",
                        Numbers.of(now.get("runningInstances")),
                        false,
                        Console.PREFIX + "/instances?state=running"),
                new Tile(
                        "suspended instances",
                        Numbers.whole(overview.suspendedInstances()),
                        false,
                        Console.PREFIX + "/instances?state=" + InstanceView.SUSPENDED),
                new Tile(
                        "calls that wait for a decision",
                        Numbers.whole(overview.restingCalls()),
                        overview.restingCalls() > 0,
                        Console.PREFIX + "/faults"),
                new Tile("calls under way", Numbers.of(now.get("openCalls")), false, METRICS),
                new Tile(
                        "undelivered messages",
                        Numbers.of(now.get("undeliveredMessages")),
                        false,
                        Console.PREFIX + "/messages"),
                new Tile("processors busy", Numbers.percent(now.get("cpu")), false, METRICS),
                new Tile("store", Numbers.bytes(now.get("storeBytes")), false, Console.PREFIX + "/purge"),
                new Tile("free on its disk", Numbers.bytes((double) overview.diskFreeBytes()), false));
    }

    private static List<Plot> plots(SeriesView series, boolean day) {
        String span = day ? "the last day" : "the last hour";
        Map<String, List<@Nullable Double>> all = series.server();
        return List.of(
                plot("Requests a second", span, all.get("requestsPerSecond"), Numbers::of),
                plot("Faults a second", span, all.get("faultsPerSecond"), Numbers::of),
                plot("99 % answered within", span, all.get("p99Micros"), Numbers::micros),
                plot("Running instances", span, all.get("runningInstances"), Numbers::of),
                plot("Calls under way", span, all.get("openCalls"), Numbers::of),
                plot("Processors busy", span, all.get("cpu"), Numbers::percent),
                plot("Heap in use", span, all.get("heapUsedBytes"), Numbers::bytes),
                plot("Store", span, all.get("storeBytes"), Numbers::bytes));
    }

    private static Plot plot(String title, String span, @Nullable List<@Nullable Double> points, Plot.Words words) {
        return Plot.of(title, span, points == null ? List.of() : points, words);
    }

    private static Load load(CompositeLoadView view) {
        return new Load(
                view.composite(),
                Console.PREFIX + "/composites/" + Fields.encoded(view.composite()),
                Numbers.of(view.now().get("requestsPerSecond")),
                Numbers.of(view.now().get("faultsPerSecond")),
                Numbers.micros(view.now().get("p99Micros")),
                view.requests(),
                view.faults());
    }

    private static Called called(CalledServerView view) {
        return new Called(
                view.address(),
                view.resting(),
                view.count() + view.notSent(),
                view.faulted(),
                view.failed() + view.notSent(),
                view.open(),
                view.count() == 0 ? "–" : Numbers.micros((double) view.p99Micros()));
    }
}
