package dev.weir.composite.mediator;

import dev.weir.wsdl.Resources;
import dev.weir.wsdl.WsdlException;
import dev.weir.xml.Problem;
import dev.weir.xml.XmlException;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xpath.xslt.XsltException;
import dev.weir.xpath.xslt.XsltStylesheet;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A Schematron schema (ISO/IEC 19757-3, and Schematron 1.5), compiled by way of a stylesheet that looks at every node of
 * a document once per pattern. A failed assert and a report that holds are both failures, as they are for Oracle's
 * mediator. Immutable and thread-safe.
 */
final class Schematron {
    /** So many failures are listed. */
    private static final int MOST = 10;

    private final String file;
    private final XsltStylesheet stylesheet;

    private Schematron(String file, XsltStylesheet stylesheet) {
        this.file = file;
        this.stylesheet = stylesheet;
    }

    /** @throws SchematronException with every problem found */
    static Schematron compile(URI location, Resources resources) {
        String file = Problem.fileOf(location);
        XmlElement root;
        try {
            root = XmlElement.parse(resources.read(location));
        } catch (XmlException e) {
            throw new SchematronException(List.of(Problem.unreadable(file, e)));
        } catch (WsdlException e) {
            throw new SchematronException(List.of(Problem.ofFile(
                    file, "schematron-unreadable", Reading.message(e), "add the file, or correct its name")));
        }
        SchematronStylesheet made = SchematronStylesheet.of(root, file);
        try {
            return new Schematron(
                    file,
                    XsltStylesheet.compile(location, uri -> uri.equals(location) ? made.bytes() : resources.read(uri)));
        } catch (XsltException e) {
            List<Problem> problems = new ArrayList<>();
            for (Problem problem : e.problems()) {
                problems.add(new Problem(
                        file,
                        made.line(problem.line()),
                        0,
                        "schematron-expression",
                        problem.what(),
                        "correct the expression"));
            }
            throw new SchematronException(problems);
        }
    }

    String file() {
        return file;
    }

    /** What a document breaks, in the schema's words; empty for a valid one. */
    List<String> failures(XmlElement document) {
        XmlElement result = stylesheet.transform(document, Map.of());
        List<String> failures = new ArrayList<>();
        for (XmlElement failure : result.elements()) {
            if (failures.size() == MOST) {
                failures.add("and more");
                break;
            }
            failures.add(failure.stringValue().strip().replaceAll("\\s+", " "));
        }
        return failures;
    }
}
