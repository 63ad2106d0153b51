package dev.weir.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of the list of flows.
 *
 * @param flows newest first
 * @param next behind which the next page begins, for {@link Store#flows(FlowFilter, FlowPlace, int)}; null where there is none
 */
public record FlowPage(List<FlowSummary> flows, @Nullable FlowPlace next) {}
