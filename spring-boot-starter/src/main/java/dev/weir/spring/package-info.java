/** Beans of a Spring Boot application as web services, and clients of others as beans. */
@NullMarked
package dev.weir.spring;

import org.jspecify.annotations.NullMarked;
