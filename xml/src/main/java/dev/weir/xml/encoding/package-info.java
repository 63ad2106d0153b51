/**
 * Encodings of the infoset other than XML text, as an API that faces such as StAX use without knowing any of them. An
 * artefact that has an encoding registers an {@link dev.weir.xml.encoding.InfosetEncoding} with {@link
 * java.util.ServiceLoader}.
 */
package dev.weir.xml.encoding;
