package dev.weir.composite.delivery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.composite.delivery.CallTarget.Assigned;
import dev.weir.composite.delivery.CallTarget.ComponentCallback;
import dev.weir.composite.delivery.CallTarget.Event;
import dev.weir.composite.delivery.CallTarget.HttpCallback;
import dev.weir.composite.delivery.CallTarget.Own;
import dev.weir.composite.delivery.CallTarget.Wired;
import dev.weir.store.Call;
import dev.weir.store.CallKey;
import dev.weir.store.ComponentId;
import dev.weir.store.InstanceRef;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the calls of a store are for, in the forms that stores of earlier versions have, too. */
class CallTargetTest {
    private static final ComponentId PAY = ComponentId.parse("default/Payroll!1.0/Pay");

    private static Call call(String partnerLink, @Nullable String address) {
        return Call.of(new CallKey(7, 2), new InstanceRef(7, 1, PAY, ""), partnerLink, "pay")
                .address(address)
                .payload(new byte[0])
                .due(Instant.EPOCH)
                .build();
    }

    private static Stream<Arguments> targets() {
        return Stream.of(
                Arguments.of("bank", new Wired(), null),
                Arguments.of("bank", new Assigned("http://bank/2"), "http://bank/2"),
                Arguments.of("!event", new Event(XmlName.of("urn:e", "Paid")), "{urn:e}Paid"),
                Arguments.of(
                        "client",
                        new HttpCallback("http://client:9090/done?a=b\nc", "urn:uuid:1"),
                        "\u0001HTTP\u0001http://client:9090/done?a=b\nc\u0001\u0001urn:uuid:1"),
                Arguments.of(
                        "client",
                        new HttpCallback("http://client/", null),
                        "\u0001HTTP\u0001http://client/\u0001\u0001"),
                Arguments.of(
                        "client",
                        new HttpCallback("http://client/", "urn:1", "<wsa:ReferenceParameters xmlns:wsa='urn:v'/>"),
                        "\u0001HTTP\u0001http://client/\u0001<wsa:ReferenceParameters xmlns:wsa='urn:v'/>\u0001urn:1"),
                Arguments.of(
                        "client",
                        new ComponentCallback(PAY, "bank", "7:2"),
                        "\u0001COMPONENT\u0001default/Payroll!1.0/Pay\u0001bank\u00017:2"),
                Arguments.of(
                        "!mediator",
                        new Own(List.of("MESSAGE", "pay", "0", "false", "", "", "")),
                        "\u0002MESSAGE\u0002pay\u00020\u0002false\u0002\u0002\u0002"));
    }

    @ParameterizedTest
    @MethodSource("targets")
    void whatIsStoredIsReadBack(String partnerLink, CallTarget target, @Nullable String stored) {
        assertEquals(stored, target.encode());
        assertEquals(target, CallTarget.of(call(partnerLink, stored)));
    }

    @Test
    void aCallbackToACallGoesToTheComponentThatMadeIt() {
        assertEquals(
                new ComponentCallback(PAY, "bank", call("bank", null).key().toString()),
                ComponentCallback.to(call("bank", null)));
    }

    @Test
    void anAddressFromAMessageIsNeverTakenForACallback() {
        String address = "COMPONENT\ndefault/Payroll!1.0/Pay\nclient\n1:1";

        assertEquals(new Assigned(address), CallTarget.of(call("bank", address)));
        assertThrows(IllegalArgumentException.class, () -> CallTarget.decodeCallback(address));
    }

    @ParameterizedTest
    @MethodSource("targets")
    void noMessageCanHoldWhatIsNoAddress(String partnerLink, CallTarget target, @Nullable String stored) {
        if (!(target instanceof CallTarget.Callback) && !(target instanceof Own)) {
            return;
        }
        for (String text : List.of(stored, stored.replace("\u0001", "&#1;").replace("\u0002", "&#2;"))) {
            byte[] document = ("<Address>" + text + "</Address>").getBytes(StandardCharsets.UTF_8);

            assertThrows(XmlException.class, () -> XmlElement.parse(document));
        }
    }

    @Test
    void whatNoVersionHasStoredIsRefused() {
        for (String stored : List.of("\u0001HTTP\u0001http://client/", "\u0001MAIL\u0001a@b\u0001\u0001")) {
            assertThrows(IllegalArgumentException.class, () -> CallTarget.of(call("client", stored)));
        }
    }
}
