package dev.weir.xml;

/**
 * How much a document may ask of its reader. Immutable; every limit is inclusive: the limit itself passes, one more is
 * an {@link XmlException} that names the limit and its value.
 *
 * @param maxDepth open elements; default 1,000
 * @param maxAttributes attributes of one element, namespace declarations included; default 1,000
 * @param maxNameLength bytes of one name as written, prefix included; default 1,000
 * @param maxAttributeLength bytes of one attribute value; default 512 KiB
 * @param maxTextLength bytes of one run of text, comment or processing instruction, or of one tag; default 256 MiB
 * @param maxNames distinct names and namespaces that one document may add to the name table; default 100,000
 * @param maxDocumentLength bytes of the whole document; default unlimited ({@link Long#MAX_VALUE})
 */
public record XmlLimits(
        int maxDepth,
        int maxAttributes,
        int maxNameLength,
        int maxAttributeLength,
        int maxTextLength,
        int maxNames,
        long maxDocumentLength) {
    public static final XmlLimits DEFAULT =
            new XmlLimits(1_000, 1_000, 1_000, 512 * 1024, 256 * 1024 * 1024, 100_000, Long.MAX_VALUE);

    public XmlLimits withMaxDepth(int maxDepth) {
        return new XmlLimits(
                maxDepth, maxAttributes, maxNameLength, maxAttributeLength, maxTextLength, maxNames, maxDocumentLength);
    }

    public XmlLimits withMaxDocumentLength(long maxDocumentLength) {
        return new XmlLimits(
                maxDepth, maxAttributes, maxNameLength, maxAttributeLength, maxTextLength, maxNames, maxDocumentLength);
    }
}
