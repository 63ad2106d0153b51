/** Generates W3C XML Schema 1.0 from a model, one document for each namespace. */
package dev.weir.bind.schema;
