package dev.weir.bpel.exec;

import dev.weir.xml.Problem;
import dev.weir.xml.tree.Problems;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * Compiles the Java of one process, with the compiler of the JDK and in memory. Each exec becomes a class, all of a
 * process have one class loader, below that of the classes that come with the composite; it goes with the process. Confined to one compilation.
 *
 * <p>The code runs with all rights of the server: whoever deploys is trusted as whoever starts the server is.
 */
public final class SnippetCompiler {
    /** The rule of problems with Java. */
    public static final String RULE = "bpel-java";

    private static final String CLASS = "JavaExec_";

    private final List<String> imports;
    private final ProcessClasses classes;
    private final List<JavaSnippet> snippets = new ArrayList<>();

    /**
     * @param imports what the code imports, such as {@code java.util.*}
     * @param classes what it may use beside the JDK
     */
    public SnippetCompiler(List<String> imports, ProcessClasses classes) {
        this.imports = List.copyOf(imports);
        this.classes = classes;
    }

    /** Adds the Java of an exec, to be compiled with the others. */
    public JavaSnippet add(String code, int line) {
        JavaSnippet snippet = new JavaSnippet(code, line);
        snippets.add(snippet);
        return snippet;
    }

    /** Compiles what was added. What has errors is not compiled; the rest can be run where that is tolerated. */
    public void compile(Problems problems) {
        compile(List.copyOf(snippets), problems);
    }

    private void compile(List<JavaSnippet> snippets, Problems problems) {
        if (snippets.isEmpty()) {
            return;
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            problems.add(
                    snippets.get(0).line,
                    RULE,
                    "the Java of <exec> cannot be compiled: this Java runtime has no compiler",
                    "run the server on a JDK");
            return;
        }
        String head = head();
        int headLines = (int) head.lines().count();
        List<JavaFileObject> sources = new ArrayList<>();
        for (int i = 0; i < snippets.size(); i++) {
            sources.add(new Source(CLASS + i, head.replace(CLASS, CLASS + i) + snippets.get(i).code + "\n}}\n"));
        }
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        try (Outputs outputs =
                new Outputs(compiler.getStandardFileManager(found, Locale.ROOT, StandardCharsets.UTF_8), classes)) {
            boolean done = compiler.getTask(null, outputs, found, options(), null, sources)
                    .call();
            if (done) {
                load(snippets, outputs.classes);
                return;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Set<JavaSnippet> wrong = new HashSet<>();
        for (Diagnostic<? extends JavaFileObject> each : found.getDiagnostics()) {
            if (each.getKind() == Diagnostic.Kind.ERROR) {
                int number = each.getSource() instanceof Source source
                        ? Integer.parseInt(source.name.substring(CLASS.length()))
                        : 0;
                wrong.add(snippets.get(number));
                report(each, number, snippets.get(number), headLines, problems);
            }
        }
        if (!wrong.isEmpty()) {
            compile(snippets.stream().filter(each -> !wrong.contains(each)).toList(), problems);
        }
    }

    private String head() {
        StringBuilder head = new StringBuilder();
        imports.forEach(each -> head.append("import ").append(each).append(";\n"));
        return head.append("@SuppressWarnings(\"all\") public final class ")
                .append(CLASS)
                .append(" extends ")
                .append(JavaExec.class.getName())
                .append(" { protected void execute() throws Exception {\n")
                .toString();
    }

    private static List<String> options() {
        List<String> options = new ArrayList<>(List.of("-proc:none", "-nowarn", "-Xlint:none"));
        CodeSource own = JavaExec.class.getProtectionDomain().getCodeSource();
        if (own != null) {
            try {
                options.addAll(
                        List.of("-classpath", Path.of(own.getLocation().toURI()).toString()));
            } catch (URISyntaxException e) {
                throw new IllegalStateException(e);
            }
        }
        return options;
    }

    private static void report(
            Diagnostic<? extends JavaFileObject> found,
            int number,
            JavaSnippet snippet,
            int headLines,
            Problems problems) {
        int within = (int) found.getLineNumber() - headLines - 1;
        boolean imported = within < 0;
        String what = found.getMessage(Locale.ROOT)
                .lines()
                .map(String::strip)
                .reduce((a, b) -> a + "; " + b)
                .orElse("");
        problems.tolerable(new Problem(
                problems.file(),
                imported ? 0 : snippet.line + within,
                0,
                RULE,
                (imported ? "an import for Java: " : "the Java of <exec>: ") + what.replace(CLASS + number, "exec"),
                "correct it; only classes of the JDK, those in SCA-INF, and the methods that Weir documents for <exec>, are"
                        + " there; or deploy with --lenient: it fails when it is reached then"));
    }

    private void load(List<JavaSnippet> loaded, Map<String, ByteArrayOutputStream> compiled) {
        Loader loader = new Loader(compiled, classes.loader());
        try {
            for (int i = 0; i < loaded.size(); i++) {
                loaded.get(i).compiled(loader.loadClass(CLASS + i));
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("what was just compiled is not there", e);
        }
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String name;
        private final String text;

        Source(String name, String text) {
            super(URI.create("string:///" + name + ".java"), Kind.SOURCE);
            this.name = name;
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    /** A class that comes with the process. */
    private static final class Given extends SimpleJavaFileObject {
        private final String name;
        private final ProcessClasses classes;

        Given(String name, ProcessClasses classes) {
            super(URI.create("given:///" + name.replace('.', '/') + ".class"), Kind.CLASS);
            this.name = name;
            this.classes = classes;
        }

        @Override
        public InputStream openInputStream() {
            return classes.open(name);
        }
    }

    /** Keeps what is compiled in memory. */
    private static final class Outputs extends ForwardingJavaFileManager<StandardJavaFileManager> {
        final Map<String, ByteArrayOutputStream> classes = new HashMap<>();

        private final ProcessClasses given;

        Outputs(StandardJavaFileManager files, ProcessClasses given) {
            super(files);
            this.given = given;
        }

        @Override
        public Iterable<JavaFileObject> list(
                JavaFileManager.Location location, String packageName, Set<JavaFileObject.Kind> kinds, boolean recurse)
                throws IOException {
            Iterable<JavaFileObject> found = super.list(location, packageName, kinds, recurse);
            if (location != StandardLocation.CLASS_PATH
                    || given.isEmpty()
                    || !kinds.contains(JavaFileObject.Kind.CLASS)) {
                return found;
            }
            List<JavaFileObject> all = new ArrayList<>();
            given.in(packageName, recurse).forEach(name -> all.add(new Given(name, given)));
            found.forEach(all::add);
            return all;
        }

        @Override
        public @Nullable String inferBinaryName(JavaFileManager.Location location, JavaFileObject file) {
            return file instanceof Given one ? one.name : super.inferBinaryName(location, file);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                JavaFileManager.Location location,
                String className,
                JavaFileObject.Kind kind,
                @Nullable FileObject sibling) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            classes.put(className, bytes);
            return new SimpleJavaFileObject(URI.create("string:///" + className.replace('.', '/') + ".class"), kind) {
                @Override
                public OutputStream openOutputStream() {
                    return bytes;
                }
            };
        }
    }

    private static final class Loader extends ClassLoader {
        private final Map<String, ByteArrayOutputStream> classes;

        Loader(Map<String, ByteArrayOutputStream> classes, ClassLoader given) {
            super(given);
            this.classes = classes;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            ByteArrayOutputStream bytes = classes.get(name);
            if (bytes == null && name.startsWith(JavaExec.class.getPackageName() + ".")) {
                return JavaExec.class.getClassLoader().loadClass(name);
            }
            if (bytes == null) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, bytes.toByteArray(), 0, bytes.size());
        }
    }
}
