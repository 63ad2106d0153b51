package dev.weir.store;

import java.util.List;

/**
 * A part of a flow's history.
 *
 * @param events in the order in which they were stored
 * @param next where the next page begins, for {@link Store#history(long, long, int)}; 0 where there is none
 */
public record HistoryPage(List<AuditEvent> events, long next) {}
