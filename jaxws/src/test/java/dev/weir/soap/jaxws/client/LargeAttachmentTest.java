package dev.weir.soap.jaxws.client;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.soap.jaxws.WeirProvider;
import dev.weir.soap.jaxws.endpoint.WeirEndpoint;
import dev.weir.testing.SmallHeap;
import jakarta.activation.DataHandler;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.soap.MTOMFeature;
import java.io.Closeable;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An attachment that is longer than the heap, there and back, by both ends in one small JVM. */
@Tag("slow")
class LargeAttachmentTest {
    @Test
    void anAttachmentLongerThanTheHeapGoesThereAndBack() {
        List<String> printed = SmallHeap.run(40, Program.class, "64").lines().toList();
        assertEquals("back: 67108864 bytes as they were sent; files left: []", printed.get(printed.size() - 1));
    }

    /** Echoes an attachment of so many MiB. */
    static final class Program {
        private Program() {}

        public static void main(String[] arguments) throws Exception {
            System.setProperty("jakarta.xml.ws.spi.Provider", WeirProvider.class.getName());
            long length = Long.parseLong(arguments[0]) << 20;
            Path directory = Files.createTempDirectory("large-attachment");
            Endpoint endpoint = new WeirProvider().createEndpoint(null, new Vault.Bean());
            endpoint.getProperties().put("attachment-directory", directory.toString());
            endpoint.getProperties().put("attachment-max-size", 2 * length);
            endpoint.publish("http://127.0.0.1:0/vault");
            String address = (String) endpoint.getProperties().get(WeirEndpoint.ADDRESS);
            Vault vault = Service.create(
                            URI.create(address + "?wsdl").toURL(), new QName("urn:test:vault", "VaultService"))
                    .getPort(Vault.class, new MTOMFeature());
            var context = ((BindingProvider) vault).getRequestContext();
            context.put("attachment-directory", directory.toString());
            context.put("attachment-max-size", 2 * length);
            context.put("jakarta.xml.ws.client.receiveTimeout", 600_000);
            CountedSource sent = new CountedSource(0, length);
            DataHandler back = vault.handler(new DataHandler(sent));
            long same = sent.same(back);
            ((Closeable) back.getDataSource()).close();
            try (Stream<Path> left = Files.list(directory)) {
                System.out.println("back: " + same + " bytes as they were sent; files left: " + left.toList());
            }
            endpoint.stop();
            Files.delete(directory);
        }
    }
}
