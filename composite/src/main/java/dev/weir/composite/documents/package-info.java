/**
 * Addresses that composites write in, documents out: {@code oramds:/} from metadata folders and archives and from
 * Weir's own shapes of what Oracle SOA Suite has built in, other composites beside them, and the web where it is allowed.
 */
package dev.weir.composite.documents;
