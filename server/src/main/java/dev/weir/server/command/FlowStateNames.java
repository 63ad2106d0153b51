package dev.weir.server.command;

import dev.weir.store.FlowState;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;

/** States as the command line spells them: lower case. */
final class FlowStateNames implements Iterable<String> {
    static String name(FlowState state) {
        return state.name().toLowerCase(Locale.ROOT);
    }

    static FlowState parse(String name) {
        for (FlowState state : FlowState.values()) {
            if (name(state).equals(name.toLowerCase(Locale.ROOT))) {
                return state;
            }
        }
        throw new UsageException("there is no state " + name + "; states are " + String.join(", ", names()));
    }

    private static List<String> names() {
        return Arrays.stream(FlowState.values()).map(FlowStateNames::name).toList();
    }

    @Override
    public Iterator<String> iterator() {
        return names().iterator();
    }
}
