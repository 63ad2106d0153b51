package dev.weir.bpel.graph;

import dev.weir.wsdl.Resources;
import dev.weir.wsdl.Wsdl;
import dev.weir.xml.tree.Problems;
import dev.weir.xpath.schema.SchemaException;
import dev.weir.xpath.schema.SchemaSet;
import dev.weir.xpath.schema.SchemaTypes;
import java.net.URI;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The schemas that values are checked against: compiled where something is checked, once. */
final class ValidationSchemas {
    private final Wsdl wsdl;
    private final Map<URI, byte[]> imported;
    private final Resources resources;
    private final SchemaTypes types;
    private final Problems problems;
    private @Nullable VariableSchemas schemas;
    private boolean invalid;

    /** @param imported the schema documents that the process imports itself */
    ValidationSchemas(Wsdl wsdl, Map<URI, byte[]> imported, Resources resources, SchemaTypes types, Problems problems) {
        this.wsdl = wsdl;
        this.imported = imported;
        this.resources = resources;
        this.types = types;
        this.problems = problems;
    }

    void need(int line) {
        if (schemas != null || invalid) {
            return;
        }
        try {
            schemas = new VariableSchemas(SchemaSet.compile(wsdl, imported, resources), types);
        } catch (SchemaException e) {
            invalid = true;
            problems.add(
                    line,
                    "bpel-validation-schemas",
                    e.problems().isEmpty()
                            ? "the schemas to validate by are not valid: " + e.getMessage()
                            : "the schemas to validate by are not valid",
                    "correct them, or do not validate");
            problems.addAll(e.problems());
        }
    }

    /** Null where nothing is checked. */
    @Nullable VariableSchemas compiled() {
        return schemas;
    }
}
