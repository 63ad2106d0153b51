package dev.weir.composite.delivery;

import dev.weir.wsdl.MessageValue;

/**
 * One message on one wire.
 *
 * @param path which of its context's deliveries this is: empty for the first, {@code /0}, {@code /0/1} and so on below
 * @param span the audit span under which the receiver's events hang
 */
public record Delivery(
        DeliveryContext context, String path, long span, String operation, boolean oneWay, MessageValue message) {
    /** How many deliveries lie behind this one on its context. */
    public int depth() {
        return (int) path.chars().filter(c -> c == '/').count();
    }
}
