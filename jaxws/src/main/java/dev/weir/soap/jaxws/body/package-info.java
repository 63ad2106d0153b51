/** The values of an operation's messages ⇄ the content of SOAP bodies, by the codecs of the binding. */
package dev.weir.soap.jaxws.body;
