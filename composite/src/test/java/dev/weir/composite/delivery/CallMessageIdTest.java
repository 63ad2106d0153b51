package dev.weir.composite.delivery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.store.CallKey;
import dev.weir.store.ExchangeId;
import org.junit.jupiter.api.Test;

class CallMessageIdTest {
    private static final CallMessageId ID = new CallMessageId("5eed", new ExchangeId.OfCall(new CallKey(17, 2), "/0"));

    @Test
    void anIdIsReadByTheStoreThatMadeIt() {
        assertEquals("urn:weir:call:5eed:17:2/0", ID.toString());
        assertEquals(ID, CallMessageId.parse("urn:weir:call:5eed:17:2/0", "5eed"));
        assertNull(CallMessageId.parse("urn:weir:call:5eed:17:2/0", "other"));
    }

    @Test
    void otherIdsAreNotCalls() {
        assertNull(CallMessageId.parse(null, "5eed"));
        assertNull(CallMessageId.parse("urn:uuid:1", "5eed"));
        assertNull(CallMessageId.parse("urn:weir:call:5eed:nonsense", "5eed"));
    }

    @Test
    void aMessageThatCountsOnceIsSentOnUnderAnIdOfItsKey() {
        assertEquals("urn:weir:call:other:17:2/0", CallMessageId.ofKey("5eed", "urn:weir:call:other:17:2/0"));
        assertEquals("urn:weir:call:5eed:wsa:ab12/0", CallMessageId.ofKey("5eed", "wsa:ab12/0"));
        assertNull(CallMessageId.parse("urn:weir:call:5eed:wsa:ab12/0", "5eed"), "it is no call");
    }

    @Test
    void theCallsOfEveryWeirAreKnownAsSuch() {
        assertTrue(CallMessageId.isCall(ID.toString()));
        assertFalse(CallMessageId.isCall("urn:uuid:1"));
    }
}
