package dev.weir.store;

/**
 * A fault by which a call failed.
 *
 * @param name in Clark notation
 * @param reason for people
 * @param data what it carries, as the payload of a fault reply
 */
public record CallFault(String name, String reason, byte[] data) {}
