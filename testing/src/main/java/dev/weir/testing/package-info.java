/** What the tests of several modules share: the seed of randomised tests, and ports for servers. */
package dev.weir.testing;
