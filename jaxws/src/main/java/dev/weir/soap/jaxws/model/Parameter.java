package dev.weir.soap.jaxws.model;

import jakarta.jws.WebParam.Mode;
import java.lang.reflect.Type;

/**
 * A parameter of a Java method.
 *
 * @param type of the value: without the Holder, where there is one
 * @param holder true where the method takes a Holder of it, which every OUT and INOUT parameter is
 */
public record Parameter(Type type, Class<?> rawType, Mode mode, boolean holder) {}
