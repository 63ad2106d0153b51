package dev.weir.soap.jaxws.client;

import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.handler.MessageContext;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the request context of one call says, by the standard's properties and by the timeouts' names of CXF and Metro.
 *
 * @param action of the request, by the standard's property, else by the program's header SOAPAction; null for the operation's own
 * @param connections null for those that all clients share
 * @param compression of requests in text; null where packed replies are not asked for either
 * @param timeout for the whole call
 * @param session whether cookies are kept
 * @param headers HTTP fields, without SOAPAction
 */
record CallSettings(
        URI address,
        @Nullable String action,
        Duration connectTimeout,
        @Nullable ConnectionSettings connections,
        @Nullable Compression compression,
        Duration timeout,
        boolean session,
        Map<String, String> headers) {
    /** As CXF's. */
    static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(30);

    /** As CXF's. */
    static final Duration TIMEOUT = Duration.ofSeconds(60);

    /** 0 says so. */
    private static final Duration UNLIMITED = Duration.ofDays(20);

    private static final List<String> CONNECT_NAMES = List.of(
            "jakarta.xml.ws.client.connectionTimeout",
            "javax.xml.ws.client.connectionTimeout",
            "com.sun.xml.ws.connect.timeout",
            "com.sun.xml.internal.ws.connect.timeout");
    private static final List<String> ANSWER_NAMES = List.of(
            "jakarta.xml.ws.client.receiveTimeout",
            "javax.xml.ws.client.receiveTimeout",
            "com.sun.xml.ws.request.timeout",
            "com.sun.xml.internal.ws.request.timeout");

    static CallSettings of(Map<String, Object> context, String portAddress) {
        boolean ownConnections = false;
        boolean packs = false;
        for (String name : context.keySet()) {
            if (Compression.include(name)) {
                packs = true;
            } else if (ConnectionProperties.include(name)) {
                ownConnections = true;
            }
        }
        String address = string(context, BindingProvider.ENDPOINT_ADDRESS_PROPERTY);
        if (address == null) {
            address = portAddress;
        }
        if (address.isEmpty()) {
            throw new WebServiceException("the port has no address; put one into the request context by "
                    + BindingProvider.ENDPOINT_ADDRESS_PROPERTY);
        }
        Map<String, String> headers = headers(context);
        String ofHeader = headers.remove(RequestHeaders.SOAP_ACTION);
        String ofProperty = Boolean.FALSE.equals(context.get(BindingProvider.SOAPACTION_USE_PROPERTY))
                ? null
                : string(context, BindingProvider.SOAPACTION_URI_PROPERTY);
        Duration connectTimeout = duration(context, CONNECT_NAMES, CONNECT_TIMEOUT);
        return new CallSettings(
                uri(address),
                ofProperty != null || ofHeader == null ? ofProperty : unquoted(ofHeader),
                connectTimeout,
                ownConnections ? ConnectionSettings.of(context, connectTimeout) : null,
                packs ? Compression.of(context) : null,
                duration(context, ANSWER_NAMES, TIMEOUT),
                Boolean.TRUE.equals(context.get(BindingProvider.SESSION_MAINTAIN_PROPERTY)),
                headers);
    }

    /** The value of a header that may be written with its quotes or without. */
    private static String unquoted(String value) {
        String text = value.strip();
        return text.length() >= 2 && text.startsWith("\"") && text.endsWith("\"")
                ? text.substring(1, text.length() - 1).replaceAll("\\\\(.)", "$1")
                : text;
    }

    private static URI uri(String address) {
        try {
            return URI.create(address);
        } catch (IllegalArgumentException e) {
            throw new WebServiceException("the address of a port must be a URI: " + address, e);
        }
    }

    private static @Nullable String string(Map<String, Object> context, String name) {
        Object value = context.get(name);
        if (value == null || value instanceof String) {
            return (String) value;
        }
        throw new WebServiceException("the property " + name + " must be a String, but is a "
                + value.getClass().getName());
    }

    private static Duration duration(Map<String, Object> context, List<String> names, Duration usual) {
        for (String name : names) {
            Object value = context.get(name);
            if (value != null) {
                try {
                    long millis = Long.parseLong(value.toString());
                    return millis <= 0 ? UNLIMITED : Duration.ofMillis(Math.min(millis, UNLIMITED.toMillis()));
                } catch (NumberFormatException e) {
                    throw new WebServiceException(
                            "the property " + name + " must be a number of milliseconds: " + value, e);
                }
            }
        }
        return usual;
    }

    private static Map<String, String> headers(Map<String, Object> context) {
        Map<String, String> headers = new LinkedHashMap<>();
        RequestHeaders.addTo(headers, context.get(MessageContext.HTTP_REQUEST_HEADERS));
        String user = string(context, BindingProvider.USERNAME_PROPERTY);
        if (user != null) {
            String password = string(context, BindingProvider.PASSWORD_PROPERTY);
            String both = user + ":" + (password == null ? "" : password);
            headers.put(
                    "Authorization",
                    "Basic " + Base64.getEncoder().encodeToString(both.getBytes(StandardCharsets.UTF_8)));
        }
        return headers;
    }
}
