/**
 * Readers and writers where {@link javax.xml.transform} wants a source or a result, and the interfaces by which a consumer of
 * StAX or SAX gets at Weir's reader behind it.
 */
package dev.weir.xml.transform;
