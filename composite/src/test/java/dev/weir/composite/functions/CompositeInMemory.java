package dev.weir.composite.functions;

import dev.weir.wsdl.WsdlException;
import dev.weir.xml.tree.XmlNode;
import dev.weir.xpath.XPathException;
import dev.weir.xpath.XPathScope;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** What functions are tested with: the files of a composite, and the variables of a process. */
final class CompositeInMemory {
    private CompositeInMemory() {}

    /** @param files by their addresses, such as {@code composite:/dvm/Cities.dvm} */
    static CompositeDocuments documents(Map<String, String> files) {
        return new CompositeDocuments(
                List.of(URI.create("composite:/bpel/P.bpel"), URI.create("composite:/composite.xml")), uri -> {
                    String text = files.get(uri.toString());
                    if (text == null) {
                        throw new WsdlException("there is no file " + uri);
                    }
                    return text.getBytes(StandardCharsets.UTF_8);
                });
    }

    /** Variables by their names; there is no context node. */
    static XPathScope variables(Map<String, String> values) {
        return new XPathScope() {
            @Override
            public XmlNode contextNode() {
                return null;
            }

            @Override
            public Object variable(String name) {
                String value = values.get(name);
                if (value == null) {
                    throw new XPathException(name);
                }
                return value;
            }
        };
    }
}
