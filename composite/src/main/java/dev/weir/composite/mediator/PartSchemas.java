package dev.weir.composite.mediator;

import dev.weir.wsdl.MessageValue;
import dev.weir.wsdl.Resources;
import dev.weir.wsdl.Wsdl;
import dev.weir.wsdl.Wsdl.MessageType;
import dev.weir.wsdl.Wsdl.Part;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xpath.schema.SchemaError;
import dev.weir.xpath.schema.SchemaException;
import dev.weir.xpath.schema.SchemaSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Checks messages against the schemas of a WSDL, which are compiled when first needed, once. Thread-safe. */
final class PartSchemas {
    private static final int MAX_ERRORS = 10;

    private final Wsdl wsdl;
    private final Resources resources;
    private volatile @Nullable SchemaSet compiled;

    PartSchemas(Wsdl wsdl, Resources resources) {
        this.wsdl = wsdl;
        this.resources = resources;
    }

    /** @throws MediatorException when the schemas cannot be compiled */
    void prepare() {
        schemas();
    }

    /** @throws MediatorException when a part is missing, is another element, or is not valid */
    void check(MessageType type, MessageValue message) {
        List<String> errors = new ArrayList<>();
        for (Part part : type.parts()) {
            XmlElement element = message.part(part.name());
            XmlName declared = part.element();
            if (element == null) {
                errors.add("the part '" + part.name() + "' is missing");
            } else if (declared != null && !element.name().equals(declared)) {
                errors.add("the part '" + part.name() + "' must be the element " + declared + ", but is "
                        + element.name());
            } else {
                validate(part, element, errors);
            }
        }
        if (!errors.isEmpty()) {
            throw new MediatorException(
                    "the message does not follow its schema (" + type.name() + "): " + String.join("; ", errors));
        }
    }

    private void validate(Part part, XmlElement element, List<String> errors) {
        XmlName type = part.type();
        for (SchemaError error :
                type == null ? schemas().validate(element) : schemas().validate(element, type)) {
            if (errors.size() < MAX_ERRORS) {
                errors.add("the part '" + part.name() + "': " + error);
            }
        }
    }

    private SchemaSet schemas() {
        SchemaSet schemas = compiled;
        if (schemas == null) {
            synchronized (this) {
                schemas = compiled;
                if (schemas == null) {
                    schemas = compile();
                    compiled = schemas;
                }
            }
        }
        return schemas;
    }

    private SchemaSet compile() {
        try {
            return SchemaSet.compile(wsdl, Map.of(), resources);
        } catch (SchemaException e) {
            throw MediatorException.worded(
                    "the schemas of " + wsdl.location() + " are wrong: " + e.getMessage(),
                    "the schemas of the composite are wrong");
        }
    }
}
