package dev.weir.soap.tls;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** The sections of a PEM file (RFC 7468); text between them counts for nothing. */
final class PemSections {
    private static final String BEGIN = "-----BEGIN ";
    private static final String END = "-----END ";
    private static final String DASHES = "-----";

    private PemSections() {}

    /**
     * One section.
     *
     * @param label such as CERTIFICATE
     */
    record Section(String label, byte[] der) {}

    static boolean isPem(byte[] content) {
        return text(content).contains(BEGIN);
    }

    private static String text(byte[] content) {
        return new String(content, StandardCharsets.ISO_8859_1);
    }

    /** @throws IOException if a section has no end, or is not in base64; the message has file and line */
    static List<Section> read(Path file, byte[] content) throws IOException {
        List<Section> sections = new ArrayList<>();
        StringBuilder base64 = new StringBuilder();
        String label = null;
        int begun = 0;
        int number = 0;
        for (String raw : text(content).split("\r\n|\n|\r", -1)) {
            number++;
            String line = raw.strip();
            if (label == null) {
                if (line.startsWith(BEGIN) && line.endsWith(DASHES) && line.length() > BEGIN.length() + 5) {
                    label = line.substring(BEGIN.length(), line.length() - DASHES.length());
                    begun = number;
                    base64.setLength(0);
                }
            } else if (line.equals(END + label + DASHES)) {
                sections.add(new Section(label, decode(file, begun, label, base64)));
                label = null;
            } else if (line.contains(":")) {
                throw new IOException(file + ":" + number + ": this " + label + " is in OpenSSL's old encrypted form:"
                        + " convert it by openssl pkcs8 -topk8 -v2 aes-256-cbc");
            } else {
                base64.append(line);
            }
        }
        if (label != null) {
            throw new IOException(file + ":" + begun + ": the " + label + " that begins here has no end");
        }
        return sections;
    }

    private static byte[] decode(Path file, int line, String label, StringBuilder base64) throws IOException {
        try {
            return Base64.getDecoder().decode(base64.toString());
        } catch (IllegalArgumentException e) {
            throw new IOException(file + ":" + line + ": the " + label + " that begins here is not in base64", e);
        }
    }
}
