package dev.weir.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class TestSizeTest {
    @Test
    void aSizeIsGateOrSoak() {
        assertEquals(TestSize.GATE, TestSize.parse("gate"));
        assertEquals(TestSize.SOAK, TestSize.parse("soak"));
        assertThrows(IllegalArgumentException.class, () -> TestSize.parse("huge"));
    }

    @Test
    void aPropertyOfTheTestsOwnHasPrecedence() {
        System.setProperty("weir.test.ducks", "7");
        try {
            assertEquals(7, TestSize.of("weir.test.ducks", 1, 100));
            assertEquals(TestSize.of(1, 100), TestSize.of("weir.test.geese", 1, 100));
            for (String none : new String[] {"many", "1_000", "-5", "0", "3000000000"}) {
                System.setProperty("weir.test.ducks", none);
                assertThrows(IllegalArgumentException.class, () -> TestSize.of("weir.test.ducks", 1, 100), none);
            }
        } finally {
            System.clearProperty("weir.test.ducks");
        }
    }
}
