/**
 * The state of one unmarshal or marshal operation, and its access to objects: property values by number, callbacks,
 * adapters, prefixes.
 */
package dev.weir.bind.context;
