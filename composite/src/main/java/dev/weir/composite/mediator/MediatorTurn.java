package dev.weir.composite.mediator;

import dev.weir.composite.message.Incoming;
import dev.weir.store.ComponentId;
import dev.weir.store.Turn;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAccessor;

/** The place of a message among those that a resequencer puts in order. */
final class MediatorTurn {
    private static final int LONGEST_GROUP = 1_000;

    private MediatorTurn() {}

    /** @throws MediatorException for a message without a usable group or sequence id: it is refused to its sender */
    static Turn of(ComponentId component, MediatorPlan plan, String operation, Resequencer order, Incoming message) {
        String group = order.groupOf(message);
        if (group.length() > LONGEST_GROUP) {
            throw new MediatorException(
                    order.place(),
                    "the message's group has " + group.length() + " characters, more than " + LONGEST_GROUP);
        }
        String queue = component + "/" + plan.sequenceOf(operation) + (group.isEmpty() ? "" : "/" + group);
        String id = order.idOf(message);
        if (order.order() instanceof Resequencer.Standard standard) {
            return new Turn(
                    queue,
                    new Turn.Sequence(standard.start(), standard.increment(), standard.timeout()),
                    number(id, order));
        }
        if (order.order() instanceof Resequencer.BestEffort effort) {
            Duration window = effort.window();
            return new Turn(
                    queue,
                    new Turn.Window(window == null ? Duration.ZERO : window),
                    effort.byTime() ? time(id, order) : number(id, order));
        }
        return new Turn(queue, new Turn.Arrival(), 0);
    }

    private static long number(String id, Resequencer order) {
        if (id.matches("[+-]?[0-9]{1,19}")) {
            BigInteger number = new BigInteger(id);
            if (number.bitLength() < Long.SIZE) {
                return number.longValue();
            }
        }
        throw new MediatorException(
                order.place(), "the sequence id must be a whole number of 64 bits, but is '" + shortened(id) + "'");
    }

    /** A time without a zone is taken as UTC. */
    private static long time(String id, Resequencer order) {
        try {
            TemporalAccessor time =
                    DateTimeFormatter.ISO_DATE_TIME.parseBest(id, OffsetDateTime::from, LocalDateTime::from);
            Instant instant = time instanceof OffsetDateTime offset
                    ? offset.toInstant()
                    : LocalDateTime.from(time).toInstant(ZoneOffset.UTC);
            return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
        } catch (DateTimeException | ArithmeticException e) {
            throw new MediatorException(
                    order.place(), "the sequence id must be an xs:dateTime, but is '" + shortened(id) + "'");
        }
    }

    private static String shortened(String id) {
        return id.length() <= 60 ? id : id.substring(0, 60) + "…";
    }
}
