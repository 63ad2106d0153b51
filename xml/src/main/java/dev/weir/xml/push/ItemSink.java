package dev.weir.xml.push;

import dev.weir.xml.XmlEvent;

/** Receives the items of a document from an {@link ItemSource}. */
public interface ItemSink<X extends Exception> {
    /**
     * START_ELEMENT.
     *
     * @param uri the namespace name; empty for none
     * @param qualified the name as written; the local name where there are no namespaces
     * @param declarations how many namespaces are declared on it
     * @param attributes how many attributes it has
     */
    void startElement(String uri, String local, String qualified, int declarations, int attributes) throws X;

    /** END_ELEMENT, with the same arguments as at its start. */
    void endElement(String uri, String local, String qualified, int declarations) throws X;

    /** TEXT that is neither a CDATA section nor, by the DTD, ignorable. The array is the source's and must not be changed. */
    void text(char[] array, int from, int length) throws X;

    /** Any other item. */
    void item(XmlEvent event) throws X;
}
