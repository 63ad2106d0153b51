package dev.weir.wsdl;

import dev.weir.wsdl.WsdlDocument.Reference;
import dev.weir.xml.Problem;
import dev.weir.xml.tree.XmlElement;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads a document and all that it imports, includes or redefines, each URI once: first come, first read. Import cycles
 * end there; a definition that never ends is cut off at {@link #MAX_DOCUMENTS}.
 */
final class ImportLoader {
    static final int MAX_DOCUMENTS = 2_000;

    private static final ReadDocuments DOCUMENTS = new ReadDocuments();

    private final Resources resources;
    private final Map<URI, WsdlDocument> read = new LinkedHashMap<>();
    private final Deque<PendingImport> wanted = new ArrayDeque<>();

    /** A document to read; the place that asks for it, null for the first. */
    private record PendingImport(
            URI uri, @Nullable WsdlDocument from, @Nullable XmlElement at) {}

    private ImportLoader(Resources resources) {
        this.resources = resources;
    }

    static Map<URI, WsdlDocument> from(URI location, Resources resources) {
        ImportLoader walk = new ImportLoader(resources);
        walk.wanted.add(new PendingImport(location.normalize(), null, null));
        for (PendingImport next = walk.wanted.poll(); next != null; next = walk.wanted.poll()) {
            walk.visit(next);
        }
        return walk.read;
    }

    private void visit(PendingImport next) {
        if (read.containsKey(next.uri())) {
            return;
        }
        if (read.size() == MAX_DOCUMENTS) {
            throw new WsdlException(
                    "a definition may have at most " + MAX_DOCUMENTS + " documents, imports included: " + next.uri());
        }
        WsdlDocument document = document(next);
        read.put(document.uri(), document);
        for (Reference reference : document.references()) {
            wanted.add(new PendingImport(reference.target(), document, reference.at()));
        }
    }

    private WsdlDocument document(PendingImport next) {
        SeenDocuments seen = resources.seen(next.uri());
        WsdlDocument known = seen == null ? null : seen.get(next.uri());
        if (known != null) {
            return known;
        }
        WsdlDocument document = DOCUMENTS.read(next.uri(), fetch(next));
        if (seen != null) {
            seen.add(document);
        }
        return document;
    }

    private byte[] fetch(PendingImport next) {
        try {
            return resources.read(next.uri());
        } catch (WsdlException e) {
            WsdlDocument from = next.from();
            XmlElement at = next.at();
            if (from == null || at == null) {
                throw new MissingDocumentException(next.uri(), e);
            }
            throw new MissingDocumentException(
                    next.uri(),
                    e,
                    MissingDocument.needed(String.valueOf(e.getMessage()), Problem.fileOf(from.uri()), at.line(), ""));
        }
    }
}
