package dev.weir.soap.jaxws.client;

import dev.weir.soap.http.HeaderFields;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.handler.MessageContext;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP fields that a program adds to its requests by {@link MessageContext#HTTP_REQUEST_HEADERS}. Programs pass on the fields of
 * a request that they serve themselves; those that describe its body or its connection would break this one, or let a
 * peer read its end as another request.
 */
final class RequestHeaders {
    static final String COOKIE = "Cookie";
    static final String SOAP_ACTION = "SOAPAction";

    private static final System.Logger LOG = System.getLogger(RequestHeaders.class.getName());
    private static final Set<String> LOGGED = ConcurrentHashMap.newKeySet();

    private RequestHeaders() {}

    /**
     * Adds those that the program may set; the others are named in the log, each once. {@link #COOKIE} and {@link #SOAP_ACTION}
     * are found under these names, however the program writes them.
     */
    static void addTo(Map<String, String> headers, @Nullable Object property) {
        if (!(property instanceof Map<?, ?> given)) {
            return;
        }
        given.forEach((key, values) -> {
            if (key == null) { // of java.net, which has the status line so
                if (LOGGED.add("")) {
                    LOG.log(
                            Level.WARNING,
                            "an HTTP header of {0} has no name (null) and is not sent",
                            MessageContext.HTTP_REQUEST_HEADERS);
                }
                return;
            }
            String name = key.toString();
            requireName(name);
            List<String> said = HeaderFields.values(values);
            if (isOfMessage(name) || said.isEmpty()) {
                return;
            }
            boolean cookie = name.equalsIgnoreCase(COOKIE);
            boolean action = name.equalsIgnoreCase(SOAP_ACTION);
            String value = String.join(cookie ? "; " : ", ", said);
            requireValue(name, value);
            headers.put(cookie ? COOKIE : action ? SOAP_ACTION : name, value);
        });
    }

    /** True for what says how the request's bytes are to be read, and where it ends. */
    private static boolean isOfMessage(String name) {
        if (!HeaderFields.isOfTheMessage(name)) {
            return false;
        }
        if (LOGGED.add(name.toLowerCase(Locale.ROOT))) {
            LOG.log(
                    Level.WARNING,
                    "the HTTP header {0} of {1} is not sent: it is set for each request by what the request and its"
                            + " connection are",
                    name,
                    MessageContext.HTTP_REQUEST_HEADERS);
        }
        return true;
    }

    private static void requireName(String name) {
        if (!HeaderFields.isName(name)) {
            throw new WebServiceException("the name of an HTTP header must be of letters, digits and signs, without"
                    + " spaces, colons, line breaks or control characters: \"" + visible(name) + "\"");
        }
    }

    /** @throws WebServiceException where a value would end its field, or has other control characters */
    static void requireValue(String name, String value) {
        if (!HeaderFields.isValue(value)) {
            throw new WebServiceException("the value of the HTTP header " + name
                    + " must have no line breaks or control characters: \"" + visible(value) + "\"");
        }
    }

    private static String visible(String text) {
        StringBuilder shown = new StringBuilder(text.length() + 8);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || c == 0x7f) {
                shown.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                shown.append(c);
            }
        }
        return shown.toString();
    }
}
