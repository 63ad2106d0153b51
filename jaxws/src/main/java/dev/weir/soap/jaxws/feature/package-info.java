/** What applications ask of the provider beyond the standard. */
package dev.weir.soap.jaxws.feature;
