package dev.weir.composite.assembly;

import dev.weir.bpel.exec.ProcessClasses;
import dev.weir.wsdl.MissingDocument;
import dev.weir.wsdl.Resources;
import dev.weir.wsdl.SeenDocuments;
import dev.weir.xml.Problem;
import java.net.URI;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the documents of one composite, those in its archive and those from elsewhere, and remembers what people should
 * know of how they were found, or that they were not. Thread-safe.
 */
public final class CompositeResources implements Resources {
    private static final int MAX_WARNINGS = 200;

    private final Archive archive;
    private final Resources elsewhere;
    private final SeenDocuments seen = new SeenDocuments();
    private volatile boolean java;
    private @Nullable ProcessClasses classes;
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

    @Override
    public SeenDocuments seen(URI uri) {
        return seen;
    }

    /** Lets the classes be run that come with the composite. */
    public void allowJava() {
        java = true;
    }

    /**
     * The classes and libraries that come with the composite, with one class loader; null where they are not run.
     *
     * @throws AssemblyException if they are more than a composite may have, or cannot be read
     */
    public synchronized @Nullable ProcessClasses classes() {
        ProcessClasses made = classes;
        if (made == null && java) {
            Map<String, byte[]> code = CodeFiles.of(archive);
            made = code.isEmpty() ? ProcessClasses.NONE : new ProcessClasses(code);
            classes = made;
        }
        return made;
    }

    /** The documents of a name on the class path that the composite brings: of its own classes, and of its libraries. */
    public List<byte[]> onClassPath(String name) {
        return CodeFiles.named(archive, name);
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
