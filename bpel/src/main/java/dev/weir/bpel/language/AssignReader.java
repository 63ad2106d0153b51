package dev.weir.bpel.language;

import dev.weir.bpel.language.Construct.Assign;
import dev.weir.bpel.language.Construct.Copy;
import dev.weir.bpel.language.Construct.Edit;
import dev.weir.bpel.language.Construct.EditKind;
import dev.weir.bpel.language.Construct.ExpressionSpec;
import dev.weir.bpel.language.Construct.From;
import dev.weir.bpel.language.Construct.LiteralSpec;
import dev.weir.bpel.language.Construct.Operation;
import dev.weir.bpel.language.Construct.PartnerLinkSpec;
import dev.weir.bpel.language.Construct.PropertySpec;
import dev.weir.bpel.language.Construct.To;
import dev.weir.bpel.language.Construct.VariableSpec;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.Problems;
import dev.weir.xml.tree.XmlElement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads assigns: copies of all kinds, and Oracle's changes of trees. */
final class AssignReader {
    private final ElementReader in;
    private final Problems problems;

    AssignReader(ElementReader in, Problems problems) {
        this.in = in;
        this.problems = problems;
    }

    Assign assign(XmlElement element) {
        List<Operation> operations = new ArrayList<>();
        for (XmlElement child : element.elements()) {
            if (!child.name().namespace().equals(ProcessReader.NAMESPACE)) {
                if (!OracleExtensions.besideOperations(child.name())) {
                    problems.add(
                            child,
                            "bpel-assign-operation",
                            "the assign operation <" + child.name() + "> is not expected here",
                            "put it into <extensionAssignOperation>");
                }
            } else if (child.name().local().equals("copy")) {
                XmlElement from = child.element(ElementReader.name("from"));
                XmlElement to = child.element(ElementReader.name("to"));
                if (from == null || to == null) {
                    problems.add(
                            child, "bpel-copy-incomplete", "the <copy> is not complete", "give it a <from> and a <to>");
                } else {
                    From source = from(from);
                    To target = to(to);
                    if (source != null && target != null) {
                        operations.add(new Copy(
                                source,
                                target,
                                in.yes(child, "keepSrcElementName"),
                                in.yes(child, "ignoreMissingFromData")
                                        || OracleExtensions.yes(child, "ignoreMissingFromData"),
                                OracleExtensions.yes(child, "insertMissingToData"),
                                child.line()));
                    }
                }
            } else if (child.name().local().equals("extensionAssignOperation")) {
                Edit edit = edit(child);
                if (edit != null) {
                    operations.add(edit);
                }
            } else if (!ElementReader.SILENT.contains(child.name().local())) {
                in.unknown(child);
            }
        }
        return new Assign(
                in.head(element),
                List.copyOf(operations),
                in.yes(element, "validate") || OracleExtensions.yes(element, "validate"));
    }

    /** The assign operation of another namespace that an extensionAssignOperation holds. */
    private @Nullable Edit edit(XmlElement extension) {
        XmlElement element = extension.firstElement();
        EditKind kind = element == null ? null : OracleExtensions.editKind(element.name());
        if (element == null || kind == null) {
            in.unsupported(element == null ? extension : element);
            return null;
        }
        XmlElement from = OracleExtensions.child(element, "from");
        XmlElement to = OracleExtensions.child(element, "to");
        XmlElement target = to == null ? OracleExtensions.child(element, "target") : to;
        boolean takes = kind != EditKind.REMOVE && kind != EditKind.RENAME;
        XmlName renamed = kind == EditKind.RENAME ? in.optionalName(element, "elementTo") : null;
        XmlName cast = kind == EditKind.RENAME ? in.optionalName(element, "typeCastTo") : null;
        if (kind == EditKind.RENAME && renamed == null && cast == null) {
            problems.add(
                    element,
                    "bpel-edit-incomplete",
                    "<rename> is not complete",
                    "say what its elements become: elementTo, typeCastTo or both");
            return null;
        }
        if (target == null || takes != (from != null)) {
            problems.add(
                    element,
                    "bpel-edit-incomplete",
                    "<" + element.name().local() + "> is not complete",
                    takes ? "give it a <from> and a <to>" : "give it a <target>");
            return null;
        }
        From source = from == null ? null : from(from);
        To place = to(target);
        return place == null || from != null && source == null
                ? null
                : new Edit(
                        kind,
                        source,
                        place,
                        renamed,
                        cast,
                        OracleExtensions.ownYes(element, "insertMissingToData"),
                        element.line());
    }

    @Nullable From from(XmlElement element) {
        XmlElement literal = OracleExtensions.child(element, "literal");
        if (literal != null) {
            return new LiteralSpec(literal);
        }
        String link = element.attributeValue("partnerLink");
        if (link != null) {
            return new PartnerLinkSpec(
                    link, in.required(element, "endpointReference").equals("myRole"), element.line());
        }
        if (element.attributeValue("variable") != null) {
            return (From) variableSpec(element);
        }
        if ("yes".equals(element.attributeValue("opaque"))) {
            problems.add(element, "bpel-opaque", "an opaque <from> cannot be executed", "say what to copy");
            return null;
        }
        return new ExpressionSpec(in.expression(element));
    }

    @Nullable To to(XmlElement element) {
        String link = element.attributeValue("partnerLink");
        if (link != null) {
            return new PartnerLinkSpec(link, false, element.line());
        }
        if (element.attributeValue("variable") != null) {
            return (To) variableSpec(element);
        }
        if (element.stringValue().isBlank()) {
            problems.add(
                    element,
                    "bpel-to-without-place",
                    "the <to> names no place",
                    "give it a variable, a partner link or an expression");
            return null;
        }
        return new ExpressionSpec(in.expression(element));
    }

    private Construct variableSpec(XmlElement element) {
        String variable = in.required(element, "variable");
        XmlName property = in.optionalName(element, "property");
        if (property != null) {
            return new PropertySpec(variable, property, element.line());
        }
        XmlElement query = OracleExtensions.child(element, "query");
        return new VariableSpec(
                variable, element.attributeValue("part"), query == null ? null : in.expression(query), element.line());
    }
}
