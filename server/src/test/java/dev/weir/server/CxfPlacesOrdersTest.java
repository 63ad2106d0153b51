package dev.weir.server;

import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebServiceClient;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.apache.cxf.tools.common.ToolContext;
import org.apache.cxf.tools.wsdlto.WSDLToJava;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * A CXF client, generated from the WSDL that the running server serves, places the example's orders and reads typed
 * answers. What it does with them is in {@code src/test/cxf/OrdersByCxf.java}.
 */
@Tag("jdk")
class CxfPlacesOrdersTest {
    private static final String GENERATED = "dev.weir.server.generated";

    @TempDir
    static Path folder;

    private static RunningWeir weir;
    private static URLClassLoader client;

    @BeforeAll
    static void theClientIsGeneratedFromTheServedWsdl() throws Exception {
        weir = RunningWeir.orders(folder);
        Path sources = Files.createDirectory(folder.resolve("sources"));
        Path classes = Files.createDirectory(folder.resolve("classes"));
        generate(wsdl(), sources);
        compile(sources, classes);
        client = new URLClassLoader(new URL[] {classes.toUri().toURL()}, CxfPlacesOrdersTest.class.getClassLoader());
    }

    @AfterAll
    static void stop() throws IOException {
        if (client != null) {
            client.close();
        }
        if (weir != null) {
            weir.close();
        }
    }

    @TestFactory
    Stream<DynamicTest> ordersArePlaced() throws ReflectiveOperationException, IOException {
        Service service = generatedService().getConstructor(URL.class).newInstance(wsdl().toURL());
        Path payloads = RunningWeir.repository().resolve("examples/orders/payloads");
        return ordersByCxf().apply(service, payloads);
    }

    private static URI wsdl() {
        return URI.create(weir.orderService() + "?wsdl");
    }

    private static void generate(URI wsdl, Path sources) throws Exception {
        String[] arguments = {
            "-p",
            "http://examples.weir.dev/common/1.0=" + GENERATED + ".common",
            "-p",
            "http://examples.weir.dev/orders/1.0=" + GENERATED + ".orders",
            "-p",
            "http://examples.weir.dev/orders/OrderService=" + GENERATED + ".service",
            "-d",
            sources.toString(),
            wsdl.toString()
        };
        new WSDLToJava(arguments).run(new ToolContext());
    }

    private static void compile(Path sources, Path classes) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
                Stream<Path> generated = Files.walk(sources)) {
            List<Path> units = Stream.concat(
                            generated.filter(file -> file.toString().endsWith(".java")),
                            Stream.of(RunningWeir.repository().resolve("server/src/test/cxf/OrdersByCxf.java")))
                    .toList();
            List<String> options = List.of(
                    "-proc:none",
                    "-nowarn",
                    "-encoding",
                    "UTF-8",
                    "-classpath",
                    System.getProperty("java.class.path"),
                    "-d",
                    classes.toString());
            assertTrue(
                    compiler.getTask(null, files, null, options, null, files.getJavaFileObjectsFromPaths(units))
                            .call(),
                    "the generated client and what uses it compile");
        }
    }

    private static Class<? extends Service> generatedService() throws ReflectiveOperationException, IOException {
        Path classes = folder.resolve("classes");
        List<Path> files;
        try (Stream<Path> walk = Files.walk(classes)) {
            files = walk.filter(file -> file.toString().endsWith(".class")).toList();
        }
        for (Path file : files) {
            String path = classes.relativize(file).toString();
            Class<?> type = client.loadClass(
                    path.substring(0, path.length() - ".class".length()).replace('/', '.'));
            if (type.isAnnotationPresent(WebServiceClient.class)) {
                return type.asSubclass(Service.class);
            }
        }
        throw new AssertionError("nothing generated is a service: the served WSDL has none");
    }

    @SuppressWarnings("unchecked")
    private static BiFunction<Service, Path, Stream<DynamicTest>> ordersByCxf() throws ReflectiveOperationException {
        return (BiFunction<Service, Path, Stream<DynamicTest>>)
                client.loadClass(GENERATED + ".OrdersByCxf").getConstructor().newInstance();
    }
}
