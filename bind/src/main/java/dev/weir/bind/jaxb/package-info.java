/** The face that JAXB users know: sources of XML come in and objects go out, and objects come in and XML goes out. */
package dev.weir.bind.jaxb;
