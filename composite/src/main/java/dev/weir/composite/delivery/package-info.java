/**
 * Messages along wires: from a composite's services to its components, from components to each other and to references,
 * and the calls of processes with their retries.
 */
package dev.weir.composite.delivery;
