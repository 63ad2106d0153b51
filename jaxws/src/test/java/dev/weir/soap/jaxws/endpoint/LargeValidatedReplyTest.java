package dev.weir.soap.jaxws.endpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.soap.jaxws.Served;
import dev.weir.soap.jaxws.feature.SchemaValidation;
import dev.weir.testing.SmallHeap;
import jakarta.jws.WebService;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.ws.Endpoint;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.AbstractList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A long reply that is validated, in a heap that holds its bytes (twice, for a moment), but no tree of it. */
@Tag("slow")
class LargeValidatedReplyTest {
    @Test
    void aReplyOf20MegabytesIsValidatedWithoutATree() {
        assertEquals(
                List.of("first: 200, more than 20 MB", "second: 200, more than 20 MB", "with one unnamed: 500, less"),
                SmallHeap.run(128, Program.class, "216000")
                        .lines()
                        .filter(line -> line.matches("(first|second|with one unnamed): .*"))
                        .toList());
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Entry {
        @XmlElement(required = true)
        public String name;

        public int number;
        public String note;
    }

    @SchemaValidation
    @WebService(targetNamespace = "urn:test:register")
    public static class Register {
        /** Makes the entries when they are written. */
        public List<Entry> entries(int count, int unnamed) {
            return new AbstractList<>() {
                @Override
                public Entry get(int index) {
                    Entry entry = new Entry();
                    entry.name = index == unnamed ? null : "name " + index;
                    entry.number = index;
                    entry.note = "a note of some length";
                    return entry;
                }

                @Override
                public int size() {
                    return count;
                }
            };
        }
    }

    /** Asks for so many entries, and reads the replies as they come. */
    static final class Program {
        private Program() {}

        public static void main(String[] arguments) throws Exception {
            try (Served register = Served.by(new Register())) {
                System.out.println("first: " + answer(register.endpoint(), arguments[0], "-1"));
                System.out.println("second: " + answer(register.endpoint(), arguments[0], "-1"));
                System.out.println("with one unnamed: "
                        + answer(
                                register.endpoint(), arguments[0], String.valueOf(Integer.parseInt(arguments[0]) - 1)));
            }
        }

        private static String answer(Endpoint endpoint, String count, String unnamed) throws Exception {
            HttpURLConnection connection = (HttpURLConnection)
                    URI.create((String) endpoint.getProperties().get(WeirEndpoint.ADDRESS))
                            .toURL()
                            .openConnection();
            connection.setDoOutput(true);
            connection.setReadTimeout(60_000); // there is no answer where the heap is too small
            connection.setRequestProperty("Content-Type", "text/xml");
            String body = "<r:entries xmlns:r='urn:test:register'><arg0>" + count + "</arg0><arg1>" + unnamed
                    + "</arg1></r:entries>";
            connection.getOutputStream().write(Served.envelope("", body).getBytes(StandardCharsets.UTF_8));
            int status = connection.getResponseCode();
            long length = 0;
            byte[] piece = new byte[8192];
            try (InputStream in = status == 200 ? connection.getInputStream() : connection.getErrorStream()) {
                for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
                    length += read;
                }
            }
            return status + (length > 20_000_000 ? ", more than 20 MB" : ", less");
        }
    }
}
