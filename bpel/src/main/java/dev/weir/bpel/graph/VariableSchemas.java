package dev.weir.bpel.graph;

import dev.weir.wsdl.Wsdl.Part;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xpath.schema.SchemaError;
import dev.weir.xpath.schema.SchemaSet;
import dev.weir.xpath.schema.SchemaTypes;
import java.util.List;

/** The schemas that a process sees, to validate the values of variables (section 8.1). Immutable and thread-safe. */
public final class VariableSchemas {
    private final SchemaSet schemas;
    private final SchemaTypes types;

    VariableSchemas(SchemaSet schemas, SchemaTypes types) {
        this.schemas = schemas;
        this.types = types;
    }

    /** The validation errors of a variable that holds no message; empty for a valid one. */
    public List<String> problems(Variable variable, XmlElement value) {
        if (variable.type() instanceof Variable.OfElement of) {
            return ofElement(of.element(), value);
        }
        return variable.type() instanceof Variable.OfType of ? texts(schemas.validate(value, of.type())) : List.of();
    }

    /** The validation errors of one part of a message; empty for a valid one. */
    public List<String> problems(Part part, XmlElement value) {
        XmlName element = part.element();
        XmlName type = part.type();
        if (element != null) {
            return ofElement(element, value);
        }
        return type == null ? List.of() : texts(schemas.validate(value, type));
    }

    private List<String> ofElement(XmlName declared, XmlElement value) {
        return types.substitutes(value.name(), declared)
                ? texts(schemas.validate(value))
                : List.of("the element is " + value.name() + " where " + declared + " is declared");
    }

    /** Without lines: a value of a variable has none. */
    private static List<String> texts(List<SchemaError> errors) {
        return errors.stream().map(SchemaError::message).toList();
    }
}
