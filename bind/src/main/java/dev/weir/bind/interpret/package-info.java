/** Codecs for the first objects of a class, which execute the plan by reflection. */
package dev.weir.bind.interpret;
