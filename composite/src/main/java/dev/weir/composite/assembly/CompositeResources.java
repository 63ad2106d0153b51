package dev.weir.composite.assembly;

import dev.weir.wsdl.MissingDocument;
import dev.weir.wsdl.Resources;
import dev.weir.xml.Problem;
import java.net.URI;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Reads the documents of one composite, those in its archive and those from elsewhere, and remembers what people should
 * know of how they were found, or that they were not. Thread-safe.
 */
public final class CompositeResources implements Resources {
    private static final int MAX_WARNINGS = 200;

    private final Archive archive;
    private final Resources elsewhere;
    private final Set<Problem> warnings = new LinkedHashSet<>();

    CompositeResources(Archive archive, Resources elsewhere) {
        this.archive = archive;
        this.elsewhere = elsewhere;
    }

    @Override
    public byte[] read(URI uri) {
        Resources holder = Archive.owns(uri) ? archive : elsewhere;
        byte[] bytes = holder.read(uri);
        String remark = holder.remark(uri);
        if (remark != null) {
            warn(Problem.ofFile(Archive.shown(uri), "document-place", remark, "correct the location"));
        }
        return bytes;
    }

    /** Something that is no obstacle to deploying the composite. */
    void warn(Problem warning) {
        synchronized (warnings) {
            if (warnings.size() < MAX_WARNINGS) {
                warnings.add(warning);
            }
        }
    }

    /** What there is to know so far. */
    public List<Problem> warnings() {
        synchronized (warnings) {
            return MissingDocument.merged(warnings);
        }
    }
}
