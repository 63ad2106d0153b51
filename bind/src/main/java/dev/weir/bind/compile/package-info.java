/** A model of bound classes comes in; codecs go out, one class each, which read and write without reflection. */
package dev.weir.bind.compile;
