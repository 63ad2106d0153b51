/**
 * Composite sensors: {@code sensor.xml} and {@code sensorAction.xml} in, what sensors look at and how out: {@link
 * dev.weir.composite.sensor.CompositeSensors}.
 */
package dev.weir.composite.sensor;
