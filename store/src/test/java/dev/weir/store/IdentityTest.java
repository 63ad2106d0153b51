package dev.weir.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.testing.TestSeed;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The text forms of composites, components, calls and exchanges, which are in every store on disk. */
class IdentityTest {
    private static final String LETTERS = "aZ09._-!: é\u4e2d";

    private final long seed = TestSeed.of(IdentityTest.class);
    private final Random random = new Random(seed);

    private String text(String without) {
        StringBuilder text = new StringBuilder();
        while (text.length() == 0 || random.nextInt(6) != 0) {
            char c = LETTERS.charAt(random.nextInt(LETTERS.length()));
            if (without.indexOf(c) < 0) {
                text.append(c);
            }
        }
        return text.toString();
    }

    private CompositeRevision composite() {
        return new CompositeRevision(text(""), text("!"), text(""));
    }

    private CallKey call() {
        return new CallKey(1 + random.nextLong(Long.MAX_VALUE), random.nextLong(Long.MAX_VALUE));
    }

    private String path() {
        StringBuilder path = new StringBuilder();
        for (int i = random.nextInt(4); i > 0; i--) {
            path.append('/').append(random.nextInt(100));
        }
        return path.toString();
    }

    private ExchangeId exchange() {
        return switch (random.nextInt(3)) {
            case 0 -> new ExchangeId.OfRequest(1 + random.nextLong(Long.MAX_VALUE), path());
            case 1 -> new ExchangeId.OfCall(call(), path());
            default -> new ExchangeId.InMemory(call(), path());
        };
    }

    @Test
    void whatIsWrittenIsReadAgain() {
        for (int i = 0; i < 5_000; i++) {
            roundTrip(composite(), CompositeRevision::parse);
            roundTrip(new ComponentId(composite(), text("")), ComponentId::parse);
            roundTrip(call(), CallKey::parse);
            roundTrip(exchange(), ExchangeId::parse);
            ExchangeId.OfCall call = new ExchangeId.OfCall(call(), path());
            assertEquals(call, ExchangeId.OfCall.parseReference(call.reference()));
        }
    }

    private <T> void roundTrip(T value, Function<String, T> parse) {
        assertEquals(value, parse.apply(value.toString()), () -> "seed " + seed + ": " + value);
    }

    @Test
    void storesThatAreOnDiskAreRead() {
        CompositeRevision orders = new CompositeRevision("default", "Orders", "1.0");
        assertEquals(orders, CompositeRevision.parse("default/Orders!1.0"));
        assertEquals("Orders!1.0", orders.id());
        assertEquals(new ComponentId(orders, "OrderProcess"), ComponentId.parse("default/Orders!1.0/OrderProcess"));
        CallKey key = new CallKey(17, 2);
        assertEquals(key, CallKey.parse("17:2"));
        assertEquals(ExchangeId.ofRequest(4711), ExchangeId.parse("http:4711"));
        assertEquals(new ExchangeId.OfRequest(4711, "/0/12"), ExchangeId.parse("http:4711/0/12"));
        assertEquals(new ExchangeId.OfCall(key), ExchangeId.parse("call:17:2"));
        assertEquals(new ExchangeId.OfCall(key, "/1"), ExchangeId.parse("call:17:2/1"));
        assertEquals(new ExchangeId.InMemory(key, "/1"), ExchangeId.parse("memory:17:2/1"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Orders",
                "Orders!1.0",
                "default/Orders",
                "/Orders!1.0",
                "default/!1.0",
                "default/Orders!",
                "default/Orders!1/0",
                "default/a/b!1.0"
            })
    void otherTextIsNoComposite(String text) {
        IllegalArgumentException error =
                assertThrows(IllegalArgumentException.class, () -> CompositeRevision.parse(text));
        assertTrue(error.getMessage().contains("must"), error::getMessage);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Orders", "default/Orders!1.0", "default/Orders!1.0/", "default/Orders/P", "x!1/P"})
    void otherTextIsNoComponent(String text) {
        assertThrows(IllegalArgumentException.class, () -> ComponentId.parse(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "17",
                ":",
                "17:",
                ":2",
                "17:2:3",
                "17:-2",
                "+17:2",
                "017:2",
                "0:1",
                "17:2/0",
                "17: 2",
                "99999999999999999999:1"
            })
    void otherTextIsNoCallKey(String text) {
        IllegalArgumentException error = assertThrows(IllegalArgumentException.class, () -> CallKey.parse(text));
        assertTrue(error.getMessage().contains("call key"), error::getMessage);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "17:2",
                "http:",
                "http:0",
                "http:x",
                "http:07",
                "http:1/",
                "http:1//2",
                "http:1/x",
                "call:17",
                "call:17:2/",
                "call:17:2x",
                "memory:",
                "mail:17:2"
            })
    void otherTextIsNoExchange(String text) {
        IllegalArgumentException error = assertThrows(IllegalArgumentException.class, () -> ExchangeId.parse(text));
        assertTrue(error.getMessage().contains("'" + text + "'"), error::getMessage);
    }

    @Test
    void aDeliveryBehindMediatorsIsAnExchangeOfItsOwn() {
        ExchangeId call = new ExchangeId.OfCall(new CallKey(17, 2));
        assertEquals("call:17:2/0/1", call.at("/0").at("/1").toString());
        assertEquals(call, call.at(""));
        assertEquals("http:5/0", ExchangeId.ofRequest(5).at("/0").toString());
    }

    @Test
    void onlyTheExchangesOfStoredCallsAreDurable() {
        CallKey key = new CallKey(17, 2);
        assertTrue(new ExchangeId.OfCall(key).durable());
        assertFalse(new ExchangeId.InMemory(key).durable());
        assertFalse(ExchangeId.ofRequest(17).durable());
    }
}
