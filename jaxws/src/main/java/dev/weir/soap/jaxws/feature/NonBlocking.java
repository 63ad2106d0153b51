package dev.weir.soap.jaxws.feature;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * On a method of a service, or on its class or interface for all of them: the operation never waits, neither for files,
 * databases and other services nor for locks, and takes no longer than its messages take to read and write. Requests of up to
 * 64 KiB for it are handled on the event loop that has read them, without a change of threads; a method that waits there keeps
 * all connections of that loop waiting. A client of Weir's that is to wait there for an answer throws instead; its asynchronous
 * methods work.
 *
 * <p>Without effect inside a servlet container, and where the endpoint has an executor of its own or handlers; there, and for
 * other requests, the operation runs as all others do.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface NonBlocking {}
