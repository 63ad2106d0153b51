package dev.weir.bind.jaxb;

import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.Unmarshaller;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.io.ByteArrayInputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Numbers in lists allocate the arrays or boxes that hold them, and nothing else. Allocated bytes are counted, not measured:
 * interpreted code (-Xint) allocates most, and passes.
 */
class AllocationTest {
    private static final int COUNT = 5000;

    /** A growing array of 16 to 8192 items, and the copy in the end. */
    private static final int GROWN = 2 * 8192 + COUNT;

    /** Contexts, buffers and the like, whatever the number of items. */
    private static final int FIXED = 16 * 1024;

    @XmlRootElement
    public static class Doubles {
        @XmlElement(name = "item")
        public double[] items;
    }

    @XmlRootElement
    public static class Ints {
        @XmlElement(name = "item")
        public int[] items;
    }

    @XmlRootElement
    public static class Boxes {
        @XmlElement(name = "item")
        public List<Double> items = new ArrayList<>();
    }

    private static long allocated(Class<?> type, String root, boolean whole) throws Exception {
        Random random = new Random(1);
        StringBuilder xml = new StringBuilder("<" + root + ">");
        for (int i = 0; i < COUNT; i++) {
            String value = whole ? Integer.toString(random.nextInt()) : Double.toString(random.nextGaussian() * 1000);
            xml.append("<item>").append(value).append("</item>\n");
        }
        byte[] bytes = xml.append("</").append(root).append(">").toString().getBytes(StandardCharsets.UTF_8);
        JAXBContext context = new WeirContextFactory().createContext(new Class<?>[] {type}, Map.of());
        Unmarshaller unmarshaller = context.createUnmarshaller();
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 20; i++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            unmarshaller.unmarshal(new ByteArrayInputStream(bytes));
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        return least;
    }

    @Test
    void aDoubleCostsEightBytes() throws Exception {
        long bytes = allocated(Doubles.class, "doubles", false);
        assertTrue(bytes <= 8L * GROWN + FIXED, () -> "bytes per item: " + bytes / COUNT);
    }

    @Test
    void anIntCostsFourBytes() throws Exception {
        long bytes = allocated(Ints.class, "ints", true);
        assertTrue(bytes <= 4L * GROWN + FIXED, () -> "bytes per item: " + bytes / COUNT);
    }

    @Test
    void aBoxedDoubleCostsItsBox() throws Exception {
        // A box is 24 bytes, and the list's array of references grows by half each time.
        long bytes = allocated(Boxes.class, "boxes", false);
        assertTrue(bytes <= (24L + 4 * 4) * COUNT + FIXED, () -> "bytes per item: " + bytes / COUNT);
    }
}
