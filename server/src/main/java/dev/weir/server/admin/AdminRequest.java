package dev.weir.server.admin;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import dev.weir.composite.tuning.WholeNumber;
import dev.weir.server.access.Caller;
import dev.weir.server.access.LogNote;
import dev.weir.soap.http.HttpRequest;
import dev.weir.store.CompositeRevision;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A request to the admin API, of somebody who may send it. Whatever in it has no meaning is refused where it is read, by
 * a {@link RefusedException}.
 */
final class AdminRequest {
    /** The most entries of a list in one answer. */
    private static final int MOST_AT_ONCE = 1_000;

    /** The most bytes of a body that is JSON: one with all settings has fewer. It is read into memory, and logged. */
    private static final int MOST_JSON = 1 << 20;

    private static final String NOT_JSON = "the request is not the JSON of this path: ";

    private final HttpRequest request;
    private final Caller caller;
    private final AdminQuery query;
    private final Map<String, String> path;
    private final LogNote note;

    /**
     * @param route whose path, query and body it has
     * @param note gets what the log is to have of it
     */
    AdminRequest(HttpRequest request, Caller caller, AdminRoute route, LogNote note) {
        this.request = request;
        this.caller = caller;
        this.note = note;
        this.query = AdminQuery.of(request, route);
        this.path = new HashMap<>();
        route.path()
                .values(AdminApi.pathOf(request))
                .forEach((name, value) -> this.path.put(name, AdminQuery.decoded(() -> FormFields.decoded(value))));
    }

    Caller caller() {
        return caller;
    }

    /** What the log is to have of it, to be filled in; for the thread that carries it out. */
    LogNote note() {
        return note;
    }

    /** A step of the path that varies, decoded. */
    String path(String name) {
        return Objects.requireNonNull(path.get(name), name);
    }

    /** A parameter of the query, decoded; null where it is not given. */
    @Nullable String query(String name) {
        List<String> all = queries(name);
        return all.isEmpty() ? null : all.get(all.size() - 1);
    }

    /** All values of a parameter of the query that may be repeated, decoded. */
    List<String> queries(String name) {
        return query.values(name);
    }

    /** The query as people read it, such as {@code composite=Orders, suspended=true}; empty for none. */
    String filter() {
        return query.words();
    }

    String query(String name, String ifMissing) {
        return Objects.requireNonNullElse(query(name), ifMissing);
    }

    /** The number of entries of a list that are left out. */
    int offset() {
        return number("offset", 0, Integer.MAX_VALUE);
    }

    /** The most entries of a list that the answer has. */
    int limit() {
        return number("limit", 100, MOST_AT_ONCE);
    }

    /** A parameter of the query that is a number from 0 on. */
    int number(String name, int ifMissing, int most) {
        String text = query(name);
        if (text == null) {
            return ifMissing;
        }
        return (int) WholeNumber.parse(text, 0, most)
                .orElseThrow(() -> RefusedException.ofParameter(
                        name + " must be from 0 to " + most + ": " + text, "give a whole number in this range"));
    }

    /** The place in a history at which a page begins, as the page before has it. */
    long from() {
        String text = query("from", "0");
        return id(text, "from must be a number from 0 on: " + text, "give one as the page before has it");
    }

    /** A parameter of the query that is an instant; null where it is not given. */
    @Nullable Instant instant(String name) {
        String text = query(name);
        try {
            return text == null ? null : Instant.parse(text);
        } catch (DateTimeParseException e) {
            throw RefusedException.ofParameter(
                    name + " must be an instant: " + text, "write it as 2026-01-31T12:00:00Z");
        }
    }

    /**
     * The instants between which something is to be: times that have changed places would find nothing, as if there were nothing.
     *
     * @param from the name of the parameter of the first one, inclusive; it may not be given
     * @param before that of the one behind the last, likewise
     */
    Between between(String from, String before) {
        Instant first = instant(from);
        Instant end = instant(before);
        if (first != null && end != null && !first.isBefore(end)) {
            throw RefusedException.ofParameter(
                    "nothing is from " + first + " on and before " + end + ": " + from + " must be before " + before,
                    "give them the other way round, or leave one out");
        }
        return new Between(first, end);
    }

    /** Two instants, either of which may be missing. */
    record Between(@Nullable Instant from, @Nullable Instant before) {}

    /** A parameter of the query that is true or false. */
    boolean flag(String name, boolean ifMissing) {
        String text = query(name, Boolean.toString(ifMissing));
        if (!text.equals("true") && !text.equals("false")) {
            throw RefusedException.ofParameter(name + " must be true or false: " + text, "write one of the two");
        }
        return text.equals("true");
    }

    /**
     * The number from 0 on that a text of the path or the query is.
     *
     * @param problem why it is refused where it is none
     */
    static long id(String text, String problem, String remedy) {
        return WholeNumber.parse(text, 0, Long.MAX_VALUE)
                .orElseThrow(() -> RefusedException.ofParameter(problem, remedy));
    }

    /** The composite that a text of the path or the query names, as {@code PARTITION/NAME!REVISION}. */
    static CompositeRevision composite(String text) {
        return meant(() -> CompositeRevision.parse(text), "give it as `weir list` shows it");
    }

    /**
     * What a text of the path or the query means.
     *
     * @param parsed reads it; throws an IllegalArgumentException where it is of no meaning
     */
    static <T> T meant(Supplier<T> parsed, String remedy) {
        try {
            return parsed.get();
        } catch (IllegalArgumentException e) {
            throw RefusedException.ofParameter(String.valueOf(e.getMessage()), remedy);
        }
    }

    /** The body's type, as it was sent; null where it was not. */
    @Nullable String contentType() {
        return request.header("Content-Type");
    }

    /** The body; empty for none. */
    byte[] body() {
        return request.body();
    }

    /** @throws RefusedException for a body that has more bytes than JSON may have here */
    static void requireJsonFits(long bytes) {
        if (bytes > MOST_JSON) {
            throw new RefusedException(
                    413, "admin-body", "the body has more than " + MOST_JSON + " bytes", "send less at once");
        }
    }

    /**
     * The body's JSON, to the last member: one that is misspelled must not be as if it were not there. Its type must be
     * said, since pages of other sites cannot send this one without asking first.
     *
     * @param remedy for a body that is refused
     */
    <T> T json(TypeReference<T> type, String remedy) {
        String mediaType = contentType();
        if (mediaType == null || !mediaType.split(";", 2)[0].strip().equalsIgnoreCase(AdminRoute.JSON)) {
            throw new RefusedException(
                    415, "admin-body", "the body must be " + AdminRoute.JSON, "send Content-Type: " + AdminRoute.JSON);
        }
        requireJsonFits(request.body().length);
        try (JsonParser json = AdminJson.MAPPER.createParser(request.body())) {
            // Of two that contradict each other the last one would count.
            json.enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);
            T value = AdminJson.MAPPER
                    .readerFor(type)
                    .with(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                    .readValue(json);
            if (json.nextToken() != null) {
                throw RefusedException.ofBody(NOT_JSON + "it goes on behind its end", remedy);
            }
            if (value == null || value instanceof Map<?, ?> map && map.containsValue(null)) {
                throw RefusedException.ofBody("the request has null for a value", remedy);
            }
            return value;
        } catch (JacksonException e) {
            throw RefusedException.ofBody(NOT_JSON + JsonRefusal.of(e), remedy);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
