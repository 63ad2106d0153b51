package dev.weir.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class TestSeedTest {
    @Test
    void theSeedIsFixedUnlessOneIsSet() {
        assertEquals(TestSeed.DEFAULT, TestSeed.parse(null, 7));
        assertEquals(TestSeed.DEFAULT, TestSeed.parse("", 7));
        assertEquals(-12, TestSeed.parse("-12", 7));
        assertEquals(7, TestSeed.parse("random", 7));
    }

    @Test
    void aSettingThatIsNoSeedIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> TestSeed.parse("0x1", 7));
    }

    @Test
    void allTestsOfAJvmHaveTheSameSeed() {
        assertEquals(TestSeed.of(TestSeedTest.class), TestSeed.of(String.class));
    }
}
