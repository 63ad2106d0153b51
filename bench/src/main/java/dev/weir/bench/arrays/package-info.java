/** The service of Indiana University's soap_bench, code first: nineteen operations over arrays of all kinds. */
package dev.weir.bench.arrays;
