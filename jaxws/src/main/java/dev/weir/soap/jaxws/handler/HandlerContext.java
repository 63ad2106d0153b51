package dev.weir.soap.jaxws.handler;

import jakarta.xml.ws.handler.MessageContext;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The properties of a message exchange, as handlers see them. A property that a handler adds is for handlers only. */
abstract class HandlerContext implements MessageContext {
    private final MessageProperties properties;
    final HandledMessage message;

    HandlerContext(MessageProperties properties, HandledMessage message) {
        this.properties = properties;
        this.message = message;
    }

    private Map<String, Object> all() {
        return properties.values;
    }

    @Override
    public void setScope(String name, Scope scope) {
        properties.scope(name, scope);
    }

    @Override
    public Scope getScope(String name) {
        return properties.scope(name);
    }

    @Override
    public int size() {
        return all().size();
    }

    @Override
    public boolean isEmpty() {
        return all().isEmpty();
    }

    @Override
    public boolean containsKey(Object name) {
        return all().containsKey(name);
    }

    @Override
    public boolean containsValue(Object value) {
        return all().containsValue(value);
    }

    @Override
    public @Nullable Object get(Object name) {
        return all().get(name);
    }

    @Override
    public @Nullable Object put(String name, Object value) {
        OutboundAttachments.check(name, value);
        return all().put(name, value);
    }

    @Override
    public @Nullable Object remove(Object name) {
        properties.forgetScope(String.valueOf(name));
        return all().remove(name);
    }

    @Override
    public void putAll(Map<? extends String, ? extends Object> given) {
        all().putAll(given);
    }

    @Override
    public void clear() {
        for (String name : Set.copyOf(all().keySet())) {
            remove(name);
        }
    }

    @Override
    public Set<String> keySet() {
        return all().keySet();
    }

    @Override
    public Collection<Object> values() {
        return all().values();
    }

    @Override
    public Set<Map.Entry<String, Object>> entrySet() {
        return all().entrySet();
    }
}
