package dev.weir.xml.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLocation;
import dev.weir.xml.XmlReader;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Readers take up the room of readers before them, and nothing else of them. */
class WorkspaceTest {
    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static XmlReader open(byte[] document, boolean stream) {
        return stream
                ? XmlReaders.open(new ByteArrayInputStream(document), ReadOptions.DEFAULT)
                : XmlReaders.open(document);
    }

    @Test
    void readersOfManyThreadsDoNotMeet() throws Exception {
        List<byte[]> documents = new ArrayList<>();
        List<List<String>> expected = new ArrayList<>();
        for (String text : WellFormed.DOCUMENTS) {
            documents.add(utf8(text));
            expected.add(
                    Recording.of(new XmlTextReader(new ByteArrayInputStream(utf8(text)), ReadOptions.DEFAULT, 64)));
        }
        ExecutorService threads = Executors.newFixedThreadPool(8);
        List<Future<?>> all = new ArrayList<>();
        for (int thread = 0; thread < 8; thread++) {
            Random random = new Random(thread);
            Callable<Void> work = () -> {
                for (int round = 0; round < 2_000; round++) {
                    int i = random.nextInt(documents.size());
                    XmlReader reader = open(documents.get(i), random.nextBoolean());
                    switch (random.nextInt(4)) {
                        case 0 -> reader.close();
                        case 1 -> {
                            reader.next();
                            reader.close();
                            reader.close();
                        }
                        default -> assertEquals(expected.get(i), Recording.of(reader));
                    }
                }
                return null;
            };
            all.add(threads.submit(work));
        }
        for (Future<?> future : all) {
            future.get();
        }
        threads.shutdown();
    }

    @Test
    void afterTheEndAndAfterCloseAReaderHasNothingOfAnElement() {
        for (boolean stream : new boolean[] {true, false}) {
            XmlReader ended = open(utf8("<a xmlns:p='u' x='1'>\nt</a>\n"), stream);
            while (ended.next() != XmlEvent.END_DOCUMENT) {
                // on to the end
            }
            assertEquals(new XmlLocation(3, 1, 28), ended.location());
            assertThrows(IllegalStateException.class, ended::name);
            assertThrows(IllegalStateException.class, ended::text);
            assertThrows(IllegalStateException.class, ended::next);
            assertEquals(null, ended.lookupNamespace("p"));
            assertEquals(0, ended.depth());
            XmlReader closed = open(utf8("<a x='1'/>"), stream);
            closed.next();
            closed.close();
            assertThrows(IllegalStateException.class, closed::attributeCount);
            assertThrows(IllegalStateException.class, closed::next);
        }
    }

    @Test
    void whatAReaderLeavesBehindIsNotSeenByTheNext() {
        byte[] long1 = utf8("<a xmlns='u' xmlns:p='v'>" + "<b>&lt;x</b>".repeat(3_000) + "<c d='e");
        for (int round = 0; round < 100; round++) {
            XmlReader broken = open(long1, round % 2 == 0);
            assertThrows(XmlException.class, () -> Recording.of(broken));
            broken.close();
            XmlReader next = open(utf8("<p:b/>"), round % 2 == 0);
            assertThrows(XmlException.class, next::next);
            next.close();
            XmlReader plain = open(utf8("<b d='1'/>"), round % 2 == 0);
            assertEquals(List.of("start b  [@d =1]", "end b"), Recording.of(plain));
        }
    }
}
