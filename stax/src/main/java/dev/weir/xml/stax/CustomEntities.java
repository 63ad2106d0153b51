package dev.weir.xml.stax;

import dev.weir.xml.GeneralEntities;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import javax.xml.stream.XMLResolver;
import org.jspecify.annotations.Nullable;

/** The entities that Woodstox's properties add to those of a document. */
record CustomEntities(
        Map<String, String> texts,
        @Nullable XMLResolver resolver,
        @Nullable String base) implements GeneralEntities {
    @Override
    public @Nullable String declared(String name) {
        return texts.get(name);
    }

    @Override
    public @Nullable InputStream undeclared(String name) throws IOException {
        return resolver == null ? null : StaxExternalEntities.resolved(resolver, name, null, null, base);
    }
}
