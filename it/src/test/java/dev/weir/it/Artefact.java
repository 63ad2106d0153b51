package dev.weir.it;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/** An artefact on this test's own class path, found by one of its classes. */
enum Artefact {
    XML("dev.weir.xml.XmlReader"),
    STAX("dev.weir.xml.stax.WeirInputFactory"),
    FASTINFOSET("dev.weir.xml.fastinfoset.FastInfoset"),
    BIND("dev.weir.bind.jaxb.WeirContextFactory"),
    STAX2_API("org.codehaus.stax2.XMLStreamReader2"),
    BIND_API("jakarta.xml.bind.JAXBContext"),
    ACTIVATION("jakarta.activation.DataSource"),
    ASM("org.objectweb.asm.ClassWriter"),
    /** Annotations, which descriptors require at compile time only. */
    JSPECIFY("org.jspecify.annotations.Nullable"),
    PROGRAMS("dev.weir.it.program.UseAll");

    static final List<Artefact> FOR_BIND = List.of(XML, BIND, BIND_API, ACTIVATION, ASM);
    static final List<Artefact> FOR_ALL = List.of(XML, STAX, FASTINFOSET, STAX2_API, BIND, BIND_API, ACTIVATION, ASM);

    private final String className;

    Artefact(String className) {
        this.className = className;
    }

    /** A jar, or a folder of classes where the reactor has not packaged it yet. */
    Path path() {
        try {
            return Path.of(Class.forName(className)
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (ClassNotFoundException | URISyntaxException missing) {
            throw new IllegalStateException(missing);
        }
    }

    /** As a jar in any case. */
    Path jar(Path folder) {
        Path path = path();
        return Files.isDirectory(path)
                ? jarOf(path, folder.resolve(name().toLowerCase(java.util.Locale.ROOT) + ".jar"))
                : path;
    }

    static Path jarOf(Path classes, Path jar) {
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out);
                Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                entries.putNextEntry(
                        new JarEntry(classes.relativize(file).toString().replace('\\', '/')));
                Files.copy(file, entries);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return jar;
    }
}
