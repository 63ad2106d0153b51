/** Will hold the binding: annotations to model to codec. Until then SOAP bodies travel as trees. */
package dev.weir.bind;
