/**
 * The abstract codecs of classes and values, the references by which they find one another, and the registry of a
 * model.
 */
package dev.weir.bind.codec;
