package dev.weir.composite.delivery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.store.CallKey;
import dev.weir.store.ExchangeId;
import org.junit.jupiter.api.Test;

class CallMessageIdsTest {
    private static final ExchangeId.OfCall CALL = new ExchangeId.OfCall(new CallKey(17, 2), "/0");

    private final CallMessageIds own = new CallMessageIds("5eed", new byte[32]);
    private final CallMessageIds other = new CallMessageIds("0ther", new byte[] {1});

    @Test
    void theIdOfACallIsItsReferenceWithAProof() {
        String id = own.ofCall(CALL);
        assertTrue(id.matches("urn:weir:call:5eed:17:2/0:[A-Za-z0-9_-]{22}"), id);
        assertEquals(id, own.ofCall(CALL), "on every attempt");
        assertEquals(CALL, own.proven(id));
        assertNull(other.proven(id));
    }

    @Test
    void withoutTheRightProofItIsNobodys() {
        String id = own.ofCall(CALL);
        String stolen = new CallMessageIds("5eed", new byte[] {1}).ofCall(CALL);
        assertNotEquals(id, stolen);
        for (String forged : new String[] {
            null,
            "",
            "urn:uuid:1",
            "17:2/0",
            "urn:weir:call:5eed:17:2/0",
            stolen,
            id.substring(0, id.length() - 1),
            id + "A",
            id.replace("17:2", "17:3"),
            id.replace("/0", "/1"),
            id.replace("5eed", "0ther"),
            "urn:weir:call:5eed:nonsense:" + id.substring(id.lastIndexOf(':') + 1)
        }) {
            assertNull(own.proven(forged), forged);
        }
    }

    @Test
    void idsOfWeirsCountOnceOwnOnesIfTheyAreProven() {
        assertTrue(own.countsOnce(own.ofCall(CALL)));
        assertTrue(own.countsOnce(other.ofCall(CALL)));
        assertTrue(own.countsOnce(own.ofKey("wsa:ab12/0")));
        assertFalse(own.countsOnce(new CallMessageIds("5eed", new byte[] {1}).ofCall(CALL)));
        assertFalse(own.countsOnce("urn:weir:call:0ther:17:2/0"));
        assertFalse(own.countsOnce("urn:uuid:1"));
    }

    @Test
    void aMessageThatIsSentOnHasAnIdThatItsFirstSenderCannotKnow() {
        String given = other.ofCall(CALL);
        String id = own.ofKey(given + "/1");
        assertEquals(id, own.ofKey(given + "/1"));
        assertNotEquals(id, own.ofKey(given + "/2"));
        assertNotEquals(id, new CallMessageIds("5eed", new byte[] {1}).ofKey(given + "/1"));
        assertTrue(other.countsOnce(id), id);
        assertNull(own.proven(id), "it is no call");
        String deep = own.ofKey("k".repeat(5_000));
        assertTrue(deep.length() < 200, deep);
        assertTrue(own.countsOnce(deep), deep);
    }
}
