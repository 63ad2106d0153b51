package dev.weir.server.admin;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** What somebody may have meant who has typed something that there is not. */
public final class NearestName {
    private NearestName() {}

    /**
     * The name that the fewest letters make of what was typed: at most a third of them are added, left out or replaced.
     *
     * @return null where there is none
     */
    public static @Nullable String to(String typed, Collection<String> names) {
        String nearest = null;
        int least = typed.length() / 3 + 1;
        for (String name : names) {
            int distance = distance(typed, name);
            if (distance < least) {
                least = distance;
                nearest = name;
            }
        }
        return nearest;
    }

    /** Levenshtein's. */
    private static int distance(String one, String other) {
        int[] before = new int[other.length() + 1];
        for (int j = 0; j <= other.length(); j++) {
            before[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int[] row = new int[other.length() + 1];
            row[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                int replaced = before[j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replaced, 1 + Math.min(before[j], row[j - 1]));
            }
            before = row;
        }
        return before[other.length()];
    }
}
