package dev.weir.store;

import java.time.Instant;

/**
 * A call that nobody makes again until an operator has decided.
 *
 * @param call as it was when it failed, but for its payload, which is empty here: {@link Store#restingPayload} has it
 * @param since when it came to rest
 * @param fault by which it failed; in lists its data is empty
 * @param suspended true where an operator holds the instance that made it
 */
public record RestingCall(Call call, Instant since, CallFault fault, boolean suspended) {}
