package dev.weir.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.server.command.WeirCommand;
import dev.weir.xml.fastinfoset.FastInfoset;
import dev.weir.xml.fastinfoset.VocabularyFile;
import dev.weir.xml.fastinfoset.VocabularySamples;
import dev.weir.xml.reader.XmlReaders;
import dev.weir.xml.writer.XmlWriters;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code weir xml convert}: there and back again, and what it says when it cannot. */
class ConvertCommandTest {
    private static final String DOCUMENT = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>"
            + "<o:order xmlns:o=\"urn:orders\" b=\"2\" a=\"1\"><!--why--><line>Grüße &amp; more</line><line/></o:order>";

    @TempDir
    Path folder;

    private Path file(String name, String content) throws IOException {
        return Files.writeString(folder.resolve(name), content);
    }

    private int convert(Object... arguments) {
        return WeirCommand.execute(
                Stream.concat(Stream.of("xml", "convert"), Stream.of(arguments).map(Object::toString))
                        .toArray(String[]::new));
    }

    @Test
    void textBecomesFastInfosetAndComesBackTheSame() throws IOException {
        Path text = file("order.xml", DOCUMENT);
        Path octets = folder.resolve("order.finf");
        Path back = folder.resolve("back.xml");

        assertEquals(0, convert(text, octets));
        assertEquals(0, convert(octets, back));

        byte[] written = Files.readAllBytes(octets);
        assertTrue(FastInfoset.isFastInfoset(written, 0, written.length));
        assertEquals(DOCUMENT, Files.readString(back));
    }

    @Test
    void canonicalXmlComesFromEither() throws IOException {
        Path octets = folder.resolve("order.fi");
        assertEquals(0, convert(file("order.xml", DOCUMENT), octets, "--xml-declaration"));
        assertTrue(new String(Files.readAllBytes(octets), StandardCharsets.ISO_8859_1)
                .startsWith("<?xml version='1.0' encoding='finf' standalone='yes'?>"));
        String canonical =
                "<o:order xmlns:o=\"urn:orders\" a=\"1\" b=\"2\">%s<line>Grüße &amp; more</line><line></line></o:order>";
        for (Path from : List.of(folder.resolve("order.xml"), octets)) {
            assertEquals(0, convert(from, folder.resolve("plain.c14n")));
            assertEquals(0, convert(from, folder.resolve("all.xml"), "--to", "c14n-comments"));
            assertEquals(canonical.formatted(""), Files.readString(folder.resolve("plain.c14n")));
            assertEquals(canonical.formatted("<!--why-->"), Files.readString(folder.resolve("all.xml")));
        }
    }

    @Test
    void anExternalVocabularyIsReferredToAndUnderstood() throws IOException {
        Path text = file("order.xml", DOCUMENT);
        Path vocabulary = folder.resolve("orders.vocabulary");
        try (OutputStream out = Files.newOutputStream(vocabulary)) {
            VocabularyFile.write(
                    new VocabularySamples()
                            .add(XmlReaders.open(Files.readAllBytes(text)))
                            .vocabulary(100),
                    XmlWriters.open(out));
        }
        Path small = folder.resolve("small.fi");
        Path back = folder.resolve("back.xml");

        assertEquals(0, convert(text, folder.resolve("alone.fi")));
        assertEquals(0, convert(text, small, "--vocabulary", "urn:v=" + vocabulary));
        assertEquals(0, convert(small, back, "--vocabulary", "urn:v=" + vocabulary));

        assertTrue(Files.size(small) < Files.size(folder.resolve("alone.fi")));
        assertEquals(DOCUMENT, Files.readString(back));
        assertEquals(1, convert(small, back), "without the vocabulary");
    }

    @Test
    void whatCannotBeConvertedLeavesTheTargetAsItWas() throws IOException {
        Path target = file("target.fi", "kept");

        assertEquals(1, convert(file("broken.xml", "<a><b></a>"), target));
        assertEquals(1, convert(folder.resolve("missing.xml"), target));
        assertEquals(2, convert(target, target, "--to", "pdf"));

        assertEquals("kept", Files.readString(target));
        try (Stream<Path> files = Files.list(folder)) {
            assertFalse(files.anyMatch(file -> file.toString().endsWith(".part")));
        }
    }
}
