/** What load balancers and orchestrators ask: whether the program lives, and whether it can take messages. */
package dev.weir.server.health;
