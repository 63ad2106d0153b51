/** The state of one unmarshal or marshal operation, and what it needs to know of an object: values by property number, callbacks, adapters, prefixes. */
package dev.weir.bind.context;
