package dev.weir.bpel;

import dev.weir.wsdl.WsdlException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class ExamplesTest {
    @TestFactory
    Stream<DynamicTest> everyProcessOfTheExamplesCompiles() throws IOException {
        Path examples = Path.of("").toAbsolutePath().getParent().resolve("examples");
        try (Stream<Path> files = Files.walk(examples)) {
            return files.filter(file -> file.toString().endsWith(".bpel")).toList().stream()
                    .map(file -> DynamicTest.dynamicTest(
                            examples.relativize(file).toString(),
                            () -> ProcessDefinition.compile(file.toUri(), uri -> {
                                try {
                                    return Files.readAllBytes(Path.of(uri));
                                } catch (IOException e) {
                                    throw new WsdlException("no document " + uri, e);
                                }
                            })));
        }
    }
}
