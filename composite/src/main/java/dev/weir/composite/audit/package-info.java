/** History as people read it. */
package dev.weir.composite.audit;
