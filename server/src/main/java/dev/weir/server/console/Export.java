package dev.weir.server.console;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weir.server.admin.AdminClient;
import dev.weir.soap.http.HttpReply;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A list as a file: JSON as the admin API has it, or CSV (RFC 4180) with a column for each member. */
final class Export {
    private Export() {}

    /** True where a request wants a file instead of a page. */
    static boolean isAskedFor(ConsoleRequest request) {
        return !request.query().get("format").isEmpty();
    }

    /**
     * The file.
     *
     * @param name of the file, without what follows the point
     * @param rows records of the admin API
     * @throws UnreadableException for a format that there is not
     */
    static HttpReply of(ConsoleRequest request, String name, List<?> rows) {
        String format = request.query().get("format");
        String text = switch (format) {
            case "json" -> AdminClient.json(rows);
            case "csv" -> csv(AdminClient.tree(rows));
            default -> throw new UnreadableException("lists are exported as csv or json, not as " + format);
        };
        return Pages.guarded(HttpReply.of(
                        200,
                        format.equals("json") ? "application/json" : "text/csv; charset=utf-8",
                        text.getBytes(StandardCharsets.UTF_8)))
                .with("Content-Disposition", "attachment; filename=\"" + name + "." + format + "\"");
    }

    static String csv(JsonNode rows) {
        Set<String> columns = new LinkedHashSet<>();
        rows.forEach(row -> row.fieldNames().forEachRemaining(columns::add));
        StringBuilder text = new StringBuilder();
        text.append(String.join(",", columns)).append("\r\n");
        for (JsonNode row : rows) {
            String comma = "";
            for (String column : columns) {
                text.append(comma).append(cell(row.path(column)));
                comma = ",";
            }
            text.append("\r\n");
        }
        return text.toString();
    }

    /** What others have written must not be a formula in the program that opens the file. */
    private static String cell(JsonNode value) {
        if (value.isNull() || value.isMissingNode()) {
            return "";
        }
        if (!value.isTextual()) {
            return value.isValueNode() ? value.asText() : quoted(value.toString());
        }
        String text = value.asText();
        boolean formula = !text.isEmpty() && "=+-@\t\r".indexOf(text.charAt(0)) >= 0;
        return quoted(formula ? "'" + text : text);
    }

    private static String quoted(String text) {
        return '"' + text.replace("\"", "\"\"") + '"';
    }
}
