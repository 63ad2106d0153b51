package dev.weir.soap.jaxws.handler;

import jakarta.xml.ws.handler.MessageContext.Scope;
import java.util.HashMap;
import java.util.Map;

/** The properties of one message exchange with their scopes, which all handlers of the exchange share. For one thread. */
public final class MessageProperties {
    final Map<String, Object> values = new HashMap<>();
    private final Map<String, Scope> scopes = new HashMap<>();

    /** Properties that the program sees, or gives. */
    public void putForApplication(Map<String, ?> given) {
        given.forEach((name, value) -> put(name, value, Scope.APPLICATION));
    }

    public void put(String name, Object value, Scope scope) {
        values.put(name, value);
        scopes.put(name, scope);
    }

    Scope scope(String name) {
        if (!values.containsKey(name)) {
            throw new IllegalArgumentException("there is no property " + name);
        }
        return scopes.getOrDefault(name, Scope.HANDLER);
    }

    void scope(String name, Scope scope) {
        if (!values.containsKey(name)) {
            throw new IllegalArgumentException("there is no property " + name);
        }
        scopes.put(name, scope);
    }

    void forgetScope(String name) {
        scopes.remove(name);
    }

    /** Those of both scopes. */
    public Map<String, Object> all() {
        return values;
    }

    /** Those of scope APPLICATION. */
    public Map<String, Object> forApplication() {
        Map<String, Object> visible = new HashMap<>();
        values.forEach((name, value) -> {
            if (scopes.get(name) == Scope.APPLICATION) {
                visible.put(name, value);
            }
        });
        return visible;
    }
}
