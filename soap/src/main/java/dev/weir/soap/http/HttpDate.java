package dev.weir.soap.http;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** The field Date of replies (RFC 9110, section 6.6.1). It is made once a second, by whoever comes first. Thread-safe. */
final class HttpDate {
    /** IMF-fixdate (RFC 9110, section 5.6.7). */
    private static final DateTimeFormatter FORM = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private record Second(long number, String text) {}

    private static volatile Second last = new Second(-1, "");

    private HttpDate() {}

    static String now() {
        long second = System.currentTimeMillis() / 1000;
        Second known = last;
        if (known.number != second) {
            known = new Second(second, FORM.format(Instant.ofEpochSecond(second)));
            last = known;
        }
        return known.text;
    }
}
