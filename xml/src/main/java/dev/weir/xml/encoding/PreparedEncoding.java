package dev.weir.xml.encoding;

/**
 * An encoding whose documents refer to a vocabulary by a URI, in the place of the names that it has. Only those can read them who
 * have the same vocabulary: whoever writes them must know that of the reader. Documents that refer to none are read, too. Make one
 * for all documents of a kind, since readers and writers reuse what belongs to it. Thread-safe.
 */
public interface PreparedEncoding extends InfosetEncoding {
    /** Made from the content of the vocabulary: equal URIs mean equal vocabularies. ASCII, without white space. */
    String vocabularyUri();

    /** True for a document that refers to this vocabulary; only its first octets are looked at. */
    boolean isUsedBy(byte[] document);
}
