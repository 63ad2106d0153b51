package dev.weir.bpel.instance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.testing.TestSeed;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SubscriptionNameTest {
    @Test
    void namesThatAreInStoresAreRead() {
        assertEquals(new SubscriptionName(17, 2), SubscriptionName.parse("m17.2"));
        assertEquals("m17.2", new SubscriptionName(17, 2).toString());
        assertEquals("t17.0", new TimerName(17, 0).toString());
    }

    @Test
    void whatIsWrittenIsReadAgain() {
        Random random = new Random(TestSeed.of(SubscriptionNameTest.class));
        for (int i = 0; i < 1_000; i++) {
            SubscriptionName name =
                    new SubscriptionName(random.nextInt(Integer.MAX_VALUE), random.nextInt(Integer.MAX_VALUE));
            assertEquals(name, SubscriptionName.parse(name.toString()));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "m", "m17", "m.2", "m17.", "t17.2", "17.2", "m-1.2", "m17.-2", "m17.2.3", "m99999999999.1"})
    void otherNamesAreRefused(String text) {
        RowException error = assertThrows(RowException.class, () -> SubscriptionName.parse(text));
        assertTrue(error.getMessage().contains("'" + text + "'"), error::getMessage);
    }
}
