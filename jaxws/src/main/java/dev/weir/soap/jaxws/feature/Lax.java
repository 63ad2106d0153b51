package dev.weir.soap.jaxws.feature;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * On a service's class: it takes what peers send that are not careful, where it can be understood in one way only, instead of
 * holding them to WS-I Basic Profile. Wrong media types and charsets, elements in other namespaces, elements that nothing is known
 * of, empty texts for numbers and dates, and what is around an envelope are passed over; docs/soap.md has the table. Replies are as
 * always.
 *
 * <p>The endpoint's property {@code dev.weir.jaxws.lax} says the same and counts first; in the request context of a client it
 * says so of the service's replies.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Lax {}
