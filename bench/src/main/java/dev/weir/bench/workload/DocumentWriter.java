package dev.weir.bench.workload;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Random;

/** Text on its way into a document, with the chance that fills it; counts what it wrote. */
final class DocumentWriter {
    private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";

    private final OutputStream to;
    private final Random random;
    private long bytes;

    DocumentWriter(OutputStream to, long seed) {
        this.to = to;
        this.random = new Random(seed);
    }

    long bytes() {
        return bytes;
    }

    int number(int bound) {
        return random.nextInt(bound);
    }

    double gaussian() {
        return random.nextGaussian();
    }

    String oneOf(String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    /** Letters, digits and underscores. */
    String letters(int count) {
        StringBuilder letters = new StringBuilder(count);
        for (int i = 0; i < count; i++) {
            letters.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        return letters.toString();
    }

    DocumentWriter write(String text) throws IOException {
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        to.write(encoded);
        bytes += encoded.length;
        return this;
    }

    /** Markup with the characters of content in place. */
    static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;");
    }
}
