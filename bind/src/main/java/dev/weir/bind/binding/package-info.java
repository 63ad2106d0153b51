/**
 * The codecs of a model, in a {@link dev.weir.bind.binding.Binding}, and the operations that read and write documents.
 */
package dev.weir.bind.binding;
