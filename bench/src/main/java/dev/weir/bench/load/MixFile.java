package dev.weir.bench.load;

import dev.weir.bench.measure.MeasureException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads a mix of requests to one server: a line for each, {@code WEIGHT METHOD PATH [BODY-FILE]}, and indented below it
 * a line for each header field that only it has.
 *
 * <pre>
 * # nine of ten only look
 * 9 GET  /orders/17
 * 1 POST /orders order.xml
 *     SOAPAction: "urn:place"
 * </pre>
 *
 * Body files are looked for beside the file. Empty lines and those that begin with {@code #}, also indented,
 * are left out. A header field replaces those of that name that all requests have.
 */
public final class MixFile {
    /** Each has a histogram of a quarter of a megabyte. */
    private static final int MAX_REQUESTS = 200;

    private static final int MAX_WEIGHT = 1_000_000;

    private final Path file;
    private final URI server;
    private final HeaderFields common;
    private final List<LoadRequest> requests = new ArrayList<>();
    private final List<Path> bodies = new ArrayList<>();
    private final Set<String> names = new HashSet<>();
    private @Nullable Line open;
    private int number;

    /** A request whose fields may follow. */
    private record Line(
            int weight, String method, URI target, @Nullable Path body, byte[] bytes, HeaderFields fields) {
        Line with(String field) {
            return new Line(weight, method, target, body, bytes, fields.with(field));
        }
    }

    private MixFile(Path file, URI server, HeaderFields common) {
        this.file = file;
        this.server = server;
        this.common = common;
    }

    /**
     * Reads it.
     *
     * @param common header fields of all
     * @throws MeasureException if it cannot be read, with the line
     */
    public static MixFile read(Path file, URI server, HeaderFields common) {
        MixFile mix = new MixFile(file, server, common);
        mix.read();
        return mix;
    }

    /** The requests, which accept any body with status 200 so far. */
    public List<LoadRequest> requests() {
        return List.copyOf(requests);
    }

    /** The files that the bodies were read from. */
    public List<Path> bodies() {
        return List.copyOf(bodies);
    }

    private void read() {
        try {
            for (String line : GivenFile.text(file).lines().toList()) {
                number++;
                if (!line.isBlank() && !line.stripLeading().startsWith("#")) {
                    add(line);
                }
            }
        } catch (IllegalArgumentException | MeasureException wrong) {
            throw new MeasureException(wrong.getMessage() + where(), wrong);
        }
        request();
        if (requests.isEmpty()) {
            throw new MeasureException("there is no request in " + file);
        }
    }

    private String where() {
        return number == 0 ? "" : ", " + file + " line " + number;
    }

    private void add(String line) {
        Line last = open;
        if (!Character.isWhitespace(line.charAt(0))) {
            request();
            open = line(line);
        } else if (last != null) {
            open = last.with(line.strip());
        } else {
            throw new IllegalArgumentException("a header field before any request");
        }
    }

    private Line line(String line) {
        if (requests.size() == MAX_REQUESTS) {
            throw new IllegalArgumentException("a mix has at most " + MAX_REQUESTS + " requests");
        }
        String[] parts = line.strip().split("\\s+", 4);
        if (parts.length < 3) {
            throw new IllegalArgumentException(
                    "a request has the form 'WEIGHT METHOD /PATH [BODY-FILE]': " + Shown.text(line));
        }
        LoadRequest.requireMethod(parts[1]);
        if (!parts[2].startsWith("/")) {
            throw new IllegalArgumentException("a path begins with /: " + Shown.text(parts[2]));
        }
        // not resolve(): it would take //a/b for path /b of a server a
        URI target = URI.create(server.getScheme() + "://" + server.getRawAuthority() + parts[2]);
        Path body = parts.length < 4 ? null : file.resolveSibling(parts[3]);
        byte[] bytes = body == null ? new byte[0] : GivenFile.bytes(body);
        if (body != null) {
            bodies.add(body);
        }
        return new Line(weight(parts[0]), parts[1], target, body, bytes, HeaderFields.NONE);
    }

    private static int weight(String text) {
        int weight = text.matches("[0-9]{1,7}") ? Integer.parseInt(text) : 0;
        if (weight < 1 || weight > MAX_WEIGHT) {
            throw new IllegalArgumentException(
                    "a weight is a whole number between 1 and " + MAX_WEIGHT + ": " + Shown.text(text));
        }
        return weight;
    }

    /** Makes the request of the lines so far. */
    private void request() {
        Line line = open;
        if (line == null) {
            return;
        }
        HeaderFields fields = line.fields.over(common);
        requests.add(LoadRequest.of(
                        name(line),
                        line.method,
                        line.target,
                        line.body == null ? fields : fields.withTypeOfXml(),
                        line.bytes,
                        () -> ReplyCheck.ofLength(0, Long.MAX_VALUE))
                .withWeight(line.weight));
        open = null;
    }

    /** What the lines of a report begin with, each another. */
    private String name(Line line) {
        String query = line.target.getRawQuery() == null ? "" : "?" + line.target.getRawQuery();
        String name = line.method + " " + line.target.getRawPath() + query
                + (line.body == null ? "" : " " + line.body.getFileName());
        String unique = name;
        for (int i = 2; !names.add(unique); i++) {
            unique = name + " (" + i + ")";
        }
        return unique;
    }
}
