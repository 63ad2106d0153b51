package dev.weir.bpel;

import dev.weir.bpel.dialect.Dialect;
import dev.weir.wsdl.WsdlException;
import dev.weir.xml.XmlName;
import dev.weir.xpath.XPathFunctions;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class ExamplesTest {
    /** What the composites of examples/events import for their processes. */
    private static final List<EventType> EVENTS = List.of(new EventType(
            XmlName.of("http://examples.weir.dev/events/edl", "Ordered"),
            XmlName.of("http://examples.weir.dev/events", "order"),
            null));

    private static byte[] read(URI document) {
        try {
            return Files.readAllBytes(Path.of(document));
        } catch (IOException e) {
            throw new WsdlException("no document " + document, e);
        }
    }

    @TestFactory
    Stream<DynamicTest> everyProcessOfTheExamplesCompiles() throws IOException {
        Path examples = Path.of("").toAbsolutePath().getParent().resolve("examples");
        try (Stream<Path> files = Files.walk(examples)) {
            return files.filter(file -> file.toString().endsWith(".bpel")).toList().stream()
                    .map(file -> DynamicTest.dynamicTest(
                            examples.relativize(file).toString(),
                            () -> ProcessDefinition.compile(
                                    file.toUri(),
                                    ExamplesTest::read,
                                    XPathFunctions.NONE,
                                    new ProcessSurroundings(List.of(), Map.of(), EVENTS),
                                    Dialect.STANDARD)));
        }
    }
}
