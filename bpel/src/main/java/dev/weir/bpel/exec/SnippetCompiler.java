package dev.weir.bpel.exec;

import dev.weir.xml.tree.Problems;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * Compiles the Java of one process, with the compiler of the JDK and in memory. Each exec becomes a class, all of a
 * process have one class loader, which goes with the process. Confined to one compilation.
 *
 * <p>The code runs with all rights of the server: whoever deploys is trusted as whoever starts the server is.
 */
public final class SnippetCompiler {
    /** The rule of problems with Java. */
    public static final String RULE = "bpel-java";

    private static final String CLASS = "JavaExec_";

    private final List<String> imports;
    private final List<JavaSnippet> snippets = new ArrayList<>();

    /** @param imports what the code imports, such as {@code java.util.*} */
    public SnippetCompiler(List<String> imports) {
        this.imports = List.copyOf(imports);
    }

    /** Adds the Java of an exec, to be compiled with the others. */
    public JavaSnippet add(String code, int line) {
        JavaSnippet snippet = new JavaSnippet(code, line);
        snippets.add(snippet);
        return snippet;
    }

    /** Compiles what was added. */
    public void compile(Problems problems) {
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
                new Outputs(compiler.getStandardFileManager(found, Locale.ROOT, StandardCharsets.UTF_8))) {
            boolean done = compiler.getTask(null, outputs, found, options(), null, sources)
                    .call();
            if (done) {
                load(outputs.classes);
                return;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        for (Diagnostic<? extends JavaFileObject> each : found.getDiagnostics()) {
            if (each.getKind() == Diagnostic.Kind.ERROR) {
                report(each, headLines, problems);
            }
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

    private void report(Diagnostic<? extends JavaFileObject> found, int headLines, Problems problems) {
        int number = found.getSource() instanceof Source source
                ? Integer.parseInt(source.name.substring(CLASS.length()))
                : 0;
        JavaSnippet snippet = snippets.get(number);
        int within = (int) found.getLineNumber() - headLines - 1;
        boolean imported = within < 0;
        String what = found.getMessage(Locale.ROOT)
                .lines()
                .map(String::strip)
                .reduce((a, b) -> a + "; " + b)
                .orElse("");
        problems.add(
                imported ? 0 : snippet.line + within,
                RULE,
                (imported ? "an import for Java: " : "the Java of <exec>: ") + what.replace(CLASS + number, "exec"),
                "correct it; only classes of the JDK, and the methods that Weir documents for <exec>, are there");
    }

    private void load(Map<String, ByteArrayOutputStream> classes) {
        Loader loader = new Loader(classes);
        try {
            for (int i = 0; i < snippets.size(); i++) {
                snippets.get(i).compiled(loader.loadClass(CLASS + i));
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

    /** Keeps what is compiled in memory. */
    private static final class Outputs extends ForwardingJavaFileManager<StandardJavaFileManager> {
        final Map<String, ByteArrayOutputStream> classes = new HashMap<>();

        Outputs(StandardJavaFileManager files) {
            super(files);
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

        Loader(Map<String, ByteArrayOutputStream> classes) {
            super(JavaExec.class.getClassLoader());
            this.classes = classes;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            ByteArrayOutputStream bytes = classes.get(name);
            if (bytes == null) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, bytes.toByteArray(), 0, bytes.size());
        }
    }
}
