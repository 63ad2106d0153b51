package dev.weir.soap.jaxws.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.jaxws.Served;
import dev.weir.soap.jaxws.WeirProvider;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A client of .NET Framework's System.Web.Services, as Mono has it, by the classes that its tool makes of the endpoint's WSDL.
 * Without Mono (Debian: mono-mcs, mono-devel) this is skipped, unless the environment says WEIR_REQUIRE_CLIENTS=1.
 */
@Tag("slow")
class DotNetTest {
    private static final Path CLIENT =
            Path.of("src/test/dotnet/call_courier.cs").toAbsolutePath();

    @TempDir
    Path folder;

    @BeforeAll
    static void requireMono(@TempDir Path folder) throws Exception {
        for (String program : new String[] {"mono", "mcs", "wsdl2"}) {
            try {
                Peers.run(folder, 60, program, "--version");
            } catch (IOException e) {
                Peers.missing("there is no Mono (Debian: mono-mcs, mono-devel): " + e.getMessage());
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"SOAP, " + SOAPBinding.SOAP11HTTP_BINDING, "SOAP12, " + SOAPBinding.SOAP12HTTP_BINDING})
    void dotNetCallsEachOperationFromTheWsdl(String protocol, String binding) throws Exception {
        CourierService courier = new CourierService();
        try (Served endpoint = Served.publish(new WeirProvider().createEndpoint(binding, courier))) {
            String wsdl = endpoint.address() + "?wsdl";
            Peers.run(folder, 60, "wsdl2", "-n:Courier", "-protocol:" + protocol, "-o:Courier.cs", wsdl)
                    .succeeded();
            Peers.run(folder, 60, "mcs", "-out:call.exe", "-r:System.Web.Services", CLIENT.toString(), "Courier.cs")
                    .succeeded();
            String output = Peers.run(folder, 60, "mono", "call.exe", endpoint.address())
                    .succeeded();
            assertTrue(output.contains("ok   the declared fault's code and reason"), output);
            assertEquals("by .NET, \u00e9", courier.notes.poll(1, TimeUnit.MINUTES));
        }
    }
}
