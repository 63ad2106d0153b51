package dev.weir.server.command;

import dev.weir.xml.DtdPolicy;
import dev.weir.xml.XmlDeclaration;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import dev.weir.xml.fastinfoset.FastInfoset;
import dev.weir.xml.fastinfoset.FastInfosetReadOptions;
import dev.weir.xml.fastinfoset.FastInfosetWriteOptions;
import dev.weir.xml.fastinfoset.FastInfosetWriteOptions.Doctype;
import dev.weir.xml.fastinfoset.Vocabulary;
import dev.weir.xml.fastinfoset.VocabularyFile;
import dev.weir.xml.reader.ReadOptions;
import dev.weir.xml.writer.XmlWriters;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code weir xml convert}: the input's encoding is detected by its first bytes, the output's chosen by its name or an option. */
@Command(
        name = "convert",
        description = "Converts a document between text, Fast Infoset and Canonical XML 1.0.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class ConvertCommand implements Callable<Integer> {
    /** What comes out. */
    enum Form {
        /** XML text in UTF-8. */
        TEXT,
        /** Fast Infoset. */
        FI,
        /** Canonical XML 1.0. */
        C14N,
        /** Canonical XML 1.0 with comments. */
        C14N_COMMENTS
    }

    private static final String STANDARD = "-";

    @Parameters(
            index = "0",
            paramLabel = "FROM",
            description = "a document, text or Fast Infoset; - for standard input")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String from;

    @Parameters(index = "1", paramLabel = "TO", description = "the file to write; - for standard output")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String to;

    @Option(
            names = "--to",
            paramLabel = "FORM",
            description = "text, fi, c14n or c14n-comments; default by the name of TO: fi for .fi and .finf, c14n for"
                    + " .c14n, text otherwise",
            converter = FormName.class)
    private @Nullable Form form;

    @Option(
            names = "--vocabulary",
            paramLabel = "URI=FILE",
            description = "an external vocabulary that the input may refer to; a Fast Infoset output refers to it")
    private Map<String, Path> vocabularies = Map.of();

    @Option(
            names = "--doctype",
            description = "write the document type into Fast Infoset, as far as it has a place for it")
    private boolean doctype;

    @Option(names = "--xml-declaration", description = "begin Fast Infoset with an XML declaration")
    private boolean xmlDeclaration;

    /** As the help spells them. */
    static final class FormName implements picocli.CommandLine.ITypeConverter<Form> {
        @Override
        public Form convert(String value) {
            try {
                return Form.valueOf(value.replace('-', '_').toUpperCase(Locale.ROOT));
            } catch (IllegalArgumentException unknown) {
                throw new picocli.CommandLine.TypeConversionException(
                        "must be text, fi, c14n or c14n-comments: " + value);
            }
        }
    }

    @Override
    public Integer call() throws IOException {
        Form wanted = form == null ? byName(to) : form;
        FastInfosetReadOptions reading =
                FastInfosetReadOptions.DEFAULT.withDtdPolicy(DtdPolicy.INTERNAL).withDoctypeEvents(true);
        FastInfosetWriteOptions writing = FastInfosetWriteOptions.DEFAULT
                .withXmlDeclaration(xmlDeclaration)
                .withDoctype(doctype ? Doctype.WHOLE : Doctype.OMITTED);
        for (Map.Entry<String, Path> entry : vocabularies.entrySet()) {
            Vocabulary vocabulary = vocabulary(entry.getValue());
            reading = reading.withVocabulary(entry.getKey(), vocabulary);
            writing = writing.withExternalVocabulary(entry.getKey(), vocabulary);
        }
        if (vocabularies.size() > 1 && wanted == Form.FI) {
            throw new UsageException("a document can refer to one external vocabulary only: give one --vocabulary");
        }
        try (InputStream in = from.equals(STANDARD) ? System.in : Files.newInputStream(Path.of(from))) {
            if (to.equals(STANDARD)) {
                convert(in, System.out, wanted, reading, writing);
                return 0;
            }
            // What was there stays until the new document is complete.
            Path target = Path.of(to).toAbsolutePath();
            Path part = Files.createTempFile(target.getParent(), target.getFileName() + ".", ".part");
            try {
                try (OutputStream out = Files.newOutputStream(part)) {
                    convert(in, out, wanted, reading, writing);
                }
                Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(part);
            }
            return 0;
        } catch (NoSuchFileException missing) {
            throw new CommandException("there is no " + missing.getFile());
        } catch (XmlException refused) {
            throw new CommandException(from + ": " + refused.getMessage());
        } catch (UncheckedIOException | IOException failed) {
            throw new CommandException("cannot convert " + from + " to " + to + ": " + failed.getMessage());
        }
    }

    private static Form byName(String file) {
        String name = file.toLowerCase(Locale.ROOT);
        return name.endsWith(".fi") || name.endsWith(".finf")
                ? Form.FI
                : name.endsWith(".c14n") ? Form.C14N : Form.TEXT;
    }

    private static Vocabulary vocabulary(Path file) {
        try (InputStream in = Files.newInputStream(file);
                XmlReader reader =
                        FastInfoset.readerOfEither(in, ReadOptions.DEFAULT, FastInfosetReadOptions.DEFAULT)) {
            return VocabularyFile.read(reader);
        } catch (XmlException | IOException refused) {
            throw new CommandException("cannot read the vocabulary " + file + ": " + refused.getMessage());
        }
    }

    private static void convert(
            InputStream in,
            OutputStream out,
            Form form,
            FastInfosetReadOptions reading,
            FastInfosetWriteOptions writing) {
        ReadOptions text = ReadOptions.DEFAULT.withDtdPolicy(DtdPolicy.INTERNAL).withDoctypeEvents(true);
        try (XmlReader reader = FastInfoset.readerOfEither(in, text, reading);
                XmlWriter writer = switch (form) {
                    case TEXT -> XmlWriters.open(out);
                    case FI -> FastInfoset.writer(out, writing);
                    case C14N -> XmlWriters.openCanonical(out, false);
                    case C14N_COMMENTS -> XmlWriters.openCanonical(out, true);
                }) {
            XmlDeclaration declaration = reader.declaration();
            if (declaration == null) {
                writer.startDocument();
            } else {
                writer.startDocument(new XmlDeclaration(declaration.version(), "UTF-8", declaration.standalone()));
            }
            while (reader.next() != XmlEvent.END_DOCUMENT) {
                writer.copy(reader);
            }
            writer.endDocument();
        }
    }
}
