package dev.weir.xpath;

import dev.weir.xml.tree.XmlNode;
import java.util.AbstractList;

/**
 * A node whose type is simple, as Oracle's {@code getVariableData} gives it: a value of that type where an expression asks
 * for a truth, a number or a position, and the one node, with its text as it is written, everywhere else. So {@code
 * [getVariableData('index')]} is a position, and {@code count()}, a copy or {@code concat()} find what they always found.
 */
public final class SimpleValue extends AbstractList<XmlNode> {
    /** As many digits as a double holds, whatever they are. */
    private static final int EXACT_DIGITS = 15;

    private final XmlNode node;
    private final Object value;

    /** @param value the node's text as its type has it: String, Double or Boolean; not a number counts as text */
    public SimpleValue(XmlNode node, Object value) {
        this.node = node;
        this.value = value instanceof Double number && number.isNaN() ? node.stringValue() : value;
    }

    @Override
    public XmlNode get(int index) {
        if (index != 0) {
            throw new IndexOutOfBoundsException(index);
        }
        return node;
    }

    @Override
    public int size() {
        return 1;
    }

    /** What a simple value is where no node is asked for; anything else is itself. */
    static Object of(Object result) {
        return result instanceof SimpleValue simple ? simple.value : result;
    }

    /**
     * What an operand is compared as. A truth is compared by its text with texts and nodes, since these write it as {@code
     * true}; so are digits that a double would lose.
     */
    static Object comparable(Object operand, Object with) {
        if (!(operand instanceof SimpleValue simple)) {
            return operand;
        }
        boolean byText = simple.value instanceof Boolean
                ? !(of(with) instanceof Boolean || of(with) instanceof Double)
                : simple.value instanceof Double && simple.node.stringValue().length() > EXACT_DIGITS;
        return byText ? operand : simple.value;
    }
}
