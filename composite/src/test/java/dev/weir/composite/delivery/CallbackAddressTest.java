package dev.weir.composite.delivery;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class CallbackAddressTest {
    @Test
    void whatWasEncodedComesBack() {
        CallbackAddress address = CallbackAddress.http("http://caller.example/cb", "urn:uuid:1");

        assertEquals(address, CallbackAddress.decode(address.encode()));
    }

    @Test
    void anAddressThatAProcessAssignedToItsPartnerLinkIsMeantAsItStands() {
        assertEquals(
                CallbackAddress.http("http://elsewhere.example/service", null),
                CallbackAddress.decode("http://elsewhere.example/service"));
    }
}
