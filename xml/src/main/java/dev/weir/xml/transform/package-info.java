/**
 * Adapts readers and writers to the sources and results of {@link javax.xml.transform}, and defines the interfaces by
 * which a consumer of StAX or SAX accesses the Weir reader that they wrap.
 */
package dev.weir.xml.transform;
