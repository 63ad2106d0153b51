/** Codecs for the first objects of a class: a plan comes in, a codec goes out that follows it by reflection. */
package dev.weir.bind.interpret;
