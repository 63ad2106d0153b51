package dev.weir.server.console;

import dev.weir.server.admin.AdminClient;
import dev.weir.server.admin.AdminRecords.CompositeView;
import java.util.List;
import java.util.TreeSet;

/** The composites that a search may be for. */
final class CompositeNames {
    private CompositeNames() {}

    /** Those that are deployed, and those that are not and have instances, in order. */
    static List<String> all(AdminClient admin) {
        TreeSet<String> names = new TreeSet<>(admin.retention(false).rules().keySet());
        admin.composites().stream().map(CompositeView::name).forEach(names::add);
        return List.copyOf(names);
    }
}
