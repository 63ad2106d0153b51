/** What a part of the server lets operators set while it runs. */
package dev.weir.composite.tuning;
