/** Codecs of values that need no byte code of their own: a description of the content comes in, an item codec or an element writer goes out. */
package dev.weir.bind.item;
