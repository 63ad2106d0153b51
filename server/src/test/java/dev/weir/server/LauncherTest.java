package dev.weir.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code weir}, in a small checkout with a build and a Java of its own, both of which only leave a mark. */
class LauncherTest {
    @TempDir
    Path temp;

    private Path checkout;

    @BeforeEach
    void makeACheckout() throws IOException {
        checkout = temp.resolve("checkout");
        file("pom.xml", "<project/>");
        file("server/pom.xml", "<project/>");
        file("server/src/main/java/Main.java", "class Main {}");
        file("examples/orders/composite.xml", "<composite/>");
        file("examples/services/pom.xml", "<project/>");
        file("examples/services/src/main/java/Services.java", "class Services {}");
        file("examples/uuid/pom.xml", "<project/>");
        file("examples/uuid/UuidServer.java", "class UuidServer {}");
        Files.copy(RunningWeir.repository().resolve("weir"), checkout.resolve("weir"));
        file(
                "mvnw",
                "#!/bin/sh\necho built >>\"$(dirname \"$0\")/builds\"\nmkdir -p \"$(dirname \"$0\")/server/target/weir/lib\"\n");
        executable("mvnw");
        executable("weir");
        file(
                "java/bin/java",
                "#!/bin/sh\ncase \"$*\" in *-XshowSettings*)"
                        + " echo '    java.specification.version = 17'; echo '    java.vm.version = 17.0.1' ;; esac\n");
        executable("java/bin/java");
    }

    private void file(String path, String text) throws IOException {
        Path file = checkout.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private void executable(String path) {
        assertTrue(checkout.resolve(path).toFile().setExecutable(true));
    }

    private static void weir(Path root) throws IOException, InterruptedException {
        weir(root, "--version");
    }

    private static void weir(Path root, String argument) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(root.resolve("weir").toString(), argument)
                .redirectErrorStream(true)
                .redirectOutput(root.resolve("output").toFile());
        builder.environment().put("JAVA_HOME", root.resolve("java").toString());
        Process process = builder.start();
        assertTrue(process.waitFor(60, TimeUnit.SECONDS));
        assertEquals(0, process.exitValue(), Files.readString(root.resolve("output")));
    }

    private static long builds(Path root) throws IOException {
        Path marks = root.resolve("builds");
        return Files.exists(marks) ? Files.readAllLines(marks).size() : 0;
    }

    private static void touch(Path file) throws IOException {
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(60)));
    }

    @Test
    void buildsOnceAndAgainWhenASourceChanges() throws Exception {
        weir(checkout);
        weir(checkout);
        assertEquals(1, builds(checkout));

        file("server/src/main/java/Main.java", "class Main { int changed; }");
        touch(checkout.resolve("server/src/main/java/Main.java"));
        weir(checkout);

        assertEquals(2, builds(checkout));

        // The benchmarks serve them.
        file("examples/services/src/main/java/Services.java", "class Services { int changed; }");
        touch(checkout.resolve("examples/services/src/main/java/Services.java"));
        weir(checkout);

        assertEquals(3, builds(checkout));

        file("examples/uuid/UuidServer.java", "class UuidServer { int changed; }");
        touch(checkout.resolve("examples/uuid/UuidServer.java"));
        weir(checkout);

        assertEquals(4, builds(checkout));
    }

    @Test
    void aProgramBesideTheServerIsBuiltForItselfAndLeavesTheServerAsItIs() throws Exception {
        weir(checkout);
        file("server/target/weir/lib/weir-server.jar", "");

        weir(checkout, "wsdl2java");
        weir(checkout, "wsdl2java");
        weir(checkout);

        assertEquals(2, builds(checkout));
        assertTrue(Files.exists(checkout.resolve("server/target/weir/lib/weir-server.jar")));
        assertTrue(Files.exists(checkout.resolve("wsdl2java/target/weir/built")));
    }

    @Test
    void aCopyOfABuiltCheckoutIsBuilt() throws Exception {
        weir(checkout);
        Path copy = temp.resolve("copy");
        assertEquals(
                0,
                new ProcessBuilder("cp", "-r", checkout.toString(), copy.toString())
                        .start()
                        .waitFor());
        touch(copy.resolve("server/src/main/java/Main.java"));

        weir(copy);

        assertEquals(builds(checkout), builds(copy));
        assertFalse(Files.readString(copy.resolve("output")).contains("building"));
    }
}
