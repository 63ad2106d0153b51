package dev.weir.store.sqlite;

import dev.weir.store.AuditEvent;
import dev.weir.store.AuditPayload;
import dev.weir.store.AuditSpan;
import dev.weir.store.ComponentId;
import dev.weir.store.StoreException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Events of one flow as bytes: one after the other, each with these fields. Numbers are written in groups of seven bits,
 * the lowest first; signed ones with the sign in the lowest bit. The first byte of all is {@link #FORMAT}; rows of the
 * format before have no activities.
 *
 * <pre>
 *   kind        its code
 *   instance    signed difference to the event before (0 before the first), as are the next three
 *   span
 *   parent      to the span of this event
 *   activity    its number, 0 for none
 *   at          microseconds
 *   component   its number in the table {@code name}
 *   name        length in bytes, UTF-8
 *   detail      0 for none, or its length + 1, UTF-8
 *   payload     0 for none; 1, length, bytes; or 2, id, size of one that is stored apart
 * </pre>
 *
 * Used by one thread at a time.
 */
final class TrailEncoding {
    private static final int FORMAT = 2;
    private static final int WITHOUT_ACTIVITIES = 1;
    private static final int NONE = 0;
    private static final int INLINE = 1;
    private static final int APART = 2;

    private byte[] bytes = new byte[2_048];
    private int length;
    private long instance;
    private long span;
    private long at;

    /** Gives the number of a component. */
    @FunctionalInterface
    interface Numbers {
        long of(ComponentId component) throws SQLException;
    }

    /** Gives the component with a number. */
    @FunctionalInterface
    interface Components {
        ComponentId of(long number) throws SQLException;
    }

    /** Begins anew. */
    void clear() {
        length = 0;
        instance = 0;
        span = 0;
        at = 0;
        put(FORMAT);
    }

    int length() {
        return length;
    }

    byte[] toBytes() {
        return Arrays.copyOf(bytes, length);
    }

    /** @param payload stands for the event's: with an id for one that is stored apart; null for none */
    void add(AuditEvent event, @Nullable AuditPayload payload, Numbers numbers) throws SQLException {
        unsigned(event.kind().code());
        signed(event.instance() - instance);
        signed(event.span() - span);
        signed(event.parent() - event.span());
        unsigned(event.activity());
        instance = event.instance();
        span = event.span();
        long time = MicrosecondTime.floor(event.at());
        signed(time - at);
        at = time;
        unsigned(numbers.of(event.component()));
        byte[] name = event.name().getBytes(StandardCharsets.UTF_8);
        unsigned(name.length);
        put(name);
        String detail = event.detail();
        if (detail == null) {
            put(NONE);
        } else {
            byte[] text = detail.getBytes(StandardCharsets.UTF_8);
            unsigned(text.length + 1L);
            put(text);
        }
        if (payload == null) {
            put(NONE);
        } else if (payload.id() != 0) {
            put(APART);
            unsigned(payload.id());
            unsigned(payload.size());
        } else {
            byte[] content = payload.bytes();
            if (content == null) {
                throw new IllegalArgumentException("the payload of a new event must have its bytes: " + event);
            }
            put(INLINE);
            unsigned(content.length);
            put(content);
        }
    }

    private void unsigned(long value) {
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            put((int) (rest & 0x7F) | 0x80);
            rest >>>= 7;
        }
        put((int) rest);
    }

    private void signed(long value) {
        unsigned(value << 1 ^ value >> 63);
    }

    private void put(int one) {
        reserve(1);
        bytes[length++] = (byte) one;
    }

    private void put(byte[] some) {
        reserve(some.length);
        System.arraycopy(some, 0, bytes, length, some.length);
        length += some.length;
    }

    private void reserve(int more) {
        if (more > bytes.length - length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, Math.addExact(length, more)));
        }
    }

    /** Reads a row's events back. */
    static void decode(long flow, byte[] row, Components components, List<AuditEvent> into) throws SQLException {
        new Decoder(flow, row).all(components, into);
    }

    private static final class Decoder {
        private final long flow;
        private final byte[] row;
        private int position;

        Decoder(long flow, byte[] row) {
            this.flow = flow;
            this.row = row;
        }

        void all(Components components, List<AuditEvent> into) throws SQLException {
            if (row.length == 0 || row[0] != FORMAT && row[0] != WITHOUT_ACTIVITIES) {
                throw new StoreException("the history of flow " + flow
                        + " has a row in another format: open it with the" + " program that wrote it");
            }
            boolean withActivities = row[0] == FORMAT;
            position = 1;
            long instance = 0;
            long span = 0;
            long at = 0;
            while (position < row.length) {
                AuditEvent.Kind kind = AuditEvent.Kind.ofCode((int) unsigned());
                instance += signed();
                span += signed();
                long parent = span + signed();
                int activity = withActivities ? (int) unsigned() : 0;
                at += signed();
                ComponentId component = components.of(unsigned());
                String name = text((int) unsigned());
                int detailLength = (int) unsigned();
                String detail = detailLength == 0 ? null : text(detailLength - 1);
                into.add(new AuditEvent(
                        new AuditSpan(flow, instance, span, parent, activity),
                        MicrosecondTime.instant(at),
                        kind,
                        component,
                        name,
                        detail,
                        payload()));
            }
        }

        private @Nullable AuditPayload payload() {
            int form = row[position++];
            return switch (form) {
                case NONE -> null;
                case INLINE -> {
                    int size = (int) unsigned();
                    position += size;
                    yield new AuditPayload(0, size, Arrays.copyOfRange(row, position - size, position));
                }
                case APART -> {
                    long id = unsigned();
                    yield new AuditPayload(id, unsigned(), null);
                }
                default -> throw new StoreException("the history of flow " + flow + " has a payload of form " + form);
            };
        }

        private String text(int size) {
            position += size;
            return new String(row, position - size, size, StandardCharsets.UTF_8);
        }

        private long unsigned() {
            long value = 0;
            for (int shift = 0; ; shift += 7) {
                byte next = row[position++];
                value |= (long) (next & 0x7F) << shift;
                if (next >= 0) {
                    return value;
                }
            }
        }

        private long signed() {
            long value = unsigned();
            return value >>> 1 ^ -(value & 1);
        }
    }
}
