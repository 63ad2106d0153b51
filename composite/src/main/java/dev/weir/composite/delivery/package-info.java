/** Messages along wires: from services to components, from components to references, with retries. */
package dev.weir.composite.delivery;
