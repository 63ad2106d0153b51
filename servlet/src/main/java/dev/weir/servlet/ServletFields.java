package dev.weir.servlet;

import dev.weir.soap.http.HttpHeaders;
import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The header fields of a request, copied: containers use a request's object for the next one, and one-way operations go
 * on after the answer. Immutable.
 */
final class ServletFields implements HttpHeaders {
    private final List<String> names = new ArrayList<>();
    private final List<List<String>> values = new ArrayList<>();

    ServletFields(HttpServletRequest request) {
        for (String name : Collections.list(request.getHeaderNames())) {
            names.add(name);
            values.add(List.copyOf(Collections.list(request.getHeaders(name))));
        }
    }

    @Override
    public @Nullable String value(String name) {
        List<String> all = values(name);
        return all.isEmpty() ? null : all.get(0);
    }

    @Override
    public Collection<String> names() {
        return Collections.unmodifiableList(names);
    }

    @Override
    public List<String> values(String name) {
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i).equalsIgnoreCase(name)) {
                return values.get(i);
            }
        }
        return List.of();
    }
}
