/**
 * What is deployed: {@link dev.weir.composite.deployment.Landscape}, one immutable value, and its rules. What serves it is
 * made of it in {@code composite.runtime}.
 */
package dev.weir.composite.deployment;
