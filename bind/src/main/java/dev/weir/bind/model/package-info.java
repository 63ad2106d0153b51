/** What the annotations mean: classes come in, an immutable model of elements, attributes and types goes out. */
package dev.weir.bind.model;
