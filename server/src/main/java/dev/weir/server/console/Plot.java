package dev.weir.server.console;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A series as a line. It is drawn by the server, so that it is there with the page.
 *
 * @param now the last value, in words
 * @param greatest the greatest one, in words, which is the height of the plot
 * @param summary the same as one sentence, for whoever does not see it
 * @param path of the line, in a box of {@value #WIDTH} by {@value #HEIGHT}; empty where there is no point
 */
public record Plot(String title, String now, String greatest, String summary, String path) {
    static final int WIDTH = 360;
    static final int HEIGHT = 80;

    /** How values are written. */
    @FunctionalInterface
    interface Words {
        /** @param value null for one that is not known */
        String of(@Nullable Double value);
    }

    /** @param points at equal distances, null for a gap, which the line leaves out */
    static Plot of(String title, String span, List<@Nullable Double> points, Words words) {
        double most = 0;
        Double last = null;
        for (Double point : points) {
            if (point != null) {
                most = Math.max(most, point);
                last = point;
            }
        }
        String greatest = words.of(most);
        return new Plot(
                title,
                words.of(last),
                greatest,
                title + ", " + span + ": "
                        + (last == null ? "nothing yet" : words.of(last) + " now, at most " + greatest),
                path(points, most));
    }

    private static String path(List<@Nullable Double> points, double most) {
        StringBuilder path = new StringBuilder(points.size() * 12);
        boolean joined = false;
        double step = WIDTH / (double) Math.max(1, points.size() - 1);
        for (int i = 0; i < points.size(); i++) {
            Double point = points.get(i);
            if (point == null) {
                joined = false;
                continue;
            }
            double y = most == 0 ? HEIGHT - 1 : HEIGHT - 1 - point / most * (HEIGHT - 2);
            path.append(joined ? 'L' : 'M').append(String.format(Locale.ROOT, "%.1f %.1f", i * step, y));
            if (!joined) {
                path.append("h.1"); // a point between two gaps is seen, too
            }
            joined = true;
        }
        return path.toString();
    }
}
