package dev.weir.composite.assembly;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.wsdl.Resources;
import dev.weir.wsdl.Wsdl;
import dev.weir.wsdl.WsdlException;
import dev.weir.xml.XmlName;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Documents of other composites, behind the addresses that people write for them. */
class LocalCompositesTest {
    private static final String SERVICES = "http://elsewhere:7003/soa-infra/services/default/Stock!1.0/";
    private static final String WSDL = """
            <definitions xmlns="http://schemas.xmlsoap.org/wsdl/" targetNamespace="urn:stock"
                         xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:s="urn:stock">
              <types><x:schema><x:import namespace="urn:stock" schemaLocation="%s"/></x:schema></types>
              <message name="m"><part name="body" element="s:amount"/></message>
              <portType name="Stock"><operation name="take"><input message="s:m"/></operation></portType>
            </definitions>
            """;
    private static final String SCHEMA = """
            <schema xmlns="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:stock">
              <element name="amount" type="int"/>
            </schema>
            """;

    @TempDir
    private Path folder;

    private Path write(String file, String text) throws IOException {
        Path path = folder.resolve(file);
        Files.createDirectories(path.getParent());
        return Files.writeString(path, text);
    }

    /** @param wsdl where the service's interface is */
    private Resources stock(String wsdl, Resources others) throws IOException {
        write("composite.xml", """
                <composite name="Stock" revision="1.0" xmlns="http://xmlns.oracle.com/sca/1.0">
                  <import namespace="urn:stock" location="%s" importType="wsdl"/>
                  <service name="Stock_ep"><interface.wsdl interface="urn:stock#wsdl.interface(Stock)"/></service>
                </composite>
                """.formatted(wsdl));
        Archive archive = Archive.open(folder);
        return new LocalComposites(
                (partition, name, revision) ->
                        name.equals("Stock") && (revision == null || revision.equals("1.0")) ? archive : null,
                others);
    }

    private static void assertStock(Resources resources, String uri) {
        Wsdl wsdl = Wsdl.read(URI.create(uri), resources);
        assertNotNull(wsdl.portType(XmlName.of("urn:stock", "Stock")));
        assertTrue(wsdl.schemas().size() > 1, "the schema that it imports is read, too");
    }

    @Test
    void aFileThatMovedToAnotherFolderIsFoundByItsNameWithWhatItImports() throws IOException {
        write("WSDLs/Stock.wsdl", WSDL.formatted("../Schemas/Stock.xsd"));
        write("Schemas/Stock.xsd", SCHEMA);

        Resources resources = stock("WSDLs/Stock.wsdl", Archive.NOWHERE);

        assertStock(resources, SERVICES + "Stock.wsdl");
        String remark = resources.remark(URI.create(SERVICES + "Stock.wsdl"));
        assertNotNull(remark, "Oracle's server does not look further");
        assertTrue(remark.contains(SERVICES + "Stock.wsdl") && remark.contains("WSDLs/Stock.wsdl"), remark);
    }

    @Test
    void ofSeveralFilesOfANameNoneIsGuessed() throws IOException {
        write("a/Stock.wsdl", WSDL.formatted("Stock.xsd"));
        write("b/Stock.wsdl", WSDL.formatted("Stock.xsd"));
        Resources resources = stock("a/Stock.wsdl", Archive.NOWHERE);

        assertThrows(WsdlException.class, () -> resources.read(URI.create(SERVICES + "Stock.wsdl")));
    }

    @Test
    void filesOfDeployedCompositesAreInTheMetadata() throws IOException {
        byte[] map = "<dvm name='Colours'/>".getBytes(StandardCharsets.UTF_8);
        Files.write(folder.resolve("Colours.dvm"), map);
        write("Stock.wsdl", WSDL.formatted("Stock.xsd"));
        write("Stock.xsd", SCHEMA);
        Resources resources = stock("Stock.wsdl", Archive.NOWHERE);
        String deployed = "oramds:/deployed-composites/default/Stock_rev1.0/";

        assertArrayEquals(map, resources.read(URI.create(deployed + "Colours.dvm")));
        assertArrayEquals(map, resources.read(URI.create(deployed + "soa_1f-2/Colours.dvm")));
        assertStock(resources, deployed + "Stock.wsdl");
        assertThrows(
                WsdlException.class,
                () -> resources.read(URI.create("oramds:/deployed-composites/default/Stock_rev2.0/Colours.dvm")));
    }

    @Test
    void anInterfaceInTheMetadataIsThatOfTheService() throws IOException {
        Resources metadata = uri -> switch (uri.toString()) {
            case "oramds:/apps/stock/Stock.wsdl" -> WSDL.formatted("Stock.xsd").getBytes(StandardCharsets.UTF_8);
            case "oramds:/apps/stock/Stock.xsd" -> SCHEMA.getBytes(StandardCharsets.UTF_8);
            default -> throw new WsdlException("there is no " + uri);
        };

        assertStock(stock("oramds:/apps/stock/Stock.wsdl", metadata), SERVICES + "Stock_ep?WSDL");
    }

    @Test
    void nothingOutsideOfTheCompositeIsReached() throws IOException {
        write("Stock.wsdl", WSDL.formatted("Stock.xsd"));
        Resources resources = stock("Stock.wsdl", Archive.NOWHERE);

        assertThrows(WsdlException.class, () -> resources.read(URI.create(SERVICES + "../../../../etc/passwd")));
        assertThrows(
                WsdlException.class,
                () -> resources.read(URI.create("oramds:/deployed-composites/default/Stock_rev1.0/../../etc/passwd")));
    }
}
