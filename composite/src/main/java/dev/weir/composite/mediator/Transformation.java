package dev.weir.composite.mediator;

import dev.weir.composite.message.Incoming;
import dev.weir.composite.message.MessageScope;
import dev.weir.composite.message.MessageScope.Source;
import dev.weir.wsdl.MessageValue;
import dev.weir.wsdl.Wsdl.MessageType;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xpath.XPathException;
import java.util.List;
import java.util.Map;

/**
 * How an outgoing message is made from an incoming one.
 *
 * @param incoming the type of {@code $in}
 * @param initial the type of {@code $initial}, the message that the mediator was called with
 * @param outgoing the type of {@code $out}
 * @param passThrough names of outgoing parts that start as parts of the incoming message, to the names of those
 * @param headers names of header blocks in the expressions, see {@link MessageScope}
 */
record Transformation(
        MessageType incoming,
        MessageType initial,
        MessageType outgoing,
        Map<String, String> passThrough,
        List<Action> actions,
        Map<String, XmlName> headers) {
    /** @throws MediatorException when a stylesheet or expression fails */
    MessageValue apply(Incoming in, Incoming first) {
        MessageValue out = new MessageValue();
        boolean share = actions.stream().noneMatch(Action::changesInside);
        passThrough.forEach((to, from) -> {
            XmlElement part = in.message().part(from);
            if (part != null) {
                out.set(to, share ? part : part.copy());
            }
        });
        Map<String, Source> sources = Map.of(
                "in",
                new Source(incoming, in),
                "initial",
                new Source(initial, first),
                "out",
                new Source(outgoing, out));
        try (MessageScope scope = new MessageScope(sources, headers)) {
            for (Action action : actions) {
                try {
                    action.run(scope, out, share);
                } catch (XPathException | XmlException e) {
                    throw MediatorException.failed(action.place(), e);
                }
            }
        }
        return out;
    }
}
