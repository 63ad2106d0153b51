package dev.weir.xml.dtd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.testing.TestSeed;
import dev.weir.testing.TestSize;
import dev.weir.xml.DtdPolicy;
import dev.weir.xml.XmlLimits;
import dev.weir.xml.lexical.Edition;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import javax.xml.parsers.SAXParser;
import javax.xml.parsers.SAXParserFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.ext.DefaultHandler2;

/** DTDs that chance has damaged, read without namespaces: Weir judges them as the JDK's parser does. */
@Tag("sized")
class DtdDifferentialTest {
    private static final int ROUNDS = TestSize.of("weir.rounds", 3_000, 100_000);

    private static final List<String> DECLARATIONS = List.of(
            "<!ELEMENT r (a?,(b|c)+,((d))*)>",
            "<!ELEMENT a (#PCDATA|b|c)*>",
            "<!ELEMENT b EMPTY>",
            "<!ELEMENT c ANY >",
            "<!ATTLIST r a CDATA #IMPLIED b (x|y) 'x' c NMTOKENS #REQUIRED>",
            "<!ATTLIST r d CDATA #FIXED \"a&#65;&lt;\" e NOTATION (n|m) #IMPLIED>",
            "<!ENTITY e 'text &#38; &f; more'>",
            "<!ENTITY f SYSTEM \"u\">",
            "<!ENTITY g PUBLIC '-//p' 'u' NDATA n>",
            "<!ENTITY % p '<!ELEMENT q ANY>'>",
            "<!ENTITY % s ' '>",
            "%p;",
            "%s;",
            "<!NOTATION n SYSTEM 'u'>",
            "<!NOTATION m PUBLIC '-//p'>",
            "<!-- comment -->",
            "<?pi data?>",
            "<![INCLUDE[<!ELEMENT i ANY>]]>",
            "<![IGNORE[ <![ x ]]> ]]>",
            " ");

    private static final String[] PIECES = {
        "<",
        ">",
        "<!",
        "'",
        "\"",
        "(",
        ")",
        "|",
        ",",
        "?",
        "*",
        "+",
        "%",
        "%p;",
        "%s;",
        "&",
        ";",
        "&#65;",
        "#",
        "#PCDATA",
        "--",
        "]]>",
        "<![",
        "[",
        "]",
        " ",
        "\n",
        "a",
        "EMPTY",
        "ANY",
        "CDATA",
        "ID",
        "SYSTEM 'x'",
        "PUBLIC",
        "NDATA",
        "\u0001",
        "-",
        ".",
        ":",
        "1",
        "?>",
        "<?",
        "xml",
        "\u0132"
    };

    private static String damaged(Random random) {
        StringBuilder subset = new StringBuilder();
        for (int i = random.nextInt(5); i >= 0; i--) {
            subset.append(DECLARATIONS.get(random.nextInt(DECLARATIONS.size())));
        }
        for (int i = random.nextInt(3); i > 0 && subset.length() > 0; i--) {
            int at = random.nextInt(subset.length());
            switch (random.nextInt(3)) {
                case 0 -> subset.delete(at, Math.min(subset.length(), at + 1 + random.nextInt(3)));
                case 1 -> subset.insert(at, PIECES[random.nextInt(PIECES.length)]);
                default -> subset.replace(at, at + 1, PIECES[random.nextInt(PIECES.length)]);
            }
        }
        return subset.toString();
    }

    /** Where the JDK lets something pass: the place is in the fault that Weir tells. */
    private static final List<String> LAX = List.of(
            // The end of the external subset ends a processing instruction.
            "a processing instruction must end with",
            // Characters in an ignored section are not checked.
            "which is not allowed",
            // Production 53 begins with white space.
            "expected white space or \">\"");

    /**
     * Where the JDK takes no reference to a parameter entity: between the literals of an external identifier. The external
     * subset may have one between any two tokens (XML 1.0, 2.8).
     */
    private static boolean strict(String jdk, String external) {
        return external.contains("%") && jdk.contains("identifier must begin with either a single or double quote");
    }

    /** After a reference to a parameter entity that is not declared the JDK goes on, Weir heeds no more declarations. */
    private static final String UNDECLARED = "not declared";

    /** Why it is refused; UNDECLARED where it is accepted with such a reference, else null. */
    private static @Nullable String byWeir(String doctype, String external) {
        DtdPolicy policy = DtdPolicy.resolving(
                "http://example.org/",
                (publicId, uri) -> new ByteArrayInputStream(
                        (uri.endsWith("/ext") ? external : "").getBytes(StandardCharsets.UTF_8)));
        try {
            Dtd dtd = Dtd.parse(doctype, new DtdRules(Edition.FOURTH, false, false, policy, XmlLimits.DEFAULT));
            return dtd.takeNotes().stream().anyMatch(note -> note.contains(UNDECLARED)) ? UNDECLARED : null;
        } catch (DtdException refused) {
            return String.valueOf(refused.getMessage());
        }
    }

    private static @Nullable String byTheJdk(SAXParser parser, String document, String external) throws IOException {
        PrintStream errors = System.err;
        // Where an external subset ends too early, the JDK prints a stack trace.
        System.setErr(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
        try {
            parser.parse(new InputSource(new StringReader(document)), new DefaultHandler2() {
                @Override
                public InputSource resolveEntity(
                        @Nullable String name, @Nullable String publicId, @Nullable String base, String systemId) {
                    InputSource source = new InputSource(new StringReader(systemId.equals("ext") ? external : ""));
                    source.setSystemId("http://example.org/" + systemId);
                    return source;
                }
            });
            return null;
        } catch (SAXException refused) {
            return String.valueOf(refused.getMessage());
        } finally {
            System.setErr(errors);
        }
    }

    @Test
    void damagedDtdsAreJudgedAsTheJdkJudgesThem() throws Exception {
        // The same documents each time: what a peer reads differently is a question, and a matter for fuzzing.
        long seed = TestSeed.of(DtdDifferentialTest.class);
        Random random = new Random(seed);
        SAXParser parser = SAXParserFactory.newDefaultInstance().newSAXParser();
        int accepted = 0;
        int excused = 0;
        for (int round = 0; round < ROUNDS; round++) {
            boolean internal = random.nextBoolean();
            String subset = damaged(random);
            String doctype = internal ? " r [" + subset + "]" : " r SYSTEM 'ext'";
            String external = internal ? "" : subset;
            String jdk = byTheJdk(parser, "<!DOCTYPE" + doctype + "><r/>", external);
            String weir = byWeir(doctype, external);
            if (UNDECLARED.equals(weir)
                    || (jdk == null && weir != null && LAX.stream().anyMatch(weir::contains))
                    || (jdk != null && weir == null && strict(jdk, external))) {
                excused++;
                continue;
            }
            assertEquals(
                    jdk == null, weir == null, () -> doctype + " " + external + "\nJDK: " + jdk + "\nWeir: " + weir);
            accepted += weir == null ? 1 : 0;
        }
        int left = excused;
        assertTrue(left < ROUNDS / 2, () -> "hardly anything was compared: " + left);
        assertTrue(accepted > ROUNDS / 10, "hardly anything was accepted: " + accepted);
    }
}
