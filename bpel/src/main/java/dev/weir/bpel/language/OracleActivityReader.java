package dev.weir.bpel.language;

import dev.weir.bpel.language.Construct.Activity;
import dev.weir.bpel.language.Construct.Argument;
import dev.weir.bpel.language.Construct.Assert;
import dev.weir.bpel.language.Construct.Call;
import dev.weir.bpel.language.Construct.Dehydrate;
import dev.weir.bpel.language.Construct.Expression;
import dev.weir.bpel.language.Construct.ForEach;
import dev.weir.bpel.language.Construct.Java;
import dev.weir.bpel.language.Construct.ReceiveSignal;
import dev.weir.bpel.language.Construct.Replay;
import dev.weir.bpel.language.Construct.Signal;
import dev.weir.bpel.language.Construct.Unavailable;
import dev.weir.bpel.language.Construct.Validate;
import dev.weir.xml.Problem;
import dev.weir.xml.tree.Problems;
import dev.weir.xml.tree.XmlElement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the activities that Oracle adds, which are inside extensionActivity. */
final class OracleActivityReader {
    /** The rule of what Weir has no support for, and what may be left to fail. */
    static final String UNAVAILABLE = "bpel-unavailable";

    private final ActivityReader activities;
    private final ScopeReader scopes;
    private final AssertionReader assertions;
    private final ElementReader in;
    private final Problems problems;

    OracleActivityReader(
            ActivityReader activities,
            ScopeReader scopes,
            AssertionReader assertions,
            ElementReader in,
            Problems problems) {
        this.activities = activities;
        this.scopes = scopes;
        this.assertions = assertions;
        this.in = in;
        this.problems = problems;
    }

    /** The activity of another namespace that an extensionActivity holds. */
    @Nullable Activity extension(XmlElement element) {
        XmlElement inner = element.firstElement();
        if (inner != null && inner.name().equals(OracleExtensions.name("signal"))) {
            return new Signal(
                    in.head(inner), details(inner, "to"), ElementReader.orEmpty(inner.attributeValue("label")));
        }
        if (inner != null && inner.name().equals(OracleExtensions.name("receiveSignal"))) {
            return new ReceiveSignal(
                    in.head(inner), details(inner, "from"), ElementReader.orEmpty(inner.attributeValue("label")));
        }
        return inner == null || !inner.name().namespace().equals(OracleExtensions.NAMESPACE)
                ? unknownExtension(inner == null ? element : inner)
                : oracleActivity(inner);
    }

    private @Nullable Activity unknownExtension(XmlElement element) {
        in.unsupported(element);
        return null;
    }

    private @Nullable Activity oracleActivity(XmlElement element) {
        return switch (element.name().local()) {
            case "dehydrate", "checkpoint" -> new Dehydrate(in.head(element));
            case "validate" ->
                new Validate(
                        in.head(element),
                        List.of(in.required(element, "variables").trim().split("\\s+")));
            case "assert" -> new Assert(in.head(element), assertions.alone(element));
            case "flowN" -> flowN(element);
            case "call" -> call(element);
            case "replay" ->
                new Replay(in.head(element), in.required(element, "scope").strip());
            case "bindEntity", "createEntity" -> entity(element);
            case "exec" -> new Java(in.head(element), element.stringValue(), element);
            default -> unknownExtension(element);
        };
    }

    private Activity entity(XmlElement element) {
        String what = "<" + element.name().local() + "> lets a service hold the entity variable "
                + element.attributeValue("variable") + " (SDO), which is not supported";
        problems.tolerable(new Problem(
                problems.file(),
                element.line(),
                element.column(),
                UNAVAILABLE,
                what,
                "invoke the service by a partner link, or deploy with --lenient: it fails when it is reached then"));
        return new Unavailable(in.head(element), what);
    }

    /** Branches side by side, each with its own index: a parallel forEach. */
    private @Nullable Activity flowN(XmlElement element) {
        Activity body = activities.only(element);
        if (body == null) {
            return null;
        }
        return new ForEach(
                in.head(element),
                true,
                in.required(element, "indexVariable"),
                new Expression("1", element),
                new Expression(in.required(element, "N"), element),
                null,
                false,
                scopes.around(body, element.line()));
    }

    private Call call(XmlElement element) {
        String target = in.required(element, "target").strip();
        List<Argument> arguments = new ArrayList<>();
        for (XmlElement param : element.elements(OracleExtensions.name("param"))) {
            arguments.add(new Argument(
                    in.required(param, "name"),
                    param.attributeValue("variable"),
                    param.attributeValue("partnerLink"),
                    param.stringValue().isBlank() ? null : in.expression(param),
                    OracleExtensions.ownYes(param, "copyByValue"),
                    param.line()));
        }
        return new Call(
                in.head(element),
                target,
                target.indexOf(':') < 0 ? null : in.resolve(element, target),
                List.copyOf(arguments));
    }

    private boolean details(XmlElement element, String attribute) {
        String value = in.required(element, attribute);
        if (!value.isEmpty() && !value.equals("details") && !value.equals("master")) {
            problems.add(
                    element,
                    "bpel-attribute-value",
                    attribute + "=\"" + value + "\" is unknown",
                    "say master or details");
        }
        return value.equals("details");
    }
}
