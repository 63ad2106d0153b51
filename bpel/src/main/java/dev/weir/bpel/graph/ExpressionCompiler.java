package dev.weir.bpel.graph;

import dev.weir.bpel.dialect.Dialect;
import dev.weir.bpel.language.Construct;
import dev.weir.bpel.language.ExpressionLanguage;
import dev.weir.bpel.language.ProcessReader;
import dev.weir.wsdl.Wsdl.MessageType;
import dev.weir.wsdl.Wsdl.Part;
import dev.weir.xml.Problem;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.Problems;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xpath.InvalidExpression;
import dev.weir.xpath.StandIns;
import dev.weir.xpath.XPathException;
import dev.weir.xpath.XPathExpression;
import dev.weir.xpath.XPathFunctions;
import dev.weir.xpath.schema.SchemaTypes;
import dev.weir.xpath.second.XPath20;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Compiles expressions and resolves their variables. One with an error is recorded as a problem, and null is returned.
 */
final class ExpressionCompiler {
    private static final XPathFunctions NO_FUNCTIONS_OF_BPEL = notOfBpel("SA00028", "a join condition");

    /** Refuses BPEL's functions, by the rule that forbids them in such an expression. */
    static XPathFunctions notOfBpel(String rule, String where) {
        return name -> {
            if (name.namespace().equals(ProcessReader.NAMESPACE)) {
                throw new RuleViolation(rule, where + " must not use functions of BPEL: " + name.local() + "()");
            }
            return null;
        };
    }

    private final PartnerDefinitions definitions;
    private final SchemaTypes types;
    private final XPathFunctions furtherFunctions;
    private final Problems problems;
    private final Transformations transformations;
    private final Function<XmlName, SchemaTypes.Kind> kinds;
    private final XPath20 second;

    /**
     * @param second compiles what is written in XPath 2.0
     * @param files the stylesheets and queries that expressions may name
     * @param furtherFunctions those beside BPEL's own
     */
    ExpressionCompiler(
            PartnerDefinitions definitions,
            SchemaTypes types,
            XPath20 second,
            TransformationFiles files,
            XPathFunctions furtherFunctions,
            Dialect dialect,
            Problems problems) {
        this.definitions = definitions;
        this.types = types;
        this.furtherFunctions = furtherFunctions;
        this.problems = problems;
        this.second = second;
        this.transformations = new Transformations(files, problems);
        this.kinds = dialect.readsSimpleValues() ? types::contentKind : type -> SchemaTypes.Kind.NODE;
    }

    @Nullable Expression expression(Construct.Expression source, ScopeNames names) {
        XmlElement holder = source.element();
        transformations.find(source);
        BpelFunctions own = new BpelFunctions(holder, definitions, names::variable, kinds, transformations);
        StandIns functions = new StandIns(own.or(furtherFunctions));
        XPathExpression xpath;
        try {
            xpath = compile(source, functions);
        } catch (RuleViolation e) {
            problems.add(holder, RuleViolation.ruleOf(e), String.valueOf(e.getMessage()), "correct the expression");
            return null;
        } catch (XPathException e) {
            Problem problem = InvalidExpression.problem(e, problems.file(), holder);
            problems.tolerable(problem);
            if (!problems.lenient()) {
                return null;
            }
            xpath = XPathExpression.failing(source.text(), problem.what());
        }
        functions.report(problems, holder);
        Map<String, VariablePart> used = new HashMap<>();
        boolean known = true;
        for (String name : xpath.variables()) {
            VariablePart part = variablePart(name, source.line(), names);
            if (part == null) {
                known = false;
            } else {
                used.put(name, part);
            }
        }
        for (String name : own.variablesOfPaths()) {
            VariablePart part =
                    names.variable(beforeDot(name)) == null ? null : variablePart(name, source.line(), names);
            if (part != null) {
                used.put(name, part);
            }
        }
        return known ? new Expression(xpath, Map.copyOf(used), holder::lookupNamespace, source.line()) : null;
    }

    /** True for a text that is an expression; one that is not is no problem here. */
    boolean parses(Construct.Expression source, ScopeNames names) {
        try {
            compile(
                    source,
                    new StandIns(
                            new BpelFunctions(source.element(), definitions, names::variable, kinds, transformations)
                                    .or(furtherFunctions)));
            return true;
        } catch (XPathException e) {
            return false;
        }
    }

    private XPathExpression compile(Construct.Expression source, XPathFunctions functions) {
        XmlElement holder = source.element();
        return ExpressionLanguage.of(holder) == ExpressionLanguage.XPATH_20
                ? second.compile(source.text(), holder::lookupNamespace, functions)
                : XPathExpression.compile(source.text(), holder::lookupNamespace, functions);
    }

    /** @param entering the links that enter the activity, by name */
    @Nullable JoinCondition joinCondition(Construct.Expression source, Map<String, Integer> entering) {
        try {
            XPathExpression xpath = compile(source, NO_FUNCTIONS_OF_BPEL);
            for (String name : xpath.variables()) {
                if (!entering.containsKey(name)) {
                    problems.add(
                            source.element(),
                            "SA00073",
                            "the join condition uses $" + name + ", which is no link that enters the activity",
                            "use one of " + String.join(", ", entering.keySet()));
                }
            }
            return new JoinCondition(xpath, Map.copyOf(entering));
        } catch (RuleViolation e) {
            problems.add(
                    source.element(),
                    RuleViolation.ruleOf(e),
                    String.valueOf(e.getMessage()),
                    "correct the expression");
            return null;
        } catch (XPathException e) {
            Problem problem = InvalidExpression.problem(e, problems.file(), source.element());
            problems.tolerable(problem);
            return new JoinCondition(XPathExpression.failing(source.text(), problem.what()), Map.of());
        }
    }

    private @Nullable VariablePart variablePart(String written, int line, ScopeNames names) {
        int dot = written.indexOf('.');
        String name = beforeDot(written);
        Variable variable = names.variable(name);
        if (variable == null) {
            if (names.withoutType(name) && !problems.isEmpty()) {
                return null;
            }
            problems.add(
                    line,
                    "bpel-variable-unknown",
                    "the variable " + name + " is not declared",
                    "declare it in <variables>");
            return null;
        }
        MessageType message = variable.message();
        if (message == null) {
            if (dot >= 0) {
                problems.add(
                        line,
                        "bpel-variable-without-parts",
                        "the variable " + variable.name() + " has no parts: $" + written,
                        "leave the part out");
                return null;
            }
            SchemaTypes.Kind kind = variable.type() instanceof Variable.OfType of ? of.kind() : SchemaTypes.Kind.NODE;
            return new VariablePart(variable, null, kind);
        }
        Part part = dot < 0 ? null : variable.part(written.substring(dot + 1));
        if (part == null) {
            problems.add(
                    line,
                    "bpel-part-unknown",
                    "$" + written + " names no part of the message " + message.name(),
                    "write $" + variable.name() + ". and one of " + partNames(message));
            return null;
        }
        XmlName type = part.type();
        return new VariablePart(variable, part.name(), type == null ? SchemaTypes.Kind.NODE : types.kind(type));
    }

    private static String beforeDot(String written) {
        int dot = written.indexOf('.');
        return dot < 0 ? written : written.substring(0, dot);
    }

    static String partNames(MessageType message) {
        return String.join(", ", message.parts().stream().map(Part::name).toList());
    }
}
