package dev.weir.composite.mediator;

import dev.weir.composite.mediator.Action.SetPath.Root;
import dev.weir.composite.mediator.ExpressionReader.Types;
import dev.weir.composite.message.MessageScope;
import dev.weir.wsdl.Wsdl.MessageType;
import dev.weir.wsdl.Wsdl.Part;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xpath.XPathExpression;
import dev.weir.xpath.xquery.XQuery;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads what makes an outgoing message: {@code transform} and {@code assign}. */
final class TransformationReader {
    private static final Pattern XSLT =
            Pattern.compile("\\s*xslt\\(\\s*([^,()]+?)\\s*,\\s*\\$([\\w.\\-]+)\\s*((?:,[^()]*)?)\\)\\s*");
    private static final Pattern XQUERY =
            Pattern.compile("\\s*xqueryt\\(\\s*([^,()$]+?)\\s*(?:,\\s*\\$([\\w.\\-]+)\\s*)?\\)\\s*");
    private static final Pattern OUT = Pattern.compile("\\s*\\$out\\.([\\w.\\-]+)(/.*)?\\s*");
    private static final Pattern PROPERTY_VALUE = Pattern.compile("\\s*\\$((?:in|initial)\\.property\\.\\S+)\\s*");

    private final Reading reading;
    private final ExpressionReader expressions;

    TransformationReader(Reading reading, ExpressionReader expressions) {
        this.reading = reading;
        this.expressions = expressions;
    }

    boolean isChange(XmlElement element) {
        return Reading.is(element, "transform") || Reading.is(element, "assign") || Reading.is(element, "dvm");
    }

    Transformation unchanged(MessageType in, MessageType initial, MessageType out) {
        return new Transformation(in, initial, out, passThrough(in, out), List.of(), reading.headers);
    }

    /**
     * @param changes transforms and assigns, in order
     * @param owner for problems with the whole
     */
    Transformation read(
            List<XmlElement> changes, XmlElement owner, MessageType in, MessageType initial, MessageType out) {
        Types types = new Types(in, initial, out);
        List<Action> actions = new ArrayList<>();
        Set<String> set = new HashSet<>();
        boolean transforms = false;
        int before = reading.problems.size();
        for (XmlElement change : changes) {
            if (Reading.is(change, "dvm")) {
                actions.add(reading.unavailable(
                        change, "a rule whose own parts come from a domain value map (<dvm>) is not supported"));
                continue;
            }
            for (XmlElement child : change.elements()) {
                Action action = null;
                if (Reading.is(change, "transform") && Reading.is(child, "part")) {
                    transforms = true;
                    action = transform(child, types, set);
                } else if (Reading.is(change, "assign") && Reading.is(child, "copy")) {
                    action = copy(child, types, set);
                } else {
                    reading.refuse(child, "in <" + change.name().local() + ">");
                }
                if (action != null) {
                    actions.add(action);
                }
            }
        }
        // A transform makes the whole message; assigning alone changes one that passes through.
        Map<String, String> passThrough = transforms ? Map.of() : passThrough(in, out);
        for (Part part : out.parts()) {
            if (!set.contains(part.name())
                    && !passThrough.containsKey(part.name())
                    && reading.problems.size() == before) {
                reading.problems.warn(
                        owner,
                        "mediator-part-unset",
                        "nothing gives the part '" + part.name() + "' of the outgoing message " + out.name()
                                + " a value; the incoming " + in.name() + " has " + Reading.listed(in),
                        "transform or assign it: without it a message that needs it fails");
            }
        }
        return new Transformation(in, initial, out, passThrough, List.copyOf(actions), reading.headers);
    }

    /** Parts of the same name and kind; or the only part on both sides. */
    private static Map<String, String> passThrough(MessageType in, MessageType out) {
        Map<String, String> same = new LinkedHashMap<>();
        for (Part part : out.parts()) {
            Part from = in.part(part.name());
            if (from == null && in.parts().size() == 1 && out.parts().size() == 1) {
                from = in.parts().get(0);
            }
            if (from != null
                    && Objects.equals(from.element(), part.element())
                    && Objects.equals(from.type(), part.type())
                    && (part.element() != null || from.name().equals(part.name()))) {
                same.put(part.name(), from.name());
            }
        }
        return Collections.unmodifiableMap(same);
    }

    private @Nullable Action transform(XmlElement element, Types types, Set<String> set) {
        Matcher target = OUT.matcher(reading.required(element, "name"));
        if (!target.matches() || target.group(2) != null) {
            reading.problems.add(
                    element,
                    "mediator-attribute-value",
                    "the name of a transformed part must be $out.PART, but is '" + element.attributeValue("name") + "'",
                    "correct it");
            return null;
        }
        Part part = outPart(target.group(1), types, element);
        if (part == null) {
            return null;
        }
        set.add(part.name());
        String function = reading.required(element, "function").strip();
        if (function.startsWith("xslt(")) {
            return xslt(function, part, element, types);
        }
        if (function.startsWith("xqueryt(")) {
            return query(function, part, element, types);
        }
        if (function.startsWith("nxsd(") || function.startsWith("translate(")) {
            return reading.unavailable(
                    element,
                    "translations between XML and native formats (nXSD) are not supported: '" + function + "'");
        }
        XPathExpression expression = expressions.compile(function, element, types);
        return expression == null
                ? null
                : new Action.SetPart(reading.place(element), part, Operand.expression(expression, function));
    }

    private @Nullable Action xslt(String function, Part part, XmlElement element, Types types) {
        Matcher xslt = XSLT.matcher(function);
        if (!xslt.matches()) {
            reading.problems.add(
                    element,
                    "mediator-attribute-value",
                    "the function must be xslt(FILE, $in.PART), but is '" + function + "'",
                    "correct it");
            return null;
        }
        for (XmlElement child : element.elements()) {
            reading.refuse(child, "in a transformation by xslt()");
        }
        List<String> sources = new ArrayList<>();
        for (String written : (xslt.group(2) + xslt.group(3)).split(",")) {
            String source = written.strip().replaceFirst("^\\$", "");
            if (!expressions.known(source, types, element) || source.contains("." + MessageScope.PROPERTY)) {
                return null;
            }
            sources.add(source);
        }
        return new Action.Transform(
                reading.place(element),
                part,
                reading.stylesheet(xslt.group(1), element),
                sources.get(0),
                List.copyOf(sources.subList(1, sources.size())));
    }

    /** The parameters are the query's external variables. */
    private @Nullable Action query(String function, Part part, XmlElement element, Types types) {
        Matcher query = XQUERY.matcher(function);
        if (!query.matches()) {
            reading.problems.add(
                    element,
                    "mediator-attribute-value",
                    "the function must be xqueryt(FILE) or xqueryt(FILE, $in.PART), with <param>s for the query's variables,"
                            + " but is '" + function + "'",
                    "correct it");
            return null;
        }
        String source = query.group(2);
        if (source != null
                && (!expressions.known(source, types, element) || source.contains("." + MessageScope.PROPERTY))) {
            return null;
        }
        Map<String, Operand> parameters = new LinkedHashMap<>();
        if (source != null) {
            String wanted = "$" + source + "/*";
            XPathExpression compiled = expressions.compile(wanted, element, types);
            if (compiled != null) {
                parameters.put(source, Operand.expression(compiled, wanted));
            }
        }
        for (XmlElement child : element.elements()) {
            if (!Reading.is(child, "param") && !Reading.is(child, "parameter")) {
                reading.refuse(child, "in a transformation by xqueryt()");
                continue;
            }
            Operand operand = operand(child, types);
            if (operand != null) {
                parameters.put(reading.required(child, "name"), operand);
            }
        }
        XQuery compiled = reading.query(query.group(1), element);
        return compiled == null
                ? new Action.Unavailable(reading.place(element), "the query of '" + function + "' cannot be run")
                : new Action.Query(reading.place(element), part, compiled, parameters);
    }

    private @Nullable Action copy(XmlElement element, Types types, Set<String> set) {
        String target = reading.required(element, "target");
        Operand operand = operand(element, types);
        if (operand == null) {
            return null;
        }
        Matcher matcher = OUT.matcher(target);
        if (!matcher.matches()) {
            reading.problems.add(
                    element,
                    "mediator-attribute-value",
                    "the target of a copy must begin with $out.PART, $out.header.PREFIX_NAME or $out.property.NAME, but"
                            + " is '" + target + "'",
                    "correct it");
            return null;
        }
        String name = matcher.group(1);
        String path = matcher.group(2);
        String place = reading.place(element);
        if (name.startsWith(MessageScope.PROPERTY) && path == null) {
            return new Action.SetProperty(place, name.substring(MessageScope.PROPERTY.length()), operand);
        }
        Part part = null;
        if (name.startsWith(MessageScope.HEADER)) {
            if (!expressions.header(name.substring(MessageScope.HEADER.length()), element)) {
                return null;
            }
            if (path == null) {
                return new Action.SetHeader(place, operand);
            }
        } else {
            part = outPart(name, types, element);
            if (part == null) {
                return null;
            }
            set.add(part.name());
            if (path == null) {
                return new Action.SetPart(place, part, operand);
            }
        }
        XPathExpression compiled = expressions.compile(target, element, types);
        return compiled == null
                ? null
                : new Action.SetPath(
                        place,
                        compiled,
                        new Root(part, "out." + name),
                        TargetPath.parse(path, element::lookupNamespace),
                        operand);
    }

    /** A value that is the name of a property stands for the property. */
    private @Nullable Operand operand(XmlElement element, Types types) {
        String expression = element.attributeValue("expression");
        String constant = element.attributeValue("value");
        if (expression != null && constant == null) {
            XPathExpression compiled = expressions.compile(expression, element, types);
            return compiled == null ? null : Operand.expression(compiled, expression);
        }
        if (constant != null && expression == null) {
            Matcher property = PROPERTY_VALUE.matcher(constant);
            return property.matches() ? Operand.variable(property.group(1)) : Operand.constant(constant);
        }
        reading.problems.add(
                element, "mediator-copy", "a copy needs either an expression or a value", "give it one of the two");
        return null;
    }

    private @Nullable Part outPart(String name, Types types, XmlElement element) {
        MessageType out = Objects.requireNonNull(types.out());
        Part part = out.part(name);
        if (part == null) {
            reading.problems.add(
                    element,
                    "mediator-part-unknown",
                    "there is no part '" + name + "' in the outgoing message " + out.name() + ", which has "
                            + Reading.listed(out),
                    "correct the name of the part");
        }
        return part;
    }
}
