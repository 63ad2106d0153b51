/** Composites: what they are made of, how messages travel in them, and what is told of it afterwards. */
package dev.weir.composite;
