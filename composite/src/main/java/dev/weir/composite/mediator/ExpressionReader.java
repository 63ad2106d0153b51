package dev.weir.composite.mediator;

import dev.weir.composite.message.MessageScope;
import dev.weir.wsdl.Wsdl.MessageType;
import dev.weir.xml.Problem;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xpath.InvalidExpression;
import dev.weir.xpath.StandIns;
import dev.weir.xpath.XPathException;
import dev.weir.xpath.XPathExpression;
import org.jspecify.annotations.Nullable;

/** Compiles a plan's expressions, and checks the variables in them against the messages at their place. */
final class ExpressionReader {
    private final Reading reading;

    /** The message types that expressions may name at a place of the plan, by the word before the dot. */
    record Types(
            MessageType in, MessageType initial, @Nullable MessageType out) {
        @Nullable MessageType of(String word) {
            return switch (word) {
                case "in" -> in;
                case "initial" -> initial;
                case "out" -> out;
                default -> null;
            };
        }
    }

    ExpressionReader(Reading reading) {
        this.reading = reading;
    }

    /** Returns null where there is a problem. */
    @Nullable XPathExpression compile(String text, XmlElement element, Types types) {
        XPathExpression expression;
        StandIns functions = new StandIns(reading.functions);
        try {
            expression = XPathExpression.compile(text, element::lookupNamespace, functions);
        } catch (XPathException e) {
            Problem problem = InvalidExpression.problem(e, reading.problems.file(), element);
            reading.problems.tolerable(problem);
            if (!reading.problems.lenient()) {
                return null;
            }
            expression = XPathExpression.failing(text, problem.what());
        }
        functions.report(reading.problems, element);
        for (String variable : expression.variables()) {
            if (reading.translations.contains(variable)) {
                return XPathExpression.failing(
                        text, "$" + variable + " comes of a translation between XML and native formats");
            }
        }
        boolean known = true;
        for (String variable : expression.variables()) {
            known &= known(variable, types, element);
        }
        return known ? expression : null;
    }

    boolean known(String variable, Types types, XmlElement element) {
        int dot = variable.indexOf('.');
        MessageType type = dot < 0 ? null : types.of(variable.substring(0, dot));
        if (type == null) {
            reading.problems.add(
                    element,
                    "mediator-variable-unknown",
                    "there is no variable $" + variable + " here; $in.PART"
                            + (types.out() == null ? "" : ", $initial.PART, $out.PART")
                            + ", $in.property.NAME and $in.header.PREFIX_NAME are known",
                    "correct the name");
            return false;
        }
        String part = variable.substring(dot + 1);
        if (part.startsWith(MessageScope.PROPERTY)) {
            return true;
        }
        if (part.startsWith(MessageScope.HEADER)) {
            return header(part.substring(MessageScope.HEADER.length()), element);
        }
        if (type.part(part) == null) {
            reading.problems.add(
                    element,
                    "mediator-part-unknown",
                    "$" + variable + ": there is no part '" + part + "' in the message " + type.name() + ", which has "
                            + Reading.listed(type),
                    "correct the name of the part");
            return false;
        }
        return true;
    }

    /** A header block is named by the prefix of its namespace, an underscore, and its local name. */
    boolean header(String text, XmlElement element) {
        int underscore = text.indexOf('_');
        String uri = underscore < 0 ? null : element.lookupNamespace(text.substring(0, underscore));
        if (uri == null) {
            reading.problems.add(
                    element,
                    "mediator-header-unknown",
                    "the header block '" + text + "' must be PREFIX_NAME, with a prefix that is bound here",
                    "correct it, or declare the prefix");
            return false;
        }
        XmlName name = XmlName.of(uri, text.substring(underscore + 1));
        XmlName before = reading.headers.putIfAbsent(text, name);
        if (before != null && !before.equals(name)) {
            reading.problems.add(
                    element,
                    "mediator-header-unknown",
                    "the header block '" + text + "' is " + name + " here and " + before + " elsewhere in the plan",
                    "give one of the two another prefix");
            return false;
        }
        return true;
    }
}
