package dev.weir.composite.functions;

import dev.weir.composite.assembly.Component;
import dev.weir.composite.assembly.Composite;
import dev.weir.store.ComponentId;
import dev.weir.xpath.XPathFunctions;
import dev.weir.xpath.functions.ComponentPlace;
import dev.weir.xpath.functions.OracleFunctions;
import java.util.List;

/**
 * All the functions that expressions and stylesheets of one component may call beside those of its own language: the one
 * table for processes, plans, fault policies, event filters and stylesheets. What an evaluation knows beyond it comes
 * from its scope, as {@link dev.weir.xpath.functions.FunctionContext}.
 */
public final class ComponentFunctions {
    private ComponentFunctions() {}

    /** @param id the component as deployed */
    public static XPathFunctions of(ComponentId id, Composite composite, Component component) {
        CompositeDocuments documents =
                new CompositeDocuments(List.of(component.source(), composite.location()), composite.resources());
        ComponentPlace place = new ComponentPlace(
                id.composite().partition(),
                id.composite().name(),
                id.composite().revision(),
                id.name());
        return new Preferences(component.properties())
                .or(new ValueMaps(documents))
                .or(new DocumentFunctions(documents))
                .or(OracleFunctions.SYSTEM.at(place))
                .or(new JavaFunctions(composite, component));
    }
}
