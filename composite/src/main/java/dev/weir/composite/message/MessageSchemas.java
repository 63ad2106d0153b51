package dev.weir.composite.message;

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
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Checks messages against the schemas of a WSDL, which are compiled when first needed, once. Thread-safe. */
public final class MessageSchemas {
    private static final int MAX_ERRORS = 10;

    private final Wsdl wsdl;
    private final Resources resources;
    private volatile @Nullable SchemaSet compiled;

    /** @param resources where the documents come from that its schemas import */
    public MessageSchemas(Wsdl wsdl, Resources resources) {
        this.wsdl = wsdl;
        this.resources = resources;
    }

    /** The WSDL's own document. */
    public URI location() {
        return wsdl.location();
    }

    /**
     * Compiles the schemas, if that has not happened.
     *
     * @throws SchemaException when they are wrong
     */
    public void prepare() {
        schemas();
    }

    /**
     * What is wrong with a message: a part is missing, is another element, or is not valid.
     *
     * @return the first errors, in one line; null for a message that follows its type
     * @throws SchemaException when the schemas cannot be compiled
     */
    public @Nullable String errors(MessageType type, MessageValue message) {
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
        return errors.isEmpty()
                ? null
                : "the message does not follow its schema (" + type.name() + "): " + String.join("; ", errors);
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
                    schemas = SchemaSet.compile(wsdl, Map.of(), resources);
                    compiled = schemas;
                }
            }
        }
        return schemas;
    }
}
