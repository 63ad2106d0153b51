/** The program {@code weir wsdl2java}: a WSDL in, the sources of Java classes out. */
@NullMarked
package dev.weir.wsdl2java;

import org.jspecify.annotations.NullMarked;
