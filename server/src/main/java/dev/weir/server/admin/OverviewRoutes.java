package dev.weir.server.admin;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.weir.composite.runtime.CompositeRuntime;
import dev.weir.composite.statistics.RequestTotals;
import dev.weir.server.access.Role;
import dev.weir.server.admin.AdminRecords.CalledServerView;
import dev.weir.server.admin.AdminRecords.CompositeLoadView;
import dev.weir.server.admin.AdminRecords.OverviewView;
import dev.weir.server.admin.AdminRecords.PoolView;
import dev.weir.server.admin.AdminRecords.SeriesView;
import dev.weir.server.series.History;
import dev.weir.server.series.ServerSeries;
import dev.weir.server.series.Window;
import dev.weir.store.CompositeRevision;
import dev.weir.store.Store;
import dev.weir.store.StoreCounts;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How the server does: now, and in the last hour and the last day. */
final class OverviewRoutes {
    private final Store store;
    private final CompositeRuntime runtime;
    private final ServerSeries series;

    OverviewRoutes(Store store, CompositeRuntime runtime, ServerSeries series) {
        this.store = store;
        this.runtime = runtime;
        this.series = series;
    }

    List<AdminRoute> routes() {
        return List.of(
                AdminRoute.get(
                        "/overview",
                        Role.VIEWER,
                        "How the server does: totals, and the numbers of the last ten seconds by the names of series.",
                        OverviewView.class,
                        request -> overview()),
                AdminRoute.get(
                        "/destinations",
                        Role.VIEWER,
                        "The servers that composites have called over HTTP since this one was started.",
                        new TypeReference<List<CalledServerView>>() {},
                        request -> runtime.called().stream()
                                .map(CalledServerView::of)
                                .toList()),
                AdminRoute.get(
                                "/series",
                                Role.VIEWER,
                                "The last hour by ten seconds or the last day by five minutes, of the server or of"
                                        + " composites.",
                                SeriesView.class,
                                this::points)
                        .with("window", "string", "hour or day; left out, hour")
                        .withRepeated(
                                "composite",
                                "of this one, not of the server: its name, with or without revision and partition; may be"
                                        + " repeated"));
    }

    private OverviewView overview() {
        RequestTotals requests = series.requests();
        StoreCounts counts = store.counts();
        History history = series.history();
        return new OverviewView(
                Instant.now(),
                history.begun(),
                requests.count(),
                requests.unsuccessful(),
                counts.flows(),
                counts.auditEvents(),
                store.countResting(),
                counts.suspendedFlows(),
                Runtime.getRuntime().maxMemory(),
                series.files().freeBytes(),
                runtime.pools().stream().map(PoolView::of).toList(),
                history.server(),
                runtime.requests().entrySet().stream()
                        .map(each -> new CompositeLoadView(
                                each.getKey().toString(),
                                each.getValue().count(),
                                each.getValue().unsuccessful(),
                                history.composite(each.getKey())))
                        .toList());
    }

    private SeriesView points(AdminRequest request) {
        Window window = window(request.query("window", "hour"));
        List<CompositeRevision> named = request.queries("composite").stream()
                .flatMap(name -> DeployedNames.of(runtime, name).stream())
                .distinct()
                .toList();
        History history = series.history();
        History.Points points = named.isEmpty() ? history.server(window) : history.composites(window, named);
        Map<String, Map<String, List<@Nullable Double>>> composites = new LinkedHashMap<>();
        points.composites().forEach((composite, values) -> composites.put(composite.toString(), values));
        return new SeriesView(points.first(), points.stepSeconds(), points.server(), composites);
    }

    private static Window window(String word) {
        return Arrays.stream(Window.values())
                .filter(each -> each.name().toLowerCase(Locale.ROOT).equals(word))
                .findFirst()
                .orElseThrow(() ->
                        RefusedException.ofParameter("window must be hour or day: " + word, "write one of the two"));
    }
}
