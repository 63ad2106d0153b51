package dev.weir.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.server.RunningWeir.CommandResult;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Events from the command line, and the addresses of a server that stands behind a proxy. */
@Tag("slow")
class PublishCommandTest {
    private static final String PUBLIC = "https://soa.example/shop";

    @TempDir
    Path folder;

    @Test
    void eventsArePublishedAndThePublicAddressIsNamed() throws IOException {
        String credit =
                RunningWeir.repository().resolve("examples/orders/Credit").toString();
        try (RunningWeir weir = RunningWeir.run(folder, List.of(credit, "--public-url", PUBLIC + "/"))) {
            Path content = Files.writeString(folder.resolve("noted.xml"), "<e:noted xmlns:e='urn:e'/>");
            CommandResult published = weir.command("publish", "--event", "{urn:e}Noted", "--file", content.toString());
            assertEquals(0, published.exitCode(), published.output());
            String instance = published.output().replaceAll("(?s)^.*?instance (\\d+);.*$", "$1");
            CommandResult audit = weir.command("audit", instance);
            assertEquals(0, audit.exitCode(), audit.output());
            assertTrue(audit.output().contains("Noted"), audit.output());

            Files.writeString(content, "no element");
            CommandResult refused = weir.command("publish", "--event", "{urn:e}Noted", "--file", content.toString());
            assertEquals(1, refused.exitCode());
            assertTrue(refused.output().contains("is not XML"), refused.output());

            String service = "/soa-infra/services/default/Credit/CreditService";
            assertTrue(weir.log().contains("endpoint  " + PUBLIC + service), weir.log());
            try (InputStream wsdl =
                    weir.url().resolve(service + "?wsdl").toURL().openStream()) {
                String text = new String(wsdl.readAllBytes(), StandardCharsets.UTF_8);
                assertTrue(text.contains(PUBLIC + service), text);
            }
            String list = weir.command("list", "--json").output();
            assertTrue(list.contains("\"partition\" : \"default\""), list);
            assertTrue(list.contains("\"unavailable\" : [ ]"), list);
        }
    }
}
