package dev.weir.bpel.instance;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What an active scope holds beside its variables. */
final class ScopeState {
    final Map<Integer, List<String>> correlations = new TreeMap<>();
    final Map<Integer, PartnerLinkValue> partnerLinks = new TreeMap<>();

    /** The id of the scope that completed last in it and may be compensated; 0 for none. */
    int lastCompleted;

    /** The fault that it has, while it has one. */
    @Nullable Fault fault;
}
