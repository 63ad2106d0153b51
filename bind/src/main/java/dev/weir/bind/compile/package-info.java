/** Codecs for classes in frequent use: a plan comes in, a hidden class goes out that reads and writes without reflection. */
package dev.weir.bind.compile;
