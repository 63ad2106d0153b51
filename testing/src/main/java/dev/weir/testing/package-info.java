/** What the tests of several modules share: the seed of randomised tests, and ports for servers, programs in a small heap. */
package dev.weir.testing;
