package dev.weir.soap.mtom;

import dev.weir.xml.BinaryContent;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlWriter;

/** Writes the root of a XOP package: binary content above the package's threshold goes into a part of its own. */
final class XopWriter extends FilteredWriter {
    private static final XmlName INCLUDE = XmlName.of("http://www.w3.org/2004/08/xop/include", "Include");
    private static final XmlName HREF = XmlName.of("href");

    private final XopPackage parts;

    XopWriter(XmlWriter root, XopPackage parts) {
        super(root);
        this.parts = parts;
    }

    XopPackage parts() {
        return parts;
    }

    @Override
    public void binary(BinaryContent content) {
        if (!parts.takes(content)) {
            target.binary(content);
            return;
        }
        target.startElement("xop", INCLUDE);
        target.attribute(HREF, parts.add(content));
        target.endElement();
    }
}
