package dev.weir.bind;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.testing.SmallHeap;
import dev.weir.xml.XmlException;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Documents of records, in the memory of one. */
class RecordsTest {
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Person {
        @XmlAttribute
        boolean active;

        String firstName;
        int age;
    }

    private static InputStream bytes(String xml) {
        return new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void recordsComeInChunks() throws Exception {
        StringBuilder xml = new StringBuilder("<persons><count>250</count>");
        for (int i = 0; i < 250; i++) {
            xml.append("\n<person active=\"true\"><firstName>p").append(i).append("</firstName></person>");
        }
        xml.append("<other><person/></other></persons>");
        List<Integer> sizes = new ArrayList<>();
        try (RecordReader<Person> persons = RecordReader.open(Person.class, "/persons/person", bytes(xml.toString()))) {
            persons.chunks(100).forEach(chunk -> {
                assertEquals("p" + sizes.stream().mapToInt(Integer::intValue).sum(), chunk.get(0).firstName);
                sizes.add(chunk.size());
                assertTrue(persons.byteOffset() > sizes.size() * 1000L);
            });
        }
        assertEquals(List.of(100, 100, 50), sizes);
    }

    @Test
    void whatIsWrittenIsRead() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (RecordWriter<Person> writer = RecordWriter.open(Person.class, "/{urn:a}all/persons/person", out)) {
            for (int i = 0; i < 10; i++) {
                Person person = new Person();
                person.age = i;
                writer.write(person);
            }
        }
        try (RecordReader<Person> reader = RecordReader.open(
                Person.class, "/{urn:a}all/persons/person", new ByteArrayInputStream(out.toByteArray()))) {
            assertEquals(45, reader.stream().mapToInt(person -> person.age).sum());
        }
    }

    @Test
    void aWrongValueIsAnErrorWithItsPlace() throws Exception {
        try (RecordReader<Person> reader =
                RecordReader.open(Person.class, "/p/r", bytes("<p>\n<r><age>1</age></r>\n<r><age>old</age></r></p>"))) {
            assertEquals(1, reader.next().age);
            XmlException thrown = assertThrows(XmlException.class, reader::hasNext);
            assertTrue(thrown.getMessage().contains("old"), thrown::getMessage);
            assertEquals(3, thrown.location().line());
        }
    }

    @Test
    void aPathMustBeOne() {
        for (String path : new String[] {"", "persons", "/", "//person", "/a/"}) {
            assertThrows(
                    IllegalArgumentException.class, () -> RecordReader.open(Person.class, path, bytes("<a/>")), path);
        }
    }

    @Test
    void aMillionRecordsTakeTheMemoryOfOne() {
        SmallHeap.run(24, ManyRecords.class, "1000000");
    }

    /** Reads records that would fill the heap several times over if they were kept. */
    static final class ManyRecords {
        private ManyRecords() {}

        public static void main(String[] arguments) throws Exception {
            int count = Integer.parseInt(arguments[0]);
            long seen = 0;
            try (RecordReader<Person> reader = RecordReader.open(Person.class, "/persons/person", new Endless(count))) {
                while (reader.hasNext()) {
                    seen += reader.next().age;
                }
            }
            assertEquals(count, seen);
        }
    }

    /** A document that is made while it is read. */
    private static final class Endless extends InputStream {
        private static final byte[] RECORD =
                "<person><firstName>abcdefghij</firstName><age>1</age></person>\n".getBytes(StandardCharsets.UTF_8);
        private int left;
        private byte[] piece = "<persons>".getBytes(StandardCharsets.UTF_8);
        private int at;

        Endless(int records) {
            left = records;
        }

        @Override
        public int read() {
            if (at == piece.length) {
                if (left < 0) {
                    return -1;
                }
                piece = left-- > 0 ? RECORD : "</persons>".getBytes(StandardCharsets.UTF_8);
                at = 0;
            }
            return piece[at++];
        }
    }
}
