/** Measurements beside the peers, as one tool; workloads, load driver and reports come with the modules they measure. */
package dev.weir.bench;
