package dev.weir.bench.load;

import dev.weir.bench.measure.MeasureException;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
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
 * Body files are looked for beside the file. Empty lines and those that begin with {@code #} are left out.
 */
public final class MixFile {
    /** Each has a histogram of a quarter of a megabyte. */
    private static final int MAX_REQUESTS = 200;

    private static final int MAX_WEIGHT = 1_000_000;

    private final Path file;
    private final URI server;
    private final HeaderFields common;
    private final List<LoadRequest> requests = new ArrayList<>();
    private final Set<String> names = new HashSet<>();
    private @Nullable Line open;
    private int number;

    /** A request whose fields may follow. */
    private record Line(
            int weight, String method, URI target, @Nullable Path body, HeaderFields fields) {}

    private MixFile(Path file, URI server, HeaderFields common) {
        this.file = file;
        this.server = server;
        this.common = common;
    }

    /**
     * The requests, which accept any body with status 200 so far.
     *
     * @param common header fields of all
     * @throws MeasureException if it cannot be read, with the line
     */
    public static List<LoadRequest> read(Path file, URI server, HeaderFields common) {
        return new MixFile(file, server, common).read();
    }

    private List<LoadRequest> read() {
        try {
            for (String line : Files.readAllLines(file)) {
                number++;
                if (!line.isBlank() && line.charAt(0) != '#') {
                    add(line);
                }
            }
            request();
        } catch (NoSuchFileException missing) {
            throw new MeasureException("there is no file " + missing.getFile() + where(), missing);
        } catch (CharacterCodingException broken) {
            throw new MeasureException(file + " is not in UTF-8", broken);
        } catch (IOException unreadable) {
            throw new MeasureException("a file cannot be read: " + unreadable.getMessage() + where(), unreadable);
        } catch (IllegalArgumentException wrong) {
            throw new MeasureException(wrong.getMessage() + where(), wrong);
        }
        if (requests.isEmpty()) {
            throw new MeasureException("there is no request in " + file);
        }
        return List.copyOf(requests);
    }

    private String where() {
        return number == 0 ? "" : ", " + file + " line " + number;
    }

    private void add(String line) throws IOException {
        Line last = open;
        if (!Character.isWhitespace(line.charAt(0))) {
            request();
            open = line(line);
        } else if (last != null) {
            open = new Line(last.weight, last.method, last.target, last.body, last.fields.with(line.strip()));
        } else {
            throw new IllegalArgumentException("a header field before any request");
        }
    }

    private Line line(String line) {
        String[] parts = line.strip().split("\\s+", 4);
        if (parts.length < 3 || !parts[0].matches("[0-9]{1,7}") || !parts[2].startsWith("/")) {
            throw new IllegalArgumentException("a request has the form 'WEIGHT METHOD /PATH [BODY-FILE]': " + line);
        }
        int weight = Integer.parseInt(parts[0]);
        if (weight < 1 || weight > MAX_WEIGHT) {
            throw new IllegalArgumentException("a weight is between 1 and " + MAX_WEIGHT + ": " + line);
        }
        Path body = parts.length < 4 ? null : file.resolveSibling(parts[3]);
        return new Line(weight, parts[1], server.resolve(URI.create(parts[2])), body, common);
    }

    /** Makes the request of the lines so far. */
    private void request() throws IOException {
        Line line = open;
        if (line == null) {
            return;
        }
        if (requests.size() == MAX_REQUESTS) {
            throw new IllegalArgumentException("a mix has at most " + MAX_REQUESTS + " requests");
        }
        Path from = line.body;
        byte[] body = from == null ? new byte[0] : Files.readAllBytes(from);
        HeaderFields fields = from == null ? line.fields : line.fields.withTypeOfXml();
        requests.add(LoadRequest.of(
                        name(line),
                        line.method,
                        line.target,
                        fields.map(),
                        body,
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
