package dev.weir.servlet;

import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** Notified of each request that an endpoint has answered. Called on the thread that answers, several at a time: must not block, nor throw. */
@FunctionalInterface
public interface RequestObserver {
    /**
     * A request has been answered.
     *
     * @param operation one of the service's; null where the request is of none, such as one for the WSDL or one that was
     *     refused
     * @param status of HTTP: 500 or 400 for faults
     * @param nanos from the request's head to the end of the answer
     */
    void answered(QName service, QName port, @Nullable String operation, int status, long nanos);
}
