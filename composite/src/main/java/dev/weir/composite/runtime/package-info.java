/**
 * Composites assembled to run: {@link dev.weir.composite.runtime.CompositeRuntime} compiles their processes and plans,
 * mounts their services, and connects delivery with dispatch. A version that is replaced stays for its instances.
 */
package dev.weir.composite.runtime;
