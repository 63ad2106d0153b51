package dev.weir.bpel.instance;

import dev.weir.store.CallKey;

/**
 * An instance that this one has made its detail.
 *
 * @param index in the order of the calls, from 0
 * @param call the call that made it
 * @param label the invoke's; empty for none
 */
public record Detail(int index, CallKey call, String label) {}
