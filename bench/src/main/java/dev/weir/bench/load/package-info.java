/** The load driver: requests by weight over connections of its own, closed or open loop, every reply verified. */
package dev.weir.bench.load;
