package dev.weir.server.console;

import dev.weir.server.admin.AdminRecords.CompositeView;
import dev.weir.server.admin.AdminRecords.SeriesView;
import dev.weir.server.metrics.ScrapeHandler;
import dev.weir.server.series.Window;
import dev.weir.soap.http.HttpReply;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** All series of the server, or those of a composite: in the last hour or day, as plots with axes, and as a file. */
public final class MetricsPages {
    private static final String SECTION = "metrics";
    private static final String PLACE = Console.PREFIX + "/metrics";
    private static final String ACTIVE = ".active";
    private static final String PENDING = ".pending";

    /** What a series is called, and how its values are written. */
    private record Known(String title, Plot.Words words) {}

    private static final Map<String, Known> KNOWN = Map.ofEntries(
            Map.entry("requestsPerSecond", new Known("Requests a second", Numbers::of)),
            Map.entry("faultsPerSecond", new Known("Faults a second", Numbers::of)),
            Map.entry("p50Micros", new Known("50 % answered within", Numbers::micros)),
            Map.entry("p99Micros", new Known("99 % answered within", Numbers::micros)),
            Map.entry("cpu", new Known("Processors busy", Numbers::percent)),
            Map.entry("runningInstances", new Known("Running instances", Numbers::of)),
            Map.entry("undeliveredMessages", new Known("Undelivered messages", Numbers::of)),
            Map.entry("openCalls", new Known("Calls under way", Numbers::of)),
            Map.entry("heapUsedBytes", new Known("Heap in use", Numbers::bytes)),
            Map.entry("storeBytes", new Known("Store", Numbers::bytes)),
            Map.entry("storeLogBytes", new Known("The store's write-ahead log", Numbers::bytes)));

    private final Pages pages;
    private final Times times;

    MetricsPages(Pages pages, Times times) {
        this.pages = pages;
        this.times = times;
    }

    List<ConsoleRoute> routes() {
        return List.of(
                ConsoleRoute.page("/metrics", this::show, "composite", "window"),
                ConsoleRoute.page("/metrics/series.csv", this::export, "composite", "window"));
    }

    /**
     * The page.
     *
     * @param composite whose series are shown; empty for the server's
     * @param composites that can be chosen
     * @param address of the page as it is
     * @param hour its address for the last hour
     * @param dayAddress its address for the last day
     * @param file the address of all numbers
     * @param scrape where Prometheus finds what the server measures
     */
    public record MetricsPage(
            boolean day,
            String composite,
            List<String> composites,
            String address,
            String hour,
            String dayAddress,
            String file,
            String scrape,
            String step,
            List<Chart> charts,
            Times times) {}

    /**
     * A series with its axes.
     *
     * @param name in the admin API
     * @param top what its height stands for, and half of it; empty where it has none
     * @param most a dash where nothing is known, as are least and mean
     * @param first when its first point begins, for people, as are the next two
     */
    public record Chart(
            String name,
            Plot plot,
            String top,
            String half,
            String least,
            String mean,
            String most,
            String first,
            String middle,
            String last) {}

    private HttpReply show(ConsoleRequest request) {
        boolean day = isDay(request);
        String composite = request.query().get("composite");
        SeriesView series = series(request, day, composite);
        return pages.page(
                request,
                "metrics",
                SECTION,
                "Metrics",
                new MetricsPage(
                        day,
                        composite,
                        request.admin().composites().stream()
                                .filter(each -> each.problems().isEmpty())
                                .map(CompositeView::name)
                                .sorted()
                                .toList(),
                        PLACE + request.query().with("window", day ? "day" : ""),
                        PLACE + request.query().with("window", ""),
                        PLACE + request.query().with("window", "day"),
                        PLACE + "/series.csv" + request.query().with("window", day ? "day" : "hour"),
                        ScrapeHandler.PATH,
                        day ? "five minutes" : "ten seconds",
                        charts(points(series), series, day),
                        times));
    }

    private static boolean isDay(ConsoleRequest request) {
        return request.query().get("window").equals("day");
    }

    private static SeriesView series(ConsoleRequest request, boolean day, String composite) {
        return request.admin()
                .series(day ? Window.DAY : Window.HOUR, composite.isEmpty() ? List.of() : List.of(composite));
    }

    /** Of a name without revision, those of the first one. */
    private static Map<String, List<@Nullable Double>> points(SeriesView series) {
        return series.composites().isEmpty()
                ? series.server()
                : series.composites().values().iterator().next();
    }

    private List<Chart> charts(Map<String, List<@Nullable Double>> points, SeriesView series, boolean day) {
        String span = day ? "the last day" : "the last hour";
        List<Chart> charts = new ArrayList<>();
        points.forEach((name, values) -> charts.add(chart(name, values, series, span)));
        return charts;
    }

    private Chart chart(String name, List<@Nullable Double> values, SeriesView series, String span) {
        Known known = known(name);
        double[] there = values.stream()
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .toArray();
        double least = Double.MAX_VALUE;
        double most = 0;
        double sum = 0;
        for (double value : there) {
            least = Math.min(least, value);
            most = Math.max(most, value);
            sum += value;
        }
        Plot.Words words = known.words();
        Double mean = there.length == 0 ? null : Double.valueOf(sum / there.length);
        return new Chart(
                name,
                Plot.of(known.title(), span, values, words),
                most == 0 ? "" : words.of(most),
                most == 0 ? "" : words.of(most / 2),
                words.of(there.length == 0 ? null : Double.valueOf(least)),
                words.of(mean),
                words.of(there.length == 0 ? null : Double.valueOf(most)),
                minute(series, 0),
                minute(series, values.size() / 2),
                minute(series, values.size()));
    }

    private String minute(SeriesView series, int step) {
        return times.minute(at(series, step));
    }

    private static Instant at(SeriesView series, int step) {
        return series.first().plusSeconds((long) step * series.stepSeconds());
    }

    /** What is not known by name is a pool's, or shown as it is called. */
    private static Known known(String name) {
        Known known = KNOWN.get(name);
        if (known != null) {
            return known;
        }
        return new Known(
                name.endsWith(ACTIVE)
                        ? name.substring(0, name.length() - ACTIVE.length()) + ": tasks at work"
                        : name.endsWith(PENDING)
                                ? name.substring(0, name.length() - PENDING.length()) + ": tasks that wait"
                                : name,
                Numbers::of);
    }

    /** A line for each step, a column for each series, in the units of the admin API; a gap is empty. */
    private HttpReply export(ConsoleRequest request) {
        boolean day = isDay(request);
        SeriesView series = series(request, day, request.query().get("composite"));
        Map<String, List<@Nullable Double>> points = points(series);
        StringBuilder text = new StringBuilder("time");
        points.keySet().forEach(name -> text.append(',').append(name));
        text.append("\r\n");
        int steps = points.values().stream().mapToInt(List::size).max().orElse(0);
        for (int step = 0; step < steps; step++) {
            text.append(at(series, step));
            for (List<@Nullable Double> values : points.values()) {
                Double value = values.get(step);
                text.append(',')
                        .append(value == null ? "" : BigDecimal.valueOf(value).toPlainString());
            }
            text.append("\r\n");
        }
        return Pages.guarded(HttpReply.of(
                        200, "text/csv; charset=utf-8", text.toString().getBytes(StandardCharsets.UTF_8)))
                .with("Content-Disposition", "attachment; filename=\"weir-" + (day ? "day" : "hour") + ".csv\"");
    }
}
