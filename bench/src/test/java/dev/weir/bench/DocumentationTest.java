package dev.weir.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The Markdown files against the tree: Java examples compile, class names and links exist, lines shown are those of the
 * example projects. Lives in this module because its class path has all others.
 */
class DocumentationTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

    /** A block of Java; its last group is the source. */
    private static final Pattern JAVA_BLOCK = Pattern.compile("(?ms)^```java\\n(.*?)^```$");

    private static final Pattern INDENTED_BLOCK = Pattern.compile("(?m)(?:^ {4}.*\\n)+");

    private static final Pattern LINK = Pattern.compile("\\[[^\\]]*\\]\\(([^)\\s]+)\\)");
    private static final Pattern BACKTICKED = Pattern.compile("`([^`\\n]+)`");

    /** A class, perhaps with its package below dev.weir in front, and a nested type, member or arguments behind it. */
    private static final Pattern CLASS_NAME =
            Pattern.compile("((?:[a-z0-9]+\\.)*)([A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*)(?:\\.\\w+)*(?:\\(.*\\))?");

    /** Not classes of this tree, though written like them. */
    private static final Set<String> FOREIGN = Set.of(
            "String", "Executor", "System", "ServiceLoader", "Signature", "RuntimeVisibleAnnotations", "SOAPAction");

    /** What examples may use without declaring it; their own variables hide these fields. */
    private static final String FIELDS = "java.io.InputStream in; java.io.OutputStream out; byte[] bytes;"
            + " dev.weir.wsdl.Resources resources; dev.weir.store.Store store;"
            + " dev.weir.soap.http.HttpServer server; dev.weir.soap.http.HttpClient client;";

    @TestFactory
    Stream<DynamicTest> javaExamplesCompile(@TempDir Path classes) {
        return documents().flatMap(document -> {
            String text = read(document);
            return JAVA_BLOCK
                    .matcher(text)
                    .results()
                    .map(block -> DynamicTest.dynamicTest(
                            place(document, text, block.start()), () -> compiles(block.group(1), classes)));
        });
    }

    @Test
    void linksLeadToFiles() {
        List<String> broken = new ArrayList<>();
        documents().forEach(document -> {
            String text = read(document);
            for (MatchResult link : LINK.matcher(text).results().toList()) {
                String target = link.group(1).replaceFirst("#.*", "");
                if (!target.contains(":")
                        && !target.isEmpty()
                        && !Files.exists(document.resolveSibling(target).normalize())) {
                    broken.add(place(document, text, link.start()) + ": " + link.group(1));
                }
            }
        });
        assertEquals(List.of(), broken);
    }

    @Test
    void classesThatTheGuidesToTheSourceNameExist() throws IOException {
        Set<String> qualified = new HashSet<>();
        Set<String> simple = new HashSet<>();
        for (Path source : sources()) {
            String name = source.toString().replace('\\', '/').replaceFirst(".*/java/(dev/weir/)?", "");
            name = name.substring(0, name.length() - ".java".length()).replace('/', '.');
            qualified.add(name);
            simple.add(name.substring(name.lastIndexOf('.') + 1));
        }
        List<String> missing = new ArrayList<>();
        for (String guide : List.of("ARCHITECTURE.md", "CONTRIBUTING.md")) {
            Path document = ROOT.resolve(guide);
            String text = read(document);
            for (MatchResult code : BACKTICKED.matcher(text).results().toList()) {
                Matcher name = CLASS_NAME.matcher(code.group(1));
                if (name.matches() && !FOREIGN.contains(name.group(2))) {
                    boolean exists = name.group(1).isEmpty()
                            ? simple.contains(name.group(2))
                            : qualified.contains(name.group(1).replaceFirst("^dev\\.weir\\.", "") + name.group(2));
                    if (!exists) {
                        missing.add(place(document, text, code.start()) + ": " + code.group(1));
                    }
                }
            }
        }
        assertEquals(List.of(), missing);
    }

    @Test
    void testsThatTheSecurityTablesNameExist() throws IOException {
        Set<String> tests = new HashSet<>();
        for (Path source : sources()) {
            String name = source.toString().replace('\\', '/');
            if (name.contains("/src/test/java/")) {
                tests.add(name.substring(name.lastIndexOf('/') + 1).replace(".java", ""));
            }
        }
        Path document = ROOT.resolve("docs/security.md");
        String text = read(document);
        List<String> missing = new ArrayList<>();
        int named = 0;
        for (MatchResult code : BACKTICKED.matcher(text).results().toList()) {
            if (code.group(1).matches("[A-Z]\\w*Test")) {
                named++;
                if (!tests.contains(code.group(1))) {
                    missing.add(place(document, text, code.start()) + ": " + code.group(1));
                }
            }
        }
        assertEquals(List.of(), missing);
        assertTrue(named > 50, "the tables name " + named + " tests");
    }

    /**
     * Lines of poms, system properties and shell shown in docs/swap.md, against the projects that they are taken from. In
     * a difference, the lines that go are those of the folder "before", the lines that come those of "after".
     */
    @Test
    void whatTheGuideToSwappingShowsIsInItsExamples() throws IOException {
        Path document = ROOT.resolve("docs/swap.md");
        String text = read(document);
        List<String> missing = new ArrayList<>();
        int shown = 0;
        for (MatchResult block : INDENTED_BLOCK.matcher(text).results().toList()) {
            String lines = stripped(block.group());
            if (lines.startsWith("./weir")) {
                continue;
            }
            shown++;
            boolean found = lines.matches("(?s)[-+] .*")
                    ? isExample("before", lines, "- ") && isExample("after", lines, "+ ")
                    : isExample("underneath", lines, "");
            if (!found) {
                missing.add(place(document, text, block.start()));
            }
        }
        assertEquals(List.of(), missing);
        assertTrue(shown > 8, "the guide shows " + shown + " blocks");
    }

    /** True when one file of a form of the examples has all lines with the mark, in this order and without a gap. */
    private static boolean isExample(String form, String block, String mark) throws IOException {
        String lines = stripped(block.lines()
                .filter(line -> line.startsWith(mark))
                .map(line -> line.substring(mark.length()))
                .collect(Collectors.joining("\n")));
        if (lines.isEmpty()) {
            return true;
        }
        try (Stream<Path> applications = Files.list(ROOT.resolve("examples/swap"))) {
            return applications
                    .map(application -> application.resolve(form))
                    .flatMap(folder -> Stream.of(folder.resolve("pom.xml"), folder.resolve("setenv.sh")))
                    .filter(Files::exists)
                    .anyMatch(file -> ("\n" + stripped(read(file)) + "\n").contains("\n" + lines + "\n"));
        }
    }

    private static String stripped(String lines) {
        return lines.lines().map(String::strip).collect(Collectors.joining("\n"));
    }

    /** Imports go to the top of a file; the rest is the body of a method. */
    private static void compiles(String example, Path classes) throws IOException {
        StringBuilder imports = new StringBuilder();
        StringBuilder body = new StringBuilder();
        example.lines()
                .forEach(line -> (line.startsWith("import ") ? imports : body)
                        .append(line)
                        .append('\n'));
        String source = imports + "class Example { " + FIELDS + " void example() throws Exception {\n" + body + "}}\n";
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        assertNotNull(compiler, "the tests need a JDK");
        DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(problems, Locale.ROOT, null)) {
            files.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(classes));
            compiler.getTask(
                            null,
                            files,
                            problems,
                            List.of("-proc:none", "-classpath", System.getProperty("java.class.path")),
                            null,
                            List.of(new SourceText(source)))
                    .call();
        }
        List<String> errors = problems.getDiagnostics().stream()
                .filter(problem -> problem.getKind() == Diagnostic.Kind.ERROR)
                .map(problem -> problem.getMessage(Locale.ROOT))
                .toList();
        assertEquals(List.of(), errors, source);
    }

    private static final class SourceText extends SimpleJavaFileObject {
        private final String text;

        SourceText(String text) {
            super(URI.create("string:///Example.java"), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    /** All Markdown files of the tree. */
    private static Stream<Path> documents() {
        try (Stream<Path> top = Files.list(ROOT);
                Stream<Path> docs = Files.walk(ROOT.resolve("docs"));
                Stream<Path> examples = Files.walk(ROOT.resolve("examples"))) {
            List<Path> found = Stream.of(top, docs, examples)
                    .flatMap(paths -> paths)
                    .filter(path -> path.toString().endsWith(".md"))
                    .sorted()
                    .toList();
            assertFalse(found.isEmpty());
            return found.stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> sources() throws IOException {
        List<Path> found = new ArrayList<>();
        try (Stream<Path> modules = Files.list(ROOT)) {
            for (Path module : modules.toList()) {
                Path sources = module.resolve("src");
                if (Files.isDirectory(sources)) {
                    try (Stream<Path> files = Files.walk(sources)) {
                        files.filter(path -> path.toString().endsWith(".java")).forEach(found::add);
                    }
                }
            }
        }
        return found;
    }

    private static String read(Path document) {
        try {
            return Files.readString(document);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String place(Path document, String text, int offset) {
        long line = 1 + text.substring(0, offset).chars().filter(c -> c == '\n').count();
        return ROOT.relativize(document) + ":" + line;
    }
}
