package dev.weir.soap.http;

import io.vertx.core.MultiMap;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The header fields of a request as the HTTP library holds them. */
record RequestFields(MultiMap fields) implements HttpHeaders {
    @Override
    public @Nullable String value(String name) {
        return fields.get(name);
    }

    @Override
    public Collection<String> names() {
        return fields.names();
    }

    @Override
    public List<String> values(String name) {
        return fields.getAll(name);
    }
}
