/** XPath functions as a component evaluates them: Oracle's, with those that need the composite's files and properties. */
package dev.weir.composite.functions;
