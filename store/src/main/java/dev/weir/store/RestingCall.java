package dev.weir.store;

import java.time.Instant;

/**
 * A call that nobody makes again until an operator has decided.
 *
 * @param call as it was when it failed
 * @param since when it came to rest
 * @param fault by which it failed
 */
public record RestingCall(Call call, Instant since, CallFault fault) {}
