/**
 * How busy the engines are: requests of components and steps of activities come in with the time that they took, and go out
 * as counts and times that operators read.
 */
package dev.weir.composite.statistics;
