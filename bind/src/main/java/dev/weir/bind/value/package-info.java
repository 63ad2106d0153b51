/** Simple values: their lexical forms (XML Schema 1.1 Part 2) come in, Java objects go out, and back. */
package dev.weir.bind.value;
