package dev.weir.servlet;

import dev.weir.soap.jaxws.endpoint.ContainerCall;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.xml.ws.handler.MessageContext;
import java.security.Principal;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the container knows of a request (section 9.4.1.1 of the specification: the properties of servlets). */
final class ServletCall implements ContainerCall {
    private final ServletContext context;
    private final HttpServletRequest request;
    private final HttpServletResponse response;
    private final String pathInfo;
    private volatile @Nullable String operation;

    /** @param pathInfo what follows the endpoint's path */
    ServletCall(ServletContext context, HttpServletRequest request, HttpServletResponse response, String pathInfo) {
        this.context = context;
        this.request = request;
        this.response = response;
        this.pathInfo = pathInfo;
    }

    @Override
    public Map<String, Object> properties() {
        return Map.of(
                MessageContext.SERVLET_CONTEXT, context,
                MessageContext.SERVLET_REQUEST, request,
                MessageContext.SERVLET_RESPONSE, response,
                MessageContext.PATH_INFO, pathInfo);
    }

    @Override
    public @Nullable Principal user() {
        return request.getUserPrincipal();
    }

    @Override
    public boolean isUserInRole(String role) {
        return request.isUserInRole(role);
    }

    @Override
    public void dispatched(String name) {
        operation = name;
    }

    /** Null where the request is of none. */
    @Nullable String operation() {
        return operation;
    }
}
