package dev.weir.xpath;

import dev.weir.xml.XmlName;
import dev.weir.xpath.XPathFunctions.XPathFunction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jaxen.saxpath.Operator;
import org.jaxen.saxpath.SAXPathException;
import org.jaxen.saxpath.XPathHandler;
import org.jaxen.saxpath.XPathSyntaxException;
import org.jaxen.saxpath.base.XPathReader;
import org.jspecify.annotations.Nullable;

/**
 * Turns what Jaxen's parser reports into expressions. Jaxen supplies the grammar only: its own evaluator sorts the
 * result of every path by comparing nodes in pairs, each comparison along all siblings, so that a thousand order lines
 * cost a million steps; and it formats numbers under one lock.
 *
 * <p>Constructs come as brackets of events. A frame per bracket holds what is inside so far; what the bracket amounts
 * to goes to the frame around it.
 */
final class XPathCompiler implements XPathHandler {
    static final int MAX_LENGTH = 65_536;
    /** Parentheses, predicates and calls inside one another; the parser recurses on them. */
    static final int MAX_NESTING = 100;
    /** Operators of one chain, and all else that evaluation recurses on. */
    static final int MAX_DEPTH = 1_000;

    private final String text;
    private final Function<String, @Nullable String> namespaces;
    private final XPathFunctions functions;
    private final Deque<List<Object>> frames = new ArrayDeque<>();
    private final Set<String> variables = new LinkedHashSet<>();
    private int nesting;
    private @Nullable Expr result;

    private record StepStart(Axis axis, NodeTest test) {}

    private record Steps(List<LocationStep> steps) {}

    private record CallStart(String prefix, String local) {}

    private record Predicate(Expr condition) {}

    private XPathCompiler(String text, Function<String, @Nullable String> namespaces, XPathFunctions functions) {
        this.text = text;
        this.namespaces = namespaces;
        this.functions = functions;
    }

    /** What came out: the expression, and the variables it uses. */
    record Compiled(Expr expression, List<String> variables) {}

    static Compiled compile(String text, Function<String, @Nullable String> namespaces, XPathFunctions functions) {
        if (text.length() > MAX_LENGTH) {
            throw new XPathException("an XPath expression must not be longer than " + MAX_LENGTH + " characters: "
                    + text.length() + " in '" + text.substring(0, 60) + "...'");
        }
        XPathCompiler compiler = new XPathCompiler(text, namespaces, functions);
        XPathReader reader = new XPathReader();
        reader.setXPathHandler(compiler);
        try {
            reader.parse(text);
        } catch (XPathSyntaxException e) {
            String expanded = ScientificNotation.expanded(text);
            if (!expanded.equals(text) && expanded.length() <= MAX_LENGTH) {
                return compile(expanded, namespaces, functions);
            }
            throw compiler.wrong(reason(e) + ", at character " + (e.getPosition() + 1), e);
        } catch (SAXPathException | IllegalArgumentException e) {
            throw compiler.wrong(reason(e), e);
        }
        Expr expression = compiler.result;
        if (expression == null) {
            throw compiler.wrong("it is empty", null);
        }
        return new Compiled(expression, List.copyOf(compiler.variables));
    }

    private static String reason(Exception e) {
        String message = e.getMessage();
        return message == null || message.isEmpty() ? "it does not follow the grammar" : message;
    }

    private XPathException wrong(String why, @Nullable Throwable cause) {
        String shown = text.length() <= 200 ? text : text.substring(0, 200) + "...";
        String message = "not a valid XPath 1.0 expression: '" + shown + "': " + why;
        return cause == null ? new XPathException(message) : new XPathException(message, cause);
    }

    // Frames

    private void open() {
        frames.push(new ArrayList<>());
    }

    private List<Object> close() {
        return frames.pop();
    }

    private void push(Object item) {
        frames.getFirst().add(item);
    }

    private void pushExpr(Expr expression) {
        if (expression.depth() > MAX_DEPTH) {
            throw wrong("more than " + MAX_DEPTH + " operators in one another", null);
        }
        push(expression);
    }

    private Expr popExpr() {
        List<Object> frame = frames.getFirst();
        return (Expr) frame.remove(frame.size() - 1);
    }

    private void nest() {
        if (++nesting > MAX_NESTING) {
            throw wrong("parentheses, predicates and calls are nested more than " + MAX_NESTING + " deep", null);
        }
        open();
    }

    private List<Object> unnest() {
        nesting--;
        return close();
    }

    // The whole

    @Override
    public void startXPath() {
        open();
    }

    @Override
    public void endXPath() {
        result = popExpr();
    }

    // Paths

    @Override
    public void startPathExpr() {
        nest();
    }

    @Override
    public void endPathExpr() {
        List<Object> parts = unnest();
        if (parts.get(0) instanceof Steps steps) {
            pushExpr(new LocationPath(null, false, steps.steps()));
            return;
        }
        Expr first = (Expr) parts.get(0);
        if (parts.size() == 1) {
            push(first);
            return;
        }
        if (first.kind() != Expr.Kind.NODES && first.kind() != Expr.Kind.ANY) {
            throw wrong("steps can follow a node-set only", null);
        }
        pushExpr(new LocationPath(first, false, ((Steps) parts.get(1)).steps()));
    }

    @Override
    public void startAbsoluteLocationPath() {
        open();
    }

    @Override
    public void endAbsoluteLocationPath() {
        pushExpr(new LocationPath(null, true, steps(close())));
    }

    @Override
    public void startRelativeLocationPath() {
        open();
    }

    @Override
    public void endRelativeLocationPath() {
        push(new Steps(steps(close())));
    }

    private static List<LocationStep> steps(List<Object> frame) {
        List<LocationStep> steps = new ArrayList<>(frame.size());
        for (Object step : frame) {
            steps.add((LocationStep) step);
        }
        return steps;
    }

    // Steps

    private void startStep(int axis, NodeTest test) {
        open();
        push(new StepStart(Axis.of(axis), test));
    }

    private void endStep() {
        List<Object> frame = close();
        StepStart start = (StepStart) frame.get(0);
        push(new LocationStep(start.axis(), start.test(), conditions(frame)));
    }

    /** The predicates of a frame, which follow its first item. */
    private static List<Expr> conditions(List<Object> frame) {
        List<Expr> conditions = new ArrayList<>(frame.size() - 1);
        for (Object predicate : frame.subList(1, frame.size())) {
            conditions.add(((Predicate) predicate).condition());
        }
        return List.copyOf(conditions);
    }

    @Override
    public void startNameStep(int axis, @Nullable String prefix, @Nullable String local) {
        if (local == null) {
            // Jaxen's grammar lets a colon end a name test, as in http://host.
            throw wrong("there is no name after '" + prefix + ":'", null);
        }
        boolean any = local.equals("*");
        String namespace;
        if (prefix != null && !prefix.isEmpty()) {
            namespace = namespace(prefix);
        } else {
            namespace = any ? null : "";
        }
        startStep(axis, NodeTest.name(Axis.of(axis), namespace, any ? null : local));
    }

    private String namespace(String prefix) {
        String namespace = prefix.equals("xml") ? "http://www.w3.org/XML/1998/namespace" : namespaces.apply(prefix);
        if (namespace == null) {
            throw wrong("the prefix '" + prefix + "' is not bound to a namespace", null);
        }
        return namespace;
    }

    @Override
    public void endNameStep() {
        endStep();
    }

    @Override
    public void startTextNodeStep(int axis) {
        startStep(axis, NodeTest.TEXT);
    }

    @Override
    public void endTextNodeStep() {
        endStep();
    }

    @Override
    public void startCommentNodeStep(int axis) {
        startStep(axis, NodeTest.COMMENT);
    }

    @Override
    public void endCommentNodeStep() {
        endStep();
    }

    @Override
    public void startAllNodeStep(int axis) {
        startStep(axis, NodeTest.NODE);
    }

    @Override
    public void endAllNodeStep() {
        endStep();
    }

    @Override
    public void startProcessingInstructionNodeStep(int axis, @Nullable String target) {
        startStep(axis, NodeTest.instruction(target == null ? "" : target));
    }

    @Override
    public void endProcessingInstructionNodeStep() {
        endStep();
    }

    @Override
    public void startPredicate() {
        nest();
    }

    @Override
    public void endPredicate() {
        Expr condition = popExpr();
        unnest();
        push(new Predicate(condition));
    }

    // Primary expressions

    @Override
    public void startFilterExpr() {
        nest();
    }

    @Override
    public void endFilterExpr() {
        List<Object> frame = unnest();
        Expr primary = (Expr) frame.get(0);
        List<Expr> predicates = conditions(frame);
        if (predicates.isEmpty()) {
            push(primary);
            return;
        }
        if (primary.kind() != Expr.Kind.NODES && primary.kind() != Expr.Kind.ANY) {
            throw wrong("predicates can follow a node-set only", null);
        }
        pushExpr(new Filter(primary, predicates));
    }

    @Override
    public void number(int number) {
        push(new Literal((double) number));
    }

    @Override
    public void number(double number) {
        push(new Literal(number));
    }

    @Override
    public void literal(String literal) {
        push(new Literal(literal));
    }

    @Override
    public void variableReference(@Nullable String prefix, String local) {
        String name = prefix == null || prefix.isEmpty() ? local : prefix + ":" + local;
        variables.add(name);
        push(new VariableReference(name));
    }

    @Override
    public void startFunction(@Nullable String prefix, String local) {
        nest();
        push(new CallStart(prefix == null ? "" : prefix, local));
    }

    @Override
    public void endFunction() {
        List<Object> frame = unnest();
        CallStart start = (CallStart) frame.get(0);
        List<Expr> arguments = new ArrayList<>(frame.size() - 1);
        for (Object argument : frame.subList(1, frame.size())) {
            arguments.add((Expr) argument);
        }
        pushExpr(call(start, List.copyOf(arguments)));
    }

    private Expr call(CallStart start, List<Expr> arguments) {
        if (start.prefix().isEmpty()) {
            CoreFunction core = CoreFunction.named(start.local());
            if (core != null) {
                return coreCall(core, arguments);
            }
        }
        String namespace = start.prefix().isEmpty() ? "" : namespace(start.prefix());
        XmlName name = XmlName.of(namespace, start.local());
        List<@Nullable String> literals = new ArrayList<>(arguments.size());
        for (Expr argument : arguments) {
            literals.add(argument instanceof Literal literal && literal.value() instanceof String text ? text : null);
        }
        XPathFunction function = functions.function(name, new XPathFunctions.CallSite(literals, namespaces));
        if (function == null) {
            throw wrong("there is no function " + name, null);
        }
        return new ExtensionCall(
                start.prefix().isEmpty() ? start.local() : start.prefix() + ":" + start.local(), function, arguments);
    }

    private Expr coreCall(CoreFunction core, List<Expr> arguments) {
        if (arguments.size() < core.least || arguments.size() > core.most) {
            String takes = core.least == core.most
                    ? Integer.toString(core.least)
                    : core.most == Integer.MAX_VALUE ? core.least + " or more" : core.least + " or " + core.most;
            throw wrong(core.local + "() takes " + takes + " arguments, and is given " + arguments.size(), null);
        }
        if (core == CoreFunction.COUNT || core == CoreFunction.SUM) {
            Expr.Kind kind = arguments.get(0).kind();
            if (kind != Expr.Kind.NODES && kind != Expr.Kind.ANY) {
                throw wrong(core.local + "() takes a node-set", null);
            }
        }
        return new CoreCall(core, arguments);
    }

    // Operators

    private void combine(Operation.Operator operator) {
        Expr right = popExpr();
        Expr left = popExpr();
        if (operator == Operation.Operator.UNION) {
            for (Expr side : List.of(left, right)) {
                if (side.kind() != Expr.Kind.NODES && side.kind() != Expr.Kind.ANY) {
                    throw wrong("both sides of | must be node-sets", null);
                }
            }
        }
        if (left instanceof Operation chain && chain.extend(operator, right)) {
            pushExpr(chain);
        } else {
            pushExpr(new Operation(operator, left, right));
        }
    }

    private void compare(Comparison.Operator operator) {
        Expr right = popExpr();
        Expr left = popExpr();
        pushExpr(new Comparison(operator, left, right));
    }

    @Override
    public void startOrExpr() {
        // Operands come before their operator.
    }

    @Override
    public void endOrExpr(boolean create) {
        if (create) {
            combine(Operation.Operator.OR);
        }
    }

    @Override
    public void startAndExpr() {
        // Operands come before their operator.
    }

    @Override
    public void endAndExpr(boolean create) {
        if (create) {
            combine(Operation.Operator.AND);
        }
    }

    @Override
    public void startEqualityExpr() {
        // Operands come before their operator.
    }

    @Override
    public void endEqualityExpr(int operator) {
        switch (operator) {
            case Operator.EQUALS -> compare(Comparison.Operator.EQUAL);
            case Operator.NOT_EQUALS -> compare(Comparison.Operator.NOT_EQUAL);
            default -> {
                // A lone operand.
            }
        }
    }

    @Override
    public void startRelationalExpr() {
        // Operands come before their operator.
    }

    @Override
    public void endRelationalExpr(int operator) {
        switch (operator) {
            case Operator.LESS_THAN -> compare(Comparison.Operator.LESS);
            case Operator.LESS_THAN_EQUALS -> compare(Comparison.Operator.LESS_OR_EQUAL);
            case Operator.GREATER_THAN -> compare(Comparison.Operator.GREATER);
            case Operator.GREATER_THAN_EQUALS -> compare(Comparison.Operator.GREATER_OR_EQUAL);
            default -> {
                // A lone operand.
            }
        }
    }

    @Override
    public void startAdditiveExpr() {
        // Operands come before their operator.
    }

    @Override
    public void endAdditiveExpr(int operator) {
        switch (operator) {
            case Operator.ADD -> combine(Operation.Operator.ADD);
            case Operator.SUBTRACT -> combine(Operation.Operator.SUBTRACT);
            default -> {
                // A lone operand.
            }
        }
    }

    @Override
    public void startMultiplicativeExpr() {
        // Operands come before their operator.
    }

    @Override
    public void endMultiplicativeExpr(int operator) {
        switch (operator) {
            case Operator.MULTIPLY -> combine(Operation.Operator.MULTIPLY);
            case Operator.DIV -> combine(Operation.Operator.DIV);
            case Operator.MOD -> combine(Operation.Operator.MOD);
            default -> {
                // A lone operand.
            }
        }
    }

    @Override
    public void startUnaryExpr() {
        // The operand comes before its operator.
    }

    @Override
    public void endUnaryExpr(int operator) {
        if (operator == Operator.NEGATIVE) {
            pushExpr(new Negation(popExpr()));
        }
    }

    @Override
    public void startUnionExpr() {
        // Operands come before their operator.
    }

    @Override
    public void endUnionExpr(boolean create) {
        if (create) {
            combine(Operation.Operator.UNION);
        }
    }
}
