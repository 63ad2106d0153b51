package dev.weir.xml.tree;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlReader;
import dev.weir.xml.reader.XmlReaders;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is estimated from a document's bytes, beside what is counted while its tree is built. */
class TreeMemoryTest {
    private static String list(String item) {
        StringBuilder list = new StringBuilder("<list>");
        IntStream.range(0, 20_000).forEach(i -> list.append(item.replace("N", Integer.toString(i))));
        return list.append("</list>").toString();
    }

    static Stream<String> documents() {
        return Stream.of(
                list("<a/>"),
                list("x<a/>"),
                list("N<a/>"),
                list("<order><item>N</item><number>7N</number></order>\n"),
                list("<a b='N' c=\"N7\"/>"),
                list("<name>a text of some length that occurs once, N</name>"),
                list("<name>κείμενο N</name>"),
                list("<!--N--><?p N?><a/>"),
                "<a>" + "x".repeat(1_000_000) + "</a>");
    }

    @ParameterizedTest
    @MethodSource("documents")
    void theEstimateIsNeverMuchLessAndSeldomMuchMore(String document) {
        long[] counted = new long[1];
        try (XmlReader reader = XmlReaders.open(document.getBytes(UTF_8))) {
            while (reader.next() != XmlEvent.START_ELEMENT) {
                // to the document element
            }
            XmlElement.read(reader, (bytes, nodes) -> counted[0] += bytes);
        }
        long estimated = TreeMemory.ofXml(document.getBytes(UTF_8));

        assertTrue(estimated > 0.9 * counted[0], estimated + " of " + counted[0]);
        assertTrue(estimated < 2.5 * counted[0], estimated + " of " + counted[0]);
    }

    @Test
    void bytesThatAreNoXmlCountAsTheyAre() {
        assertTrue(TreeMemory.ofXml(new byte[] {'<'}) < 100);
        assertTrue(TreeMemory.ofXml(new byte[1_000]) < 2_000);
    }
}
