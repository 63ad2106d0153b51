package dev.weir.xml;

/**
 * A location in a document.
 *
 * @param line counted from 1; 0 where there are no lines (a fast infoset)
 * @param column counted from 1, in characters (code points); 0 where it is not known (a tree)
 * @param byteOffset counted from 0, in bytes of the input as it came, or in UTF-16 where it came as characters; -1 where
 *     it is not known (a tree, an encoding whose characters differ in length, XML 1.1)
 */
public record XmlLocation(long line, long column, long byteOffset) {
    /** The location of items that were never in a document, or whose location is not known. */
    public static final XmlLocation NONE = new XmlLocation(0, 0, -1);

    @Override
    public String toString() {
        if (line == 0) {
            return byteOffset < 0 ? "unknown location" : "byte " + byteOffset;
        }
        return "line " + line + (column > 0 ? ", column " + column : "")
                + (byteOffset >= 0 ? " (byte " + byteOffset + ")" : "");
    }
}
