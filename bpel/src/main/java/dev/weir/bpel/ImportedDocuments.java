package dev.weir.bpel;

import dev.weir.bpel.dialect.Dialect;
import dev.weir.bpel.language.Construct;
import dev.weir.bpel.language.ProcessReader;
import dev.weir.wsdl.MissingDocument;
import dev.weir.wsdl.MissingDocumentException;
import dev.weir.wsdl.Resources;
import dev.weir.wsdl.Wsdl;
import dev.weir.wsdl.Wsdl.Duplicates;
import dev.weir.wsdl.WsdlException;
import dev.weir.wsdl.WsdlLocation;
import dev.weir.xml.Problem;
import dev.weir.xml.XmlException;
import dev.weir.xml.tree.Problems;
import dev.weir.xml.tree.XmlElement;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The WSDLs and schemas that a process, and the sub-processes that it may call, import. */
final class ImportedDocuments {
    private static final String WSDL = "http://schemas.xmlsoap.org/wsdl/";
    private static final String SCHEMA = "http://www.w3.org/2001/XMLSchema";

    private final Resources resources;
    private final boolean tolerant;
    private final Duplicates duplicates;
    private final Problems problems;
    private final List<Wsdl> wsdls = new ArrayList<>();
    private final List<Wsdl> further = new ArrayList<>();
    private final Map<URI, byte[]> schemas = new LinkedHashMap<>();
    private final List<XmlElement> schemaElements = new ArrayList<>();

    ImportedDocuments(Resources resources, Dialect dialect, Problems problems) {
        this.resources = resources;
        this.tolerant = dialect.takesWhatMayFail();
        // Rule SA00014 warns of those that do not count.
        this.duplicates = tolerant ? Duplicates.FIRST_COUNTS : Duplicates.REFUSED;
        this.problems = problems;
    }

    /** @param document that has the imports; lines are of it */
    void read(List<Construct.Import> imports, URI document) {
        for (Construct.Import imported : imports) {
            String where = imported.location();
            if (where == null) {
                continue;
            }
            URI resolved;
            try {
                resolved = WsdlLocation.resolve(document, where);
            } catch (URISyntaxException e) {
                problems.add(
                        imported.line(),
                        "bpel-import",
                        "the location of the import is not a URI: " + e.getMessage(),
                        "correct it");
                continue;
            }
            try {
                String type = type(imported.importType(), resolved);
                if (type.equals(WSDL)) {
                    wsdls.add(Wsdl.read(resolved, resources, duplicates));
                } else if (type.equals(SCHEMA) && !schemas.containsKey(resolved)) {
                    byte[] schema = resources.read(resolved);
                    schemaElements.add(XmlElement.parse(schema));
                    schemas.put(resolved, schema);
                }
            } catch (XmlException e) {
                problems.add(Problem.unreadable(Problem.fileOf(resolved), e));
            } catch (MissingDocumentException e) {
                missing(e, imported.line());
            } catch (WsdlException e) {
                if (!e.problems().isEmpty()) {
                    problems.addAll(e.problems());
                    continue;
                }
                if (imported.importType().equals(SCHEMA)) {
                    problems.add(MissingDocument.needed(
                            String.valueOf(e.getMessage()), problems.file(), imported.line(), ""));
                    continue;
                }
                problems.add(
                        imported.line(),
                        "bpel-import",
                        "the import " + where + " cannot be read: " + e.getMessage(),
                        "correct its location, or the document");
            }
        }
    }

    /** Which of the two kinds a document is; rule SA00013 reports an importType that says the other. */
    private String type(String importType, URI document) {
        boolean isKnown = importType.equals(WSDL) || importType.equals(SCHEMA);
        if (!isKnown && (!tolerant || importType.equals(ProcessReader.JAVA))) {
            return importType;
        }
        try {
            String actual = XmlElement.parse(resources.read(document)).name().namespace();
            return actual.equals(WSDL) || actual.equals(SCHEMA) ? actual : importType;
        } catch (XmlException | WsdlException e) {
            return isKnown ? importType : WSDL; // whoever reads it as that reports it
        }
    }

    private void missing(MissingDocumentException e, int line) {
        problems.add(MissingDocument.needed(e.reason(), problems.file(), line, ""));
        problems.addAll(e.problems());
    }

    /** A WSDL that is seen without an import: it adds to what the imported ones define. */
    void readFurther(URI location) {
        try {
            further.add(Wsdl.read(location, resources, duplicates));
        } catch (XmlException e) {
            problems.add(Problem.unreadable(Problem.fileOf(location), e));
        } catch (MissingDocumentException e) {
            missing(e, 0);
        } catch (WsdlException e) {
            if (e.problems().isEmpty()) {
                problems.add(0, "bpel-import", location + " cannot be read: " + e.getMessage(), "correct the document");
            }
            problems.addAll(e.problems());
        }
    }

    /** True if there is no WSDL at all. */
    boolean noWsdl() {
        return wsdls.isEmpty() && further.isEmpty();
    }

    /**
     * All WSDLs as one.
     *
     * @throws WsdlException where imported ones contradict each other
     */
    Wsdl wsdl() {
        return Wsdl.union(wsdls, further, duplicates);
    }

    /** The imported schema documents, by location. */
    Map<URI, byte[]> schemas() {
        return schemas;
    }

    /** Their root elements. */
    List<XmlElement> schemaElements() {
        return schemaElements;
    }
}
