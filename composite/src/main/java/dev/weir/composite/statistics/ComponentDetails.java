package dev.weir.composite.statistics;

import dev.weir.composite.statistics.Statistics.Activity;
import dev.weir.composite.statistics.Statistics.Request;
import dev.weir.composite.statistics.StatsLastN.Wish;
import dev.weir.store.ComponentId;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/** What is kept of one component beside its counts, for as long as an operator wishes it. Thread-safe. */
final class ComponentDetails {
    private final Wish wish;
    private final ConcurrentHashMap<String, LatestRequests> requests = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<Integer, TimedActivity> activities = new ConcurrentHashMap<>();

    private record TimedActivity(int id, String name, String kind, TimeCounter times) {}

    ComponentDetails(Wish wish) {
        this.wish = wish;
    }

    /** What it is kept for. */
    Wish wish() {
        return wish;
    }

    void request(String operation, Request request) {
        requests.computeIfAbsent(operation, any -> new LatestRequests(wish.requests()))
                .add(request);
    }

    void activity(int id, String name, String kind, long nanos) {
        activities
                .computeIfAbsent(id, any -> new TimedActivity(id, name, kind, new TimeCounter()))
                .times
                .add(nanos);
    }

    List<Request> requests(String operation) {
        LatestRequests latest = requests.get(operation);
        return latest == null ? List.of() : latest.now();
    }

    List<Activity> activities(ComponentId component) {
        return activities.values().stream()
                .map(each -> new Activity(component, each.id, each.name, each.kind, each.times.now()))
                .sorted(Comparator.comparingInt(Activity::id))
                .toList();
    }
}
