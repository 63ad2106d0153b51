package dev.weir.bpel.language;

import dev.weir.bpel.language.Construct.Correlation;
import dev.weir.bpel.language.Construct.Inbound;
import dev.weir.bpel.language.Construct.Initiate;
import dev.weir.bpel.language.Construct.PartMapping;
import dev.weir.bpel.language.Construct.Pattern;
import dev.weir.bpel.language.Construct.Reply;
import dev.weir.xml.tree.Problems;
import dev.weir.xml.tree.XmlElement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads what sends and receives: operations, parts, correlations. */
final class MessagingReader {
    private final ElementReader in;
    private final HeadersReader headers;
    private final AssertionReader assertions;
    private final Problems problems;

    MessagingReader(ElementReader in, HeadersReader headers, AssertionReader assertions, Problems problems) {
        this.in = in;
        this.headers = headers;
        this.assertions = assertions;
        this.problems = problems;
    }

    Inbound inbound(XmlElement element) {
        assertions.refuseMisplaced(element);
        return new Inbound(
                in.required(element, "partnerLink"),
                in.required(element, "operation"),
                in.optionalName(element, "portType"),
                element.attributeValue("variable"),
                parts(element, "fromParts", "fromPart", "toVariable"),
                correlations(element),
                element.attributeValue("messageExchange"),
                headers.takenByReceive(element),
                assertions.after(element),
                element.line());
    }

    List<PartMapping> parts(XmlElement element, String list, String item, String variable) {
        XmlElement parts = element.element(ElementReader.name(list));
        List<PartMapping> mappings = new ArrayList<>();
        if (parts != null) {
            for (XmlElement part : parts.elements(ElementReader.name(item))) {
                mappings.add(new PartMapping(in.required(part, "part"), in.required(part, variable), part.line()));
            }
        }
        return List.copyOf(mappings);
    }

    List<Correlation> correlations(XmlElement element) {
        XmlElement list = element.element(ElementReader.name("correlations"));
        List<Correlation> correlations = new ArrayList<>();
        if (list != null) {
            for (XmlElement item : list.elements(ElementReader.name("correlation"))) {
                correlations.add(new Correlation(in.required(item, "set"), initiate(item), pattern(item), item.line()));
            }
        }
        return List.copyOf(correlations);
    }

    private Initiate initiate(XmlElement element) {
        String value = element.attributeValue("initiate");
        return switch (value == null ? "no" : value) {
            case "no" -> Initiate.NO;
            case "yes" -> Initiate.YES;
            case "join" -> Initiate.JOIN;
            default -> {
                problems.add(
                        element,
                        "bpel-attribute-value",
                        "initiate=\"" + value + "\" is unknown",
                        "say yes, no or join");
                yield Initiate.NO;
            }
        };
    }

    private @Nullable Pattern pattern(XmlElement element) {
        String value = element.attributeValue("pattern");
        if (value == null) {
            return null;
        }
        return switch (value) {
            case "request" -> Pattern.REQUEST;
            case "response" -> Pattern.RESPONSE;
            case "request-response" -> Pattern.REQUEST_RESPONSE;
            default -> {
                problems.add(
                        element,
                        "bpel-attribute-value",
                        "pattern=\"" + value + "\" is unknown",
                        "say request, response or request-response");
                yield null;
            }
        };
    }

    Reply reply(XmlElement element) {
        in.known(element, Set.of("correlations", "toParts"));
        return new Reply(
                in.head(element),
                in.required(element, "partnerLink"),
                in.required(element, "operation"),
                in.optionalName(element, "portType"),
                element.attributeValue("variable"),
                parts(element, "toParts", "toPart", "fromVariable"),
                in.optionalName(element, "faultName"),
                correlations(element),
                element.attributeValue("messageExchange"),
                headers.sentByReply(element),
                assertions.before(element));
    }
}
