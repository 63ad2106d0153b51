package dev.weir.server.log;

import dev.weir.soap.http.RequestLog.Ended;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The combined format of Apache's and nginx's logs, followed by the time taken in seconds. What peers have written can
 * neither end a field nor a line: quotation marks, backslashes and all that is not visible ASCII are escaped, and a field has
 * at most {@link #MOST} characters of them.
 */
final class CombinedFormat {
    static final int MOST = 2_048;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ROOT);
    private static final HexFormat HEX = HexFormat.of();

    private final Clock clock;
    private volatile Second now;

    private record Second(long epoch, String text) {}

    CombinedFormat(Clock clock) {
        this.clock = clock;
        this.now = second(clock.instant());
    }

    private Second second(Instant instant) {
        ZoneId zone = clock.getZone();
        return new Second(instant.getEpochSecond(), TIME.format(instant.atZone(zone)));
    }

    byte[] line(Ended request) {
        Instant instant = clock.instant();
        Second second = now;
        if (second.epoch != instant.getEpochSecond()) {
            second = second(instant);
            now = second;
        }
        StringBuilder line = new StringBuilder(256);
        line.append(address(request)).append(" - - [").append(second.text).append("] \"");
        escape(line, request.method());
        line.append(' ');
        escape(line, request.target());
        line.append(' ')
                .append(request.version())
                .append("\" ")
                .append(request.status())
                .append(' ');
        line.append(request.bytes()).append(' ');
        quote(line, request.referer());
        line.append(' ');
        quote(line, request.agent());
        long micros = request.nanos() / 1_000;
        line.append(' ').append(micros / 1_000_000).append('.');
        String fraction = Long.toString(micros % 1_000_000);
        line.append("0".repeat(6 - fraction.length())).append(fraction).append('\n');
        return line.toString().getBytes(StandardCharsets.US_ASCII);
    }

    private static String address(Ended request) {
        String host = request.peer().getHostString();
        int scope = host.indexOf('%');
        return scope < 0 ? host : host.substring(0, scope);
    }

    private static void quote(StringBuilder line, @Nullable String text) {
        line.append('"');
        escape(line, text == null ? "-" : text);
        line.append('"');
    }

    private static void escape(StringBuilder line, String text) {
        int end = Math.min(text.length(), MOST);
        for (int i = 0; i < end; i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                line.append('\\').append(c);
            } else if (c >= ' ' && c < 0x7f) {
                line.append(c);
            } else {
                for (byte each : String.valueOf(c).getBytes(StandardCharsets.UTF_8)) {
                    line.append("\\x");
                    HEX.toHexDigits(line, each);
                }
            }
        }
        if (end < text.length()) {
            line.append("...");
        }
    }
}
