package dev.weir.bpel.graph;

import dev.weir.bpel.exec.ProcessClasses;
import dev.weir.wsdl.Resources;
import dev.weir.wsdl.Wsdl;
import dev.weir.xml.tree.XmlElement;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The documents that a process sees.
 *
 * @param wsdl the union of its WSDLs
 * @param linkWsdls the WSDLs of its partner links, by name, as far as they are known
 * @param linkAddresses where the partners of these links are, as far as that is known
 * @param schemas the root elements of all schemas
 * @param importedSchemas the documents of those that it imports itself
 * @param location the process's own document, against which stylesheets are resolved
 * @param resources reads further documents
 * @param java what its Java imports; null where Java is not run
 * @param classes what its Java may use beside the JDK
 */
public record ProcessDocuments(
        Wsdl wsdl,
        Map<String, URI> linkWsdls,
        Map<String, String> linkAddresses,
        List<XmlElement> schemas,
        Map<URI, byte[]> importedSchemas,
        URI location,
        Resources resources,
        @Nullable List<String> java,
        ProcessClasses classes) {}
