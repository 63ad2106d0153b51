/** How long ended instances are kept, and their removal when that time is over. */
package dev.weir.composite.retention;
