package dev.weir.bind.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import jakarta.xml.bind.JAXBException;
import java.util.Arrays;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** What a model says, as text, to compare models of the same classes. */
public final class Models {
    private Models() {}

    /** The annotations of the classes must mean the same, be they read from files or by reflection. */
    public static void assertSameWithoutFiles(Collection<Class<?>> classes) {
        assertEquals(told(classes, null), told(classes, new ClassFiles()));
    }

    /** The model, or what is wrong with the classes. */
    static String told(Collection<Class<?>> classes, @Nullable ClassFiles files) {
        try (AnnotatedClasses marked = new AnnotatedClasses("urn:default", files)) {
            return told(ModelReader.read(classes, marked));
        } catch (JAXBException problems) {
            return String.valueOf(problems.getMessage());
        }
    }

    private static String told(BindingModel model) {
        StringBuilder told = new StringBuilder();
        for (BoundClass bound : model.classes()) {
            told.append(bound).append(' ').append(bound.typeName()).append(' ').append(bound.rootName());
            told.append(" extends ").append(bound.base()).append(bound.derived).append('\n');
            Construction construction = bound.construction();
            told.append(bound.creator()).append(' ');
            told.append(construction == null ? "" : Arrays.toString(construction.places()));
            told.append(bound.beforeUnmarshal()).append(bound.afterUnmarshal());
            told.append(bound.beforeMarshal()).append(bound.afterMarshal());
            told.append(bound.location()).append('\n');
            for (Property property : bound.ownProperties()) {
                told.append("  ").append(property).append(' ').append(told(property.content()));
                property.elements()
                        .forEach(use -> told.append(' ').append(use.name()).append(told(use.content())));
                told.append('\n');
            }
        }
        model.arrays().forEach(one -> told.append(one).append(told(one.item())).append('\n'));
        model.enums().forEach(one -> told.append(one).append('\n'));
        model.declarations()
                .forEach(one -> told.append(one).append(told(one.content())).append('\n'));
        told.append(model.rootNames()).append(model.types.keySet()).append(model.enumTypes.keySet());
        told.append(model.prefixes()).append(model.namespaces());
        told.append(model.elementNamespaces).append(model.attributeNamespaces);
        return told.toString().replaceAll("@[0-9a-f]+", "");
    }

    private static String told(@Nullable Content content) {
        if (content instanceof Content.Simple simple) {
            return simple.type().type() + " as " + simple.type().schemaType();
        } else if (content instanceof Content.Items items) {
            return "items " + told(items.item());
        } else if (content instanceof Content.Adapted adapted) {
            return adapted.adapter() + " of " + told(adapted.inner());
        } else if (content instanceof Content.Entries entries) {
            return told(entries.key()) + " to " + told(entries.value());
        }
        return String.valueOf(content);
    }
}
