package dev.weir.xpath.functions;

import dev.weir.xml.tree.XmlElement;
import dev.weir.xpath.XPathException;
import dev.weir.xpath.XPathScope;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What functions ask of the place and time at which an expression, or a stylesheet, is evaluated: the running instance
 * and the message in hand. An {@link XPathScope} that knows them implements this interface too; null stands for what is
 * not there. What is the same for every evaluation is in {@link ComponentPlace}.
 */
public interface FunctionContext {
    /** Where there is neither an instance nor a message. */
    FunctionContext NONE = new FunctionContext() {};

    /** The context of a scope; {@link #NONE} for one that has none. */
    static FunctionContext of(XPathScope scope) {
        return scope instanceof FunctionContext context ? context : NONE;
    }

    /** The id of the component's instance. */
    default @Nullable String instanceId() {
        return null;
    }

    /** The id of the flow, which is what a composite instance is. */
    default @Nullable String flowId() {
        return null;
    }

    /** A property of the message in hand. */
    default @Nullable String property(String name) {
        return null;
    }

    /** The header blocks of the message in hand. */
    default List<XmlElement> headers() {
        return List.of();
    }

    /**
     * Gives the flow a title, for people.
     *
     * @throws XPathException where titles are not kept
     */
    default void title(String title) {
        throw new XPathException("a title cannot be given here");
    }
}
