package dev.weir.xml.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.weir.testing.SmallHeap;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlReader;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Documents far larger than the memory there is, and what a record costs. */
class LargeDocumentsTest {
    private static final byte[] START = "<persons>".getBytes(StandardCharsets.UTF_8);
    private static final byte[] END = "</persons>".getBytes(StandardCharsets.UTF_8);
    private static final byte[] RECORD = ("<person><id>1234567</id><name>Name of a person</name><active>true</active>"
                    + "<address>Some street 12</address></person>\n")
            .getBytes(StandardCharsets.UTF_8);

    /** A document of records that is nowhere as a whole. */
    private static final class Records extends InputStream {
        private final long records;
        private long record = -1;
        private byte[] piece = START;
        private int next;

        Records(long records) {
            this.records = records;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] to, int offset, int length) {
            int filled = 0;
            while (filled < length) {
                if (next == piece.length) {
                    if (piece == END) {
                        break;
                    }
                    next = 0;
                    piece = ++record < records ? RECORD : END;
                }
                int count = Math.min(length - filled, piece.length - next);
                System.arraycopy(piece, next, to, offset + filled, count);
                next += count;
                filled += count;
            }
            return filled == 0 ? -1 : filled;
        }
    }

    private static long read(long records) {
        long elements = 0;
        try (XmlReader reader = XmlReaders.open(new Records(records), ReadOptions.DEFAULT)) {
            for (XmlEvent event = reader.next(); event != XmlEvent.END_DOCUMENT; event = reader.next()) {
                elements += event == XmlEvent.START_ELEMENT ? 1 : 0;
            }
        }
        return elements;
    }

    /** The program of the process with little memory. */
    public static void main(String[] arguments) {
        long records = Long.parseLong(arguments[0]);
        if (read(records) != 5 * records + 1) {
            throw new AssertionError("not all elements were seen");
        }
    }

    @Test
    void threeHundredMegabytesAreReadInAHeapOfThirtyTwo() {
        long records = 300_000_000L / RECORD.length;
        SmallHeap.run(32, LargeDocumentsTest.class, Long.toString(records));
    }

    /** A count and no measurement: what more records allocate, compiled or interpreted, is no object for any of them. */
    @Test
    void aRecordOfWhichNoStringIsAskedAllocatesNothing() {
        long records = 30_000_000L / RECORD.length;
        read(10_000);
        long more = allocated(2 * records) - allocated(records);
        assertTrue(more < records, more + " bytes for " + records + " records");
    }

    private static long allocated(long records) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        assertEquals(5 * records + 1, read(records));
        return threads.getCurrentThreadAllocatedBytes() - before;
    }
}
