package dev.weir.soap.jaxws.endpoint;

import dev.weir.soap.jaxws.handler.OutboundAttachments;
import jakarta.xml.ws.handler.MessageContext;
import java.util.HashMap;
import java.util.Map;

/** The properties of one call. */
final class CallContext extends HashMap<String, Object> implements MessageContext {
    private static final long serialVersionUID = 1;

    private final transient Map<String, Scope> scopes = new HashMap<>();

    /** What is here by now is for the service to see. */
    void inherited() {
        keySet().forEach(name -> scopes.put(name, Scope.APPLICATION));
    }

    @Override
    public void setScope(String name, Scope scope) {
        known(name);
        scopes.put(name, scope);
    }

    @Override
    public Scope getScope(String name) {
        known(name);
        return scopes.getOrDefault(name, Scope.APPLICATION);
    }

    @Override
    public Object put(String name, Object value) {
        OutboundAttachments.check(name, value);
        return super.put(name, value);
    }

    private void known(String name) {
        if (!containsKey(name)) {
            throw new IllegalArgumentException("there is no property " + name);
        }
    }
}
