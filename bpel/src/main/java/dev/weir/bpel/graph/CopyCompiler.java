package dev.weir.bpel.graph;

import dev.weir.bpel.language.Bpel4wsTranslation;
import dev.weir.bpel.language.Construct;
import dev.weir.bpel.language.Construct.EditKind;
import dev.weir.wsdl.Wsdl.MessageType;
import dev.weir.xml.tree.Problems;
import dev.weir.xml.tree.XmlDocument;
import dev.weir.xml.tree.XmlElement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Compiles what copies read and write. */
final class CopyCompiler {
    private static final Pattern PLAIN_VARIABLE = Pattern.compile("\\$([\\w\\-]+)(?:\\.([\\w.\\-]+))?");
    private static final Pattern LEADING_VARIABLE = Pattern.compile("[\\s(]*\\$([\\w.\\-]+).*", Pattern.DOTALL);

    private final ExpressionCompiler expressions;
    private final PartnerDefinitions definitions;
    private final VariableTrees.Builder trees;
    private final Problems problems;
    private final UnresolvedReferences unresolved;

    CopyCompiler(CompilerParts shared) {
        this.expressions = shared.expressions();
        this.definitions = shared.definitions();
        this.trees = shared.trees();
        this.problems = shared.problems();
        this.unresolved = shared.unresolved();
    }

    List<Node.AssignOperation> operations(List<Construct.Operation> written, ScopeNames names) {
        List<Node.AssignOperation> operations = new ArrayList<>();
        for (Construct.Operation operation : written) {
            Node.AssignOperation compiled = operation instanceof Construct.Copy copy
                    ? copy(copy, names)
                    : edit((Construct.Edit) operation, names);
            if (compiled != null) {
                operations.add(compiled);
            }
        }
        return List.copyOf(operations);
    }

    private Node.@Nullable Copy copy(Construct.Copy copy, ScopeNames names) {
        Node.From from = from(copy.from(), names);
        Node.To to = to(copy.to(), names);
        return from == null || to == null
                ? null
                : new Node.Copy(
                        from, to, copy.keepSrcElementName(), copy.ignoreMissingFromData(), copy.insertMissingToData());
    }

    private Node.@Nullable Edit edit(Construct.Edit edit, ScopeNames names) {
        Construct.From written = edit.from();
        Node.From from = written == null ? null : from(written, names);
        Node.To target = target(edit.target(), names);
        if (edit.kind() == EditKind.APPEND) {
            trees.appends(target, from);
        } else if (edit.kind() == EditKind.COPY_LIST) {
            trees.writes(target);
        }
        if (target == null || written != null && from == null) {
            return null;
        }
        if (target instanceof Node.LinkOf || target instanceof Node.PropertyOf) {
            problems.add(
                    edit.line(),
                    "bpel-edit-target",
                    "the target is no element of a variable",
                    "name a variable, and a query in it");
            return null;
        }
        return new Node.Edit(edit.kind(), from, target, edit.name(), edit.type(), edit.insertMissingToData());
    }

    Node.@Nullable From from(Construct.From from, ScopeNames names) {
        if (from instanceof Construct.LiteralSpec literal) {
            return literal(literal);
        } else if (from instanceof Construct.PartnerLinkSpec link) {
            PartnerLink found = partnerLink(link, names);
            return found == null ? null : new Node.LinkOf(found, link.myRole());
        } else if (from instanceof Construct.VariableSpec spec) {
            return place(spec, names);
        } else if (from instanceof Construct.PropertySpec spec) {
            return property(spec, names);
        }
        Construct.Expression text = ((Construct.ExpressionSpec) from).expression();
        Node.Place plain = plainVariable(text, names);
        if (plain != null) {
            return plain;
        }
        Expression expression = expressions.expression(text, names);
        return expression == null ? null : new Node.Selection(expression, null);
    }

    /** A place that is written to. */
    Node.@Nullable To to(Construct.To to, ScopeNames names) {
        Node.To target = target(to, names);
        trees.writes(target);
        return target;
    }

    private Node.@Nullable To target(Construct.To to, ScopeNames names) {
        if (to instanceof Construct.PartnerLinkSpec link) {
            PartnerLink found = partnerLink(link, names);
            return found == null ? null : new Node.LinkOf(found, false);
        } else if (to instanceof Construct.VariableSpec spec) {
            return place(spec, names);
        } else if (to instanceof Construct.PropertySpec spec) {
            return property(spec, names);
        }
        Construct.Expression text = ((Construct.ExpressionSpec) to).expression();
        Node.Place plain = plainVariable(text, names);
        if (plain != null) {
            return plain;
        }
        Expression expression = expressions.expression(text, names);
        Matcher leading = LEADING_VARIABLE.matcher(text.text());
        if (expression == null) {
            return null;
        }
        VariablePart root = leading.matches() ? expression.variables().get(leading.group(1)) : null;
        if (root == null) {
            problems.add(
                    text.line(),
                    "SA00033",
                    "the target " + text.text() + " does not start with a variable",
                    "write it as $variable/... or $variable.part/...");
            return null;
        }
        return new Node.Selection(expression, root);
    }

    private static Node.From literal(Construct.LiteralSpec spec) {
        XmlElement element = spec.literal().firstElement();
        if (element == null) {
            return new Node.Literal(new LiteralValue(null, spec.literal().stringValue()));
        }
        // Variables of all instances share it: it must be a document element before the first of them takes it.
        XmlElement root = Bpel4wsTranslation.copyOfData(element);
        new XmlDocument().append(root);
        return new Node.Literal(new LiteralValue(root, ""));
    }

    /** {@code $variable} and {@code $variable.part} name a whole variable or part. */
    private Node.@Nullable Place plainVariable(Construct.Expression text, ScopeNames names) {
        Matcher plain = PLAIN_VARIABLE.matcher(text.text());
        if (!plain.matches()) {
            return null;
        }
        Variable variable = names.variable(plain.group(1));
        String part = plain.group(2);
        MessageType message = variable == null ? null : variable.message();
        if (variable == null || (part != null) != (message != null)) {
            return null;
        }
        return message != null && variable.part(part) == null ? null : new Node.Place(variable, part, null);
    }

    private Node.@Nullable Place place(Construct.VariableSpec spec, ScopeNames names) {
        Variable variable = variable(spec.variable(), spec.line(), names);
        if (variable == null) {
            return null;
        }
        String part = spec.part();
        MessageType message = variable.message();
        if (part != null && variable.part(part) == null) {
            unresolved.add(spec.line(), "the variable " + variable.name() + " has no part " + part);
            return null;
        }
        Construct.Expression queryText = spec.query();
        if (queryText != null && part == null && message != null) {
            problems.add(
                    queryText.line(), "bpel-query-without-part", "a query needs a part to start from", "name the part");
            return null;
        }
        Expression query = queryText == null ? null : expressions.expression(queryText, names);
        return new Node.Place(variable, part, query);
    }

    private Node.@Nullable PropertyOf property(Construct.PropertySpec spec, ScopeNames names) {
        Variable variable = variable(spec.variable(), spec.line(), names);
        if (variable == null) {
            return null;
        }
        PropertyAlias alias = definitions.alias(spec.property(), variable.type());
        if (alias == null) {
            unresolved.add(spec.line(), "the property " + spec.property() + " has no alias for " + variable.name());
            return null;
        }
        return new Node.PropertyOf(variable, alias);
    }

    private @Nullable PartnerLink partnerLink(Construct.PartnerLinkSpec spec, ScopeNames names) {
        PartnerLink link = names.partnerLink(spec.partnerLink());
        if (link == null) {
            unresolved.add(spec.line(), "the partner link " + spec.partnerLink() + " is not declared");
        }
        return link;
    }

    private @Nullable Variable variable(String name, int line, ScopeNames names) {
        Variable variable = names.variable(name);
        if (variable == null) {
            unresolved.add(line, "the variable " + name + " is not declared");
        }
        return variable;
    }
}
