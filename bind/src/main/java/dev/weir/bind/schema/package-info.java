/** Schemas of bound classes: a model comes in, W3C XML Schema 1.0 goes out, a document for each namespace. */
package dev.weir.bind.schema;
