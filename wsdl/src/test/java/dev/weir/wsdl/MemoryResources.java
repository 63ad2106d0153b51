package dev.weir.wsdl;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Documents held in memory; remembers what was asked for. */
final class MemoryResources implements Resources {
    private final Map<URI, byte[]> documents = new HashMap<>();
    final List<URI> asked = new ArrayList<>();

    MemoryResources with(String uri, String document) {
        documents.put(URI.create(uri), document.getBytes(StandardCharsets.UTF_8));
        return this;
    }

    @Override
    public byte[] read(URI uri) {
        asked.add(uri);
        byte[] document = documents.get(uri);
        if (document == null) {
            throw new WsdlException("there is no document " + uri);
        }
        return document;
    }
}
