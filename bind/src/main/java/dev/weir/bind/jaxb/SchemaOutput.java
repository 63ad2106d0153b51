package dev.weir.bind.jaxb;

import dev.weir.bind.model.BindingModel;
import dev.weir.bind.schema.SchemaSet;
import dev.weir.xml.tree.XmlTreeWriter;
import jakarta.xml.bind.SchemaOutputResolver;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.xml.transform.Result;
import org.jspecify.annotations.Nullable;

/** Writes the schemas of a model to the results that a SchemaOutputResolver supplies. */
final class SchemaOutput {
    private SchemaOutput() {}

    static void write(BindingModel model, SchemaOutputResolver resolver) throws IOException {
        SchemaSet schemas = new SchemaSet(model);
        Map<String, Result> results = new LinkedHashMap<>();
        for (String namespace : schemas.namespaces()) {
            Result result = resolver.createOutput(namespace, "schema" + (results.size() + 1) + ".xsd");
            if (result != null) {
                results.put(namespace, result);
            }
        }
        for (Map.Entry<String, Result> one : results.entrySet()) {
            String here = one.getValue().getSystemId();
            XmlTreeWriter tree = new XmlTreeWriter();
            schemas.write(
                    one.getKey(),
                    other -> {
                        Result there = results.get(other);
                        return there == null ? null : relative(here, there.getSystemId());
                    },
                    tree);
            SchemaResultWriter.write(tree, one.getValue());
        }
    }

    /** A location relative to another: only the last step if both are in the same folder. */
    private static @Nullable String relative(@Nullable String here, @Nullable String there) {
        if (here == null || there == null) {
            return there;
        }
        int end = here.lastIndexOf('/') + 1;
        return there.startsWith(here.substring(0, end)) ? there.substring(end) : there;
    }
}
