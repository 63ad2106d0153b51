/** A running instance: scopes, variables, correlation, lifecycle, and how they are persisted as rows. */
package dev.weir.bpel.instance;
