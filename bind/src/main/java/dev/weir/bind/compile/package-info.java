/** Generates, from a plan, a hidden class that reads and writes a frequently used class without reflection. */
package dev.weir.bind.compile;
