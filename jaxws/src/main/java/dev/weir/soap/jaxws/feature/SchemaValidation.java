package dev.weir.soap.jaxws.feature;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * On a service's class: its messages are validated by the schemas of its WSDL. A request that is not valid is answered with a
 * fault of the sender that names the place; a reply that is not valid with one of the receiver, and the log has the reason.
 *
 * <p>The endpoint's property {@code schema-validation-enabled}, as CXF has it, says the same and counts first.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface SchemaValidation {
    /** Requests are validated while they are read, with the header blocks that the interface declares. */
    boolean requests() default true;

    /** Replies are validated while they are written, with such header blocks, and the details of declared faults. */
    boolean replies() default true;
}
