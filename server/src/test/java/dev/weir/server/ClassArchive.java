package dev.weir.server;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * The class path of the tests with a class data archive, as the start script makes one for the program: a server that
 * is started a hundred times starts twice as fast.
 */
final class ClassArchive {
    private final String classPath;
    private final Path archive;

    /** @param folder keeps the archive and a JAR of what was in folders, which an archive cannot refer to */
    ClassArchive(Path folder) throws IOException {
        Path jar = folder.resolve("classes.jar");
        List<String> path = new ArrayList<>(List.of(jar.toString()));
        Set<String> names = new HashSet<>();
        try (OutputStream out = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            zip.setLevel(0);
            for (String entry : System.getProperty("java.class.path").split(java.io.File.pathSeparator)) {
                if (Files.isDirectory(Path.of(entry))) {
                    add(Path.of(entry), zip, names);
                } else if (entry.endsWith(".jar")) {
                    path.add(entry);
                }
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

    private static void add(Path folder, ZipOutputStream zip, Set<String> names) throws IOException {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(folder)) {
            files = walk.filter(Files::isRegularFile).sorted().toList();
        }
        for (Path file : files) {
            String name = folder.relativize(file).toString();
            if (names.add(name)) {
                zip.putNextEntry(new ZipEntry(name));
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
