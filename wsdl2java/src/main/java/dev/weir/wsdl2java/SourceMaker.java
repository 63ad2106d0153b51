package dev.weir.wsdl2java;

import com.sun.tools.ws.wscompile.WsimportTool;
import dev.weir.wsdl.Wsdl;
import dev.weir.xml.Problem;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.XMLConstants;
import org.jspecify.annotations.Nullable;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

/**
 * Has Metro's wsimport make the sources, of documents that Weir has read: wsimport opens nothing by itself, so what was
 * checked is what the classes are made from.
 *
 * @param folder where the sources go; must exist
 * @param packageName null for one by namespace
 * @param location what the service class names; null for the WSDL's own address
 */
record SourceMaker(
        Path folder, @Nullable String packageName, @Nullable String location, List<Path> bindings, boolean extension) {
    /** The schema of {@code xml:lang} and its like, which is named by its W3C address and not fetched from there. */
    private static final String XML_NAMESPACE_SCHEMA = "http://www.w3.org/2001/xml.xsd";

    /**
     * What came of it.
     *
     * @param remarks errors and warnings, by file and line
     */
    record Outcome(boolean made, int files, List<String> remarks) {}

    Outcome make(Wsdl wsdl) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("-Xnocompile", "-XdisableAuthenticator"));
        arguments.addAll(List.of("-encoding", "UTF-8", "-d", folder.toString(), "-s", folder.toString()));
        if (packageName != null) {
            arguments.addAll(List.of("-p", packageName));
        }
        if (location != null) {
            arguments.addAll(List.of("-wsdllocation", location));
        }
        if (extension) {
            arguments.add("-extension");
        }
        Map<String, byte[]> documents = new HashMap<>();
        wsdl.documents().forEach((uri, bytes) -> documents.put(key(uri.toString()), bytes));
        try (InputStream schema = SourceMaker.class.getResourceAsStream("xml.xsd")) {
            documents.put(XML_NAMESPACE_SCHEMA, schema.readAllBytes());
        }
        for (Path file : bindings) {
            if (!Files.isRegularFile(file)) {
                throw new IllegalArgumentException("there is no file of bindings " + file);
            }
            arguments.addAll(List.of("-b", file.toString()));
            documents.put(key(file.toAbsolutePath().normalize().toUri().toString()), Files.readAllBytes(file));
        }
        arguments.add(wsdl.location().toString());
        Reporter tool = new Reporter();
        tool.setEntityResolver((namespace, location) -> {
            String systemId = XMLConstants.XML_NS_URI.equals(namespace) ? XML_NAMESPACE_SCHEMA : location;
            if (!URI.create(escaped(systemId)).isAbsolute()) {
                return null; // an import as it is written, or without a location; it is asked for as resolved too
            }
            byte[] bytes = documents.get(key(systemId));
            if (bytes == null) {
                throw new SAXException(systemId + " is none of the documents that the WSDL imports by its location");
            }
            InputSource source = new InputSource(new ByteArrayInputStream(bytes));
            source.setSystemId(systemId);
            return source;
        });
        boolean made;
        try {
            made = tool.run(arguments.toArray(String[]::new));
        } catch (RuntimeException | InternalError e) {
            // What it stumbles over after it has reported the errors.
            if (!tool.hadError) {
                throw e;
            }
            made = false;
        }
        if (!made && !tool.hadError) {
            tool.remarks.addAll(tool.progress);
        }
        return new Outcome(made, tool.files(), List.copyOf(tool.remarks));
    }

    /**
     * One spelling for a document: {@code file:/a} and {@code file:///a} are the same, and schemas inside a WSDL, which
     * wsimport gives a fragment, are asked for as the WSDL.
     */
    private static String key(String systemId) {
        String uri = URI.create(escaped(systemId.replaceFirst("#.*", "")))
                .normalize()
                .toString();
        return uri.startsWith("file:") ? uri.replaceFirst("^file:/+", "file:/") : uri;
    }

    private static String escaped(String uri) {
        return uri.replace(" ", "%20");
    }

    /** wsimport, whose errors are kept as Weir says such things. */
    private static final class Reporter extends WsimportTool {
        final Set<String> remarks = new LinkedHashSet<>();
        boolean hadError;

        /** What it does; the last of it says why it ends where there is no error. */
        final List<String> progress = new ArrayList<>();

        Reporter() {
            super(OutputStream.nullOutputStream());
        }

        int files() {
            int count = 0;
            for (File file : options.getGeneratedFiles()) {
                count += file.isFile() ? 1 : 0;
            }
            return count;
        }

        @Override
        protected boolean run(String[] arguments, Listener unused, Receiver alsoUnused) {
            Listener listener = new Listener() {
                @Override
                public void message(String text) {
                    progress.add(text.strip());
                }

                @Override
                public void error(SAXParseException problem) {
                    hadError = true;
                    remarks.add(text(problem, "wsimport-error"));
                }

                @Override
                public void fatalError(SAXParseException problem) {
                    error(problem);
                }

                @Override
                public void warning(SAXParseException problem) {
                    remarks.add(text(problem, "wsimport-warning"));
                }
            };
            return super.run(arguments, listener, new Receiver(listener));
        }

        private static String text(SAXParseException problem, String rule) {
            String file = problem.getSystemId() == null ? "the WSDL" : problem.getSystemId();
            return new Problem(
                            file,
                            Math.max(0, problem.getLineNumber()),
                            Math.max(0, problem.getColumnNumber()),
                            rule,
                            String.valueOf(problem.getMessage()),
                            "")
                    .toString();
        }
    }
}
