package dev.weir.bind.item;

import dev.weir.bind.codec.CodecRegistry;
import dev.weir.bind.codec.ElementWriter;
import dev.weir.bind.context.MarshalContext;
import dev.weir.bind.model.ElementUse;
import dev.weir.xml.XmlWriter;
import java.lang.invoke.MethodType;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * One of several elements (XmlElements), selected by the class of the value: the last of those with the same class; for
 * objects of other classes the first one, with xsi:type.
 */
public final class ChoiceElementWriter extends ElementWriter {
    private final List<ElementUse> uses;
    private final List<NamedElementWriter> elements;
    private final String property;
    private final CodecRegistry registry;
    private final Map<Class<?>, NamedElementWriter> known = new ConcurrentHashMap<>();

    public ChoiceElementWriter(
            List<ElementUse> uses, List<NamedElementWriter> elements, String property, CodecRegistry registry) {
        this.uses = uses;
        this.elements = elements;
        this.property = property;
        this.registry = registry;
    }

    @Override
    public void write(@Nullable Object value, XmlWriter writer, MarshalContext out) {
        if (value == null) {
            for (int i = 0; i < uses.size(); i++) {
                if (uses.get(i).nillable()) {
                    elements.get(i).write(null, writer, out);
                    return;
                }
            }
            return;
        }
        NamedElementWriter element = known.get(value.getClass());
        if (element == null) {
            element = choose(value.getClass());
            known.put(value.getClass(), element);
        }
        element.write(value, writer, out);
    }

    /** The element of this class, or of its nearest superclass. */
    private NamedElementWriter choose(Class<?> type) {
        int best = -1;
        for (int i = 0; i < uses.size(); i++) {
            Class<?> candidate = boxed(uses.get(i).type());
            if (candidate.isAssignableFrom(type)
                    && (best < 0 || boxed(uses.get(best).type()).isAssignableFrom(candidate))) {
                best = i;
            }
        }
        if (best < 0 && registry.model().nearest(type) != null) {
            return new NamedElementWriter(uses.get(0).name(), new AnyTypeItem(registry), false, registry);
        }
        if (best < 0) {
            throw new IllegalArgumentException(
                    property + " holds a " + type.getName() + ", for which none of its elements is");
        }
        return elements.get(best);
    }

    private static Class<?> boxed(Class<?> type) {
        return MethodType.methodType(type).wrap().returnType();
    }
}
