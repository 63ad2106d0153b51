/** Archives in; out comes, for each, whether it would run here and what stands in its way. Nothing is deployed. */
package dev.weir.composite.assess;
