package dev.weir.xml.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.xml.XmlException;
import dev.weir.xml.XmlReader;
import dev.weir.xml.dtd.ValidatingReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.xml.sax.SAXException;

/**
 * Every document of the W3C suite, XML 1.0 and 1.1, with namespaces unless the catalogue says otherwise, read with all
 * external entities. Well-formed documents are accepted with the canonical form that the suite gives (or else with what
 * the JDK sees in them, where they have no DOCTYPE), all others are refused; a validating reader also tells which of the
 * well-formed ones are not valid.
 *
 * <p>What fails is listed with its reason in conformance-failures.txt, which may only shrink. Where the suite leaves the
 * choice (type "error"), conformance-choices.txt says what this reader does.
 */
class ConformanceSuiteTest {
    enum Mode {
        FIFTH_EDITION(false, false),
        FIFTH_EDITION_VALIDATING(false, true),
        FOURTH_EDITION(true, false),
        FOURTH_EDITION_VALIDATING(true, true);

        final boolean fourth;
        final boolean validating;

        Mode(boolean fourth, boolean validating) {
            this.fourth = fourth;
            this.validating = validating;
        }

        boolean covers(ConformanceSuite.Case test) {
            return test.editions().contains(fourth ? "4" : "5");
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyDocumentIsReadAsTheSuiteSays(Mode mode) throws Exception {
        Map<String, String> wrong = new TreeMap<>();
        Map<String, Integer> right = new TreeMap<>();
        int canonical = 0;
        for (ConformanceSuite.Case test : ConformanceSuite.cases()) {
            if (test.type().equals("error") || !mode.covers(test)) {
                continue;
            }
            String failure = failure(test, mode);
            if (failure != null) {
                wrong.put(mode + " " + test.id(), failure);
            } else {
                right.merge(test.type(), 1, Integer::sum);
                canonical += test.output() == null || test.type().equals("not-wf") ? 0 : 1;
            }
        }
        System.out.println("W3C suite, " + mode + ": as it should be " + right + ", " + canonical
                + " with equal canonical form; " + wrong.size() + " wrong");
        Map<String, String> expected = ConformanceSuite.list("conformance-failures.txt");
        List<String> differences = new ArrayList<>();
        wrong.forEach((id, failure) -> {
            if (!expected.containsKey(id)) {
                differences.add(id + ": " + failure);
            }
        });
        for (String id : expected.keySet()) {
            if (id.startsWith(mode + " ") && !wrong.containsKey(id)) {
                differences.add(id + " passes: take it off the list of expected failures");
            }
        }
        assertEquals("", String.join("\n", differences));
        assertTrue(right.values().stream().mapToInt(n -> n).sum() > 2000, "is the suite complete?");
    }

    /** Where the suite leaves it to the processor what to do: one outcome for each mode. */
    @Test
    void whereThereIsAChoiceItIsOnRecord() throws Exception {
        Map<String, String> does = new TreeMap<>();
        for (ConformanceSuite.Case test : ConformanceSuite.cases()) {
            if (test.type().equals("error")) {
                List<String> outcomes = new ArrayList<>();
                for (Mode mode : Mode.values()) {
                    outcomes.add(mode.covers(test) ? read(test, mode).summary() : "-");
                }
                does.put(test.id(), String.join(", ", outcomes));
            }
        }
        assertEquals(lines(ConformanceSuite.list("conformance-choices.txt")), lines(does));
    }

    private static String lines(Map<String, String> map) {
        StringBuilder lines = new StringBuilder();
        map.forEach((id, text) -> lines.append(id).append(": ").append(text).append('\n'));
        return lines.toString();
    }

    /** What came of reading a document. */
    private record Outcome(@Nullable XmlException refusal, List<XmlException> breaches, List<String> items) {
        String summary() {
            return refusal != null ? "refused" : breaches.isEmpty() ? "accepted" : "not valid";
        }
    }

    private static XmlReader open(ConformanceSuite.Case test, Mode mode) {
        byte[] document = test.document();
        return XmlReaders.open(document, 0, document.length, test.options(mode.fourth));
    }

    private static Outcome read(ConformanceSuite.Case test, Mode mode) {
        List<XmlException> breaches = new ArrayList<>();
        List<String> items = new ArrayList<>();
        try {
            XmlReader reader = open(test, mode);
            items.addAll(Recording.of(mode.validating ? new ValidatingReader(reader, breaches::add) : reader));
        } catch (XmlException refusal) {
            return new Outcome(refusal, breaches, items);
        }
        return new Outcome(null, breaches, items);
    }

    /** What went wrong, or null. */
    private static @Nullable String failure(ConformanceSuite.Case test, Mode mode) throws Exception {
        Outcome outcome;
        try {
            outcome = read(test, mode);
        } catch (UncheckedIOException unreadable) {
            return "an entity cannot be read: " + unreadable.getCause();
        }
        if (test.type().equals("not-wf")) {
            return outcome.refusal == null ? "is accepted" : null;
        }
        if (outcome.refusal != null) {
            return "is refused: " + outcome.refusal.getMessage();
        }
        if (mode.validating && test.type().equals("valid") != outcome.breaches.isEmpty()) {
            return outcome.breaches.isEmpty()
                    ? "is taken for valid"
                    : "is taken for invalid: " + outcome.breaches.get(0).getMessage();
        }
        if (mode.validating) {
            return null;
        }
        if (test.output() != null) {
            String expected = Files.readString(test.output());
            XmlReader reader = open(test, mode);
            String own = expected.contains("<!DOCTYPE ")
                    ? CanonicalForm.withNotations(reader)
                    : CanonicalForm.withInstructions(reader);
            return own.equals(expected) ? null : "canonical form: " + own + " instead of " + expected;
        }
        List<String> byTheJdk = hasDoctype(test) || !test.namespaces() ? null : byTheJdk(test.document());
        return byTheJdk == null || byTheJdk.equals(outcome.items) ? null : "reads differently";
    }

    private static boolean hasDoctype(ConformanceSuite.Case test) {
        return new String(test.document(), StandardCharsets.ISO_8859_1)
                .replace("\0", "")
                .contains("<!DOCTYPE");
    }

    /** Null where the JDK does not know better: it follows the fourth edition, with fewer characters in names. */
    private static @Nullable List<String> byTheJdk(byte[] document) {
        try {
            return Recording.byTheJdk(document);
        } catch (SAXException fourthEdition) {
            return null;
        }
    }
}
