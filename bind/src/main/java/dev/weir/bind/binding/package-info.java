/** A model of bound classes comes in; a {@link dev.weir.bind.binding.Binding} with its codecs goes out, and the operations on whole documents. */
package dev.weir.bind.binding;
