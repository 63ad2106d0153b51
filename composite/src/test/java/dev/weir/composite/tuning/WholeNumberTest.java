package dev.weir.composite.tuning;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What counts as a whole number in settings, requests and commands. */
class WholeNumberTest {
    @Test
    void digitsAreANumberInItsRange() {
        assertEquals(OptionalLong.of(9), WholeNumber.parse("9", 0, 9));
        assertEquals(OptionalLong.of(9), WholeNumber.parse("009", 0, 9));
        assertEquals(OptionalLong.of(-1), WholeNumber.parse("-1", -1, 9));
        assertEquals(OptionalLong.of(Long.MAX_VALUE), WholeNumber.parse("9223372036854775807", 0, Long.MAX_VALUE));
        assertEquals(OptionalLong.empty(), WholeNumber.parse("10", 0, 9));
        assertEquals(OptionalLong.empty(), WholeNumber.parse("-2", -1, 9));
    }

    /** A full-width nine, and one of Devanagari, among those that are none. */
    @ParameterizedTest
    @ValueSource(
            strings = {"", "-", "+9", "\uFF19", "\u096F", " 9", "9 ", "9\n", "0x9", "9.0", "--9", "9223372036854775808"
            })
    void allElseIsNone(String text) {
        assertEquals(OptionalLong.empty(), WholeNumber.parse(text, Long.MIN_VALUE, Long.MAX_VALUE));
    }

    @Test
    void aMinusIsOnlyForNumbersThatMayBeNegative() {
        assertEquals(OptionalLong.of(0), WholeNumber.parse("-0", -1, 9));
        assertEquals(OptionalLong.empty(), WholeNumber.parse("-0", 0, 9));
    }
}
