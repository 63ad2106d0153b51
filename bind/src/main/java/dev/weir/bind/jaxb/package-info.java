/** The implementation of the JAXB interfaces: unmarshals sources of XML to objects, and marshals objects to results. */
package dev.weir.bind.jaxb;
