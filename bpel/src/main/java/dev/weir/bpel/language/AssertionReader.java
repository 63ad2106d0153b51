package dev.weir.bpel.language;

import dev.weir.bpel.language.Construct.Assertion;
import dev.weir.bpel.language.Construct.Expression;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.Problems;
import dev.weir.xml.tree.XmlElement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads Oracle's assertions: the activity bpelx:assert, and those of activities that send or receive. BPEL4WS 1.1 has each
 * bpelx:preAssert and bpelx:postAssert as a child of the activity with attributes; WS-BPEL 2.0 has lists of them, with
 * elements for the expression and the message.
 */
final class AssertionReader {
    private static final String BEFORE = "preAssert";
    private static final String AFTER = "postAssert";
    private static final String ALONE = "assert";

    /** Each name of one of an activity's assertions, or of a list of them. */
    static final Set<String> OF_ACTIVITIES = Set.of(BEFORE, AFTER, BEFORE + "s", AFTER + "s");

    private static final Set<String> SENDING = Set.of("invoke", "reply");
    private static final Set<String> RECEIVING = Set.of("invoke", "receive", "onMessage", "onEvent");

    private final ElementReader in;
    private final Problems problems;

    AssertionReader(ElementReader in, Problems problems) {
        this.in = in;
        this.problems = problems;
    }

    /** Those that are checked before an invoke or a reply sends its message; bpelx:assert in a reply is one. */
    List<Assertion> before(XmlElement element) {
        return all(element, BEFORE, element.name().local().equals("reply"));
    }

    /** Those that are checked when a message has been received into its variables; bpelx:assert in an invoke is one. */
    List<Assertion> after(XmlElement element) {
        return all(
                element,
                AFTER,
                Set.of("invoke", "receive").contains(element.name().local()));
    }

    private List<Assertion> all(XmlElement element, String name, boolean alone) {
        XmlElement list = element.element(OracleExtensions.name(name + "s"));
        Stream<XmlElement> found = Stream.concat(
                element.elements(OracleExtensions.name(name)).stream(),
                list == null ? Stream.of() : list.elements(OracleExtensions.name(name)).stream());
        List<Assertion> assertions = new ArrayList<>(
                found.map(assertion -> read(assertion, name + "Failure")).toList());
        if (alone) {
            element.elements(OracleExtensions.name(ALONE)).forEach(assertion -> assertions.add(alone(assertion)));
        }
        return List.copyOf(assertions);
    }

    /** One by itself. */
    Assertion alone(XmlElement element) {
        return read(element, ALONE + "Failure");
    }

    private Assertion read(XmlElement element, String failure) {
        XmlName fault = in.optionalName(element, "faultName");
        String name = element.attributeValue("name");
        Expression condition = part(element, "expression");
        return new Assertion(
                condition == null ? new Expression(in.required(element, "expression"), element) : condition,
                fault == null ? OracleExtensions.name(failure) : fault,
                part(element, "message"),
                name == null ? "the assertion of line " + element.line() : name,
                element.line());
    }

    /** An expression that is an attribute or an element. */
    private @Nullable Expression part(XmlElement element, String name) {
        String attribute = element.attributeValue(name);
        if (attribute != null) {
            return new Expression(attribute.strip(), element);
        }
        XmlElement child = OracleExtensions.child(element, name);
        return child == null ? null : in.expression(child);
    }

    /** Notes assertions where none are checked. */
    void refuseMisplaced(XmlElement element) {
        for (XmlElement child : element.elements()) {
            String local = child.name().local();
            if (!child.name().namespace().equals(OracleExtensions.NAMESPACE) || !OF_ACTIVITIES.contains(local)) {
                continue;
            }
            Set<String> holders = local.startsWith(BEFORE) ? SENDING : RECEIVING;
            if (!holders.contains(element.name().local())) {
                problems.add(
                        child,
                        "bpel-assertion-place",
                        "<" + local + "> in <" + element.name().local() + "> is never checked",
                        local.startsWith(BEFORE)
                                ? "put it into an <invoke> or a <reply>, or use <bpelx:assert>"
                                : "put it into what receives a message, or use <bpelx:assert>");
            }
        }
    }
}
