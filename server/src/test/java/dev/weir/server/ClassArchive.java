package dev.weir.server;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The class path of the tests with a class data archive, as the start script makes one for the program: a server that
 * is started a hundred times starts twice as fast. One serves all tests of a JVM, and is deleted when that ends.
 */
final class ClassArchive {
    private static @Nullable ClassArchive ofThisJvm;

    private final String classPath;
    private final Path archive;

    /** The one of this JVM, made when it is first asked for. */
    static synchronized ClassArchive get() {
        ClassArchive made = ofThisJvm;
        if (made == null) {
            try {
                Path folder = Files.createTempDirectory("weir-classes");
                Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder)));
                made = new ClassArchive(folder);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            ofThisJvm = made;
        }
        return made;
    }

    private static void delete(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
            Files.delete(folder);
        } catch (IOException e) {
            System.err.println(folder + " is left: " + e);
        }
    }

    /** @param folder keeps the archive, and a JAR of each folder of the class path, which an archive cannot refer to */
    private ClassArchive(Path folder) throws IOException {
        List<String> path = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(java.io.File.pathSeparator)) {
            if (Files.isDirectory(Path.of(entry))) {
                Path jar = folder.resolve("classes" + path.size() + ".jar");
                pack(Path.of(entry), jar);
                path.add(jar.toString());
            } else if (entry.endsWith(".jar")) {
                path.add(entry);
            }
        }
        classPath = String.join(java.io.File.pathSeparator, path);
        archive = folder.resolve("classes.jsa");
        List<String> command = new ArrayList<>(RunningWeir.java());
        command.addAll(List.of(
                "-XX:ArchiveClassesAtExit=" + archive,
                "-Xlog:cds=off",
                "-Xlog:cds+dynamic=off",
                "-cp",
                classPath,
                "dev.weir.server.Main",
                "warm-up",
                RunningWeir.repository().resolve("examples/orders").toString()));
        try {
            new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("warm-up.log").toFile())
                    .start()
                    .waitFor();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void pack(Path folder, Path jar) throws IOException {
        try (Stream<Path> walk = Files.walk(folder);
                OutputStream out = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            zip.setLevel(0);
            for (Path file : walk.filter(Files::isRegularFile).sorted().toList()) {
                zip.putNextEntry(new ZipEntry(folder.relativize(file).toString()));
                Files.copy(file, zip);
            }
        }
    }

    /** Options for a JVM, class path included. */
    List<String> options() {
        List<String> options = new ArrayList<>();
        if (Files.exists(archive)) {
            options.addAll(List.of("-XX:SharedArchiveFile=" + archive, "-Xlog:cds=off", "-Xlog:cds+dynamic=off"));
        }
        options.addAll(List.of("-cp", classPath));
        return options;
    }
}
