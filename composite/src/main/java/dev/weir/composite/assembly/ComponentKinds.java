package dev.weir.composite.assembly;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.ServiceLoader;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The kinds of components that this server runs. */
public final class ComponentKinds {
    private static final SortedMap<String, ComponentKind> ALL = load();

    private ComponentKinds() {}

    private static SortedMap<String, ComponentKind> load() {
        SortedMap<String, ComponentKind> all = new TreeMap<>();
        for (ComponentKind kind : ServiceLoader.load(ComponentKind.class, ComponentKind.class.getClassLoader())) {
            ComponentKind other = all.put(kind.implementation(), kind);
            if (other != null) {
                throw new IllegalStateException("two classes run components with <" + kind.implementation() + ">: "
                        + other.getClass().getName() + " and "
                        + kind.getClass().getName());
            }
        }
        return Collections.unmodifiableSortedMap(all);
    }

    /** All kinds, in the order of their implementations. */
    public static Collection<ComponentKind> all() {
        return ALL.values();
    }

    /** The kind of an implementation; null where this server does not run it. */
    public static @Nullable ComponentKind find(String implementation) {
        return ALL.get(implementation);
    }

    /**
     * The implementations, for people.
     *
     * @param last stands between the last two: "and"
     */
    static String implementations(String before, String after, String last) {
        List<String> names =
                ALL.keySet().stream().map(name -> before + name + after).toList();
        int most = names.size() - 1;
        return most <= 0
                ? String.join("", names)
                : String.join(", ", names.subList(0, most)) + " " + last + " " + names.get(most);
    }
}
