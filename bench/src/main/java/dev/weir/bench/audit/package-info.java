/** The suite {@code audit}: what history costs, by its level and policy. */
package dev.weir.bench.audit;
