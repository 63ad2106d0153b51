package dev.weir.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An outgoing message of an instance, to be carried out at least once.
 *
 * @param key unique and stable over retries: {@code <instance>:<number>}; receivers deduplicate by it
 * @param span the audit span under which its events hang
 * @param definition with which the instance began; empty for none
 * @param oneWay true if no reply is wanted
 * @param address where to, in place of what the wire says (a callback, an assigned endpoint); null for the wire
 * @param attempt 0 at first
 * @param due not before
 */
public record Call(
        String key,
        long instance,
        long flow,
        long span,
        String component,
        String definition,
        String partnerLink,
        String operation,
        boolean oneWay,
        @Nullable String address,
        byte[] payload,
        int attempt,
        Instant due) {}
