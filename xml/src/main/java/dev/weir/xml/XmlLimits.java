package dev.weir.xml;

/**
 * How much a document may ask of its reader. Immutable; every limit is inclusive: the limit itself passes, one more is
 * an {@link XmlException} that names the limit and its value.
 *
 * @param maxDepth open elements; default 1,000
 * @param maxAttributes attributes of one element, namespace declarations included; default 1,000
 * @param maxNameLength bytes of one name as written, prefix included; default 1,000
 * @param maxAttributeLength bytes of one attribute value; default 512 KiB
 * @param maxTagLength bytes of one start tag; default 8 MiB
 * @param maxTextLength bytes of one run of text, comment or processing instruction; default 256 MiB
 * @param maxNames distinct names and namespaces that one document may add to the name table; default 100,000
 * @param maxDocumentLength bytes of the whole document; default unlimited ({@link Long#MAX_VALUE})
 * @param maxDtdLength bytes of the document type declaration and of all external entities that are read; default 4 MiB
 * @param maxEntityExpansions references to entities that one document and its DTD may expand, those to amp, lt, gt, apos
 *     and quot not counted; default 100,000
 * @param maxEntityText characters (UTF-16) that entities and attribute defaults (with their names) may put into one document
 *     and its DTD, all expansions taken together; default 32 Mi
 */
public record XmlLimits(
        int maxDepth,
        int maxAttributes,
        int maxNameLength,
        int maxAttributeLength,
        int maxTagLength,
        int maxTextLength,
        int maxNames,
        long maxDocumentLength,
        int maxDtdLength,
        int maxEntityExpansions,
        long maxEntityText) {
    private static final int TAG_BYTES = 8 * 1024 * 1024;

    public static final XmlLimits DEFAULT =
            new XmlLimits(1_000, 1_000, 1_000, 512 * 1024, 256 * 1024 * 1024, 100_000, Long.MAX_VALUE);

    /** With the default limits for tags, DTDs and entities. */
    public XmlLimits(
            int maxDepth,
            int maxAttributes,
            int maxNameLength,
            int maxAttributeLength,
            int maxTextLength,
            int maxNames,
            long maxDocumentLength) {
        this(
                maxDepth,
                maxAttributes,
                maxNameLength,
                maxAttributeLength,
                TAG_BYTES,
                maxTextLength,
                maxNames,
                maxDocumentLength,
                4 * 1024 * 1024,
                100_000,
                32L * 1024 * 1024);
    }

    public XmlLimits withMaxDepth(int maxDepth) {
        return new XmlLimits(
                maxDepth,
                maxAttributes,
                maxNameLength,
                maxAttributeLength,
                maxTagLength,
                maxTextLength,
                maxNames,
                maxDocumentLength,
                maxDtdLength,
                maxEntityExpansions,
                maxEntityText);
    }

    public XmlLimits withMaxDocumentLength(long maxDocumentLength) {
        return new XmlLimits(
                maxDepth,
                maxAttributes,
                maxNameLength,
                maxAttributeLength,
                maxTagLength,
                maxTextLength,
                maxNames,
                maxDocumentLength,
                maxDtdLength,
                maxEntityExpansions,
                maxEntityText);
    }

    /** The same limits but for those that concern DTDs and entities. */
    public XmlLimits withDtdLimits(int maxDtdLength, int maxEntityExpansions, long maxEntityText) {
        return new XmlLimits(
                maxDepth,
                maxAttributes,
                maxNameLength,
                maxAttributeLength,
                maxTagLength,
                maxTextLength,
                maxNames,
                maxDocumentLength,
                maxDtdLength,
                maxEntityExpansions,
                maxEntityText);
    }

    public XmlLimits withMaxTagLength(int maxTagLength) {
        return new XmlLimits(
                maxDepth,
                maxAttributes,
                maxNameLength,
                maxAttributeLength,
                maxTagLength,
                maxTextLength,
                maxNames,
                maxDocumentLength,
                maxDtdLength,
                maxEntityExpansions,
                maxEntityText);
    }
}
