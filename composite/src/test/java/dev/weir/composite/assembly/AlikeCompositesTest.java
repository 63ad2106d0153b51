package dev.weir.composite.assembly;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.composite.ShopFixture;
import dev.weir.composite.message.MessageSchemas;
import dev.weir.wsdl.MessageValue;
import dev.weir.wsdl.Wsdl;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Composites whose files have the same names: equal ones are kept once, and none sees those of another. */
class AlikeCompositesTest {
    private static final URI TYPES = URI.create("composite:/xsd/Types.xsd");

    @TempDir
    Path folder;

    private static ShopFixture shop(int leastTotal) {
        return new ShopFixture()
                .replace("xsd/Types.xsd", "minInclusive value=\"0\"", "minInclusive value=\"" + leastTotal + "\"");
    }

    private static Composite load(Path place) {
        return Composite.load(Archive.open(place), Archive.NOWHERE, Map.of());
    }

    private static Wsdl wsdl(Composite composite) {
        return Objects.requireNonNull(composite.services().get("ShopService"))
                .contract()
                .wsdl();
    }

    /** What is wrong with an order of 5; null if it is valid. */
    private static @Nullable String errors(Composite composite) {
        XmlElement order = XmlElement.parse(
                "<order xmlns='urn:shop'><number>1</number><total>5</total></order>".getBytes(StandardCharsets.UTF_8));
        return new MessageSchemas(wsdl(composite), composite.resources())
                .errors(
                        Objects.requireNonNull(wsdl(composite).message(XmlName.of("urn:shop", "order"))),
                        MessageValue.of("payload", order));
    }

    @Test
    void copiesOfOneCompositeShareWhatIsReadOfTheirDocuments() {
        assertSame(wsdl(shop(0).load(folder)), wsdl(load(shop(0).sar(folder))));
    }

    @Test
    void eachIsCheckedByItsOwnSchemasThoughOnlyAnIncludedOneDiffers() {
        Composite cheap = shop(0).load(folder);
        Composite dear = shop(9).load(folder);
        Composite cheapToo = shop(0).load(folder);

        assertNull(errors(cheap));
        assertNotNull(errors(dear));
        assertNull(errors(cheapToo));
        assertNotSame(wsdl(cheap), wsdl(dear));
        assertSame(wsdl(cheap), wsdl(cheapToo));
    }

    @Test
    void oneThatIsReadAgainHasTheDocumentsOfNow() throws IOException {
        Path place = shop(0).folder(folder);
        Composite before = load(place);
        Files.writeString(place.resolve("xsd/Types.xsd"), shop(9).text("xsd/Types.xsd"));

        Composite after = load(place);

        assertNull(errors(before), "what is deployed goes on with what it was deployed with");
        assertNotNull(errors(after));
    }

    @Test
    void aDocumentThatOnlyAnotherCompositeHasIsMissing() {
        Composite whole = shop(0).load(folder);

        AssemblyException refused = assertThrows(
                AssemblyException.class, () -> shop(0).without("xsd/Types.xsd").load(folder));

        assertTrue(refused.problems().stream().anyMatch(each -> each.what().contains("Types.xsd")), refused::toString);
        assertNotNull(wsdl(whole).documents().get(TYPES));
    }
}
