/**
 * What the tests of several modules share: the seed and size of randomised tests, waits with a bound, a clock that the test
 * moves, ports for servers, programs in a small heap.
 */
package dev.weir.testing;
