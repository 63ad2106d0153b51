package dev.weir.bench.process;

import dev.weir.bench.workload.GeneratedDocuments;
import dev.weir.bench.workload.PurchaseOrders;
import dev.weir.xml.tree.XmlElement;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What the tree of a message takes of the heap for each byte of the message. */
enum TreeFootprint {
    /** Purchase orders: elements with short texts, few attributes. */
    STRUCTURED {
        @Override
        void write(ByteArrayOutputStream to) throws IOException {
            PurchaseOrders.write(to, BYTES);
        }
    },
    TEXT {
        @Override
        void write(ByteArrayOutputStream to) throws IOException {
            GeneratedDocuments.text(to, BYTES);
        }
    },
    ATTRIBUTES {
        @Override
        void write(ByteArrayOutputStream to) throws IOException {
            GeneratedDocuments.attributes(to, BYTES);
        }
    },
    /** The worst that a message can be. */
    EMPTY_ELEMENTS {
        @Override
        void write(ByteArrayOutputStream to) throws IOException {
            to.write(("<r>" + "<e/>".repeat((int) BYTES / 4) + "</r>").getBytes(StandardCharsets.US_ASCII));
        }
    };

    private static final long BYTES = 500_000;
    private static final int TREES = 8;

    abstract void write(ByteArrayOutputStream to) throws IOException;

    String workload() {
        return "tree/" + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static TreeFootprint of(String workload) {
        for (TreeFootprint footprint : values()) {
            if (footprint.workload().equals(workload)) {
                return footprint;
            }
        }
        throw new IllegalArgumentException(workload);
    }

    /** Bytes of heap for each byte of the document, which is not counted itself. */
    double measure() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        write(out);
        byte[] document = out.toByteArray();
        List<XmlElement> trees = new ArrayList<>(TREES);
        XmlElement warm = XmlElement.parse(document);
        long before = UsedHeap.bytes();
        for (int i = 0; i < TREES; i++) {
            trees.add(XmlElement.parse(document));
        }
        double each = Math.max(0, UsedHeap.bytes() - before) / (double) TREES;
        if (!trees.get(TREES - 1).name().equals(warm.name())) {
            throw new IllegalStateException("the trees differ");
        }
        return each / document.length;
    }
}
