/** Reads annotated classes into an immutable model of elements, attributes and types. */
package dev.weir.bind.model;
