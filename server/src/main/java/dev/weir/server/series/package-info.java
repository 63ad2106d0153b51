/**
 * The server's recent past: what it counts comes in by a timer and goes out as points of the last hour and the last day, so
 * that people see load and trouble without a metrics system beside it. In memory only.
 */
package dev.weir.server.series;
