/**
 * Codecs of values that need no byte code of their own: item codecs and element writers for the content that the model
 * describes.
 */
package dev.weir.bind.item;
