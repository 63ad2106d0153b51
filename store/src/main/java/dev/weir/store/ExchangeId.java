package dev.weir.store;

import org.jspecify.annotations.Nullable;

/**
 * Identifies a caller that waits for a reply. The text form is {@code http:flow}, {@code call:key} or
 * {@code memory:key}, followed by the path of the delivery ({@code /0/1}) where a mediator turned one message into
 * several.
 */
public sealed interface ExchangeId {
    /**
     * The exchange of a request from outside. Its caller waits in memory only.
     *
     * @param flow the flow that the request began
     * @param path of the delivery: empty, or {@code /n} for each mediator on the way
     */
    record OfRequest(long flow, String path) implements ExchangeId {
        private static final String PREFIX = "http:";

        public OfRequest {
            if (flow <= 0) {
                throw new IllegalArgumentException("the flow of an exchange must be positive: " + flow);
            }
            checkPath(path);
        }

        @Override
        public ExchangeId at(String deeper) {
            return deeper.isEmpty() ? this : new OfRequest(flow, path + deeper);
        }

        @Override
        public String toString() {
            return PREFIX + flow + path;
        }
    }

    /**
     * The exchange of a stored call. It is durable: a reply is kept until the call is completed, because the caller
     * survives a crash and asks again.
     *
     * @param path of the delivery: empty, or {@code /n} for each mediator on the way
     */
    record OfCall(CallKey call, String path) implements ExchangeId {
        private static final String PREFIX = "call:";

        public OfCall {
            checkPath(path);
        }

        public OfCall(CallKey call) {
            this(call, "");
        }

        @Override
        public ExchangeId at(String deeper) {
            return deeper.isEmpty() ? this : new OfCall(call, path + deeper);
        }

        /** The call and the path, without the kind of exchange: what a message id is made from. */
        public String reference() {
            return call + path;
        }

        /**
         * The inverse of {@link #reference}.
         *
         * @throws IllegalArgumentException if the text has another form
         */
        public static OfCall parseReference(String text) {
            int slash = text.indexOf('/');
            int end = slash < 0 ? text.length() : slash;
            return new OfCall(CallKey.parse(text.substring(0, end)), text.substring(end));
        }

        @Override
        public String toString() {
            return PREFIX + call + path;
        }
    }

    /**
     * The exchange of a call by an instance that lives in memory only, and its caller with it.
     *
     * @param path of the delivery: empty, or {@code /n} for each mediator on the way
     */
    record InMemory(CallKey call, String path) implements ExchangeId {
        private static final String PREFIX = "memory:";

        public InMemory {
            checkPath(path);
        }

        public InMemory(CallKey call) {
            this(call, "");
        }

        @Override
        public ExchangeId at(String deeper) {
            return deeper.isEmpty() ? this : new InMemory(call, path + deeper);
        }

        @Override
        public String toString() {
            return PREFIX + call + path;
        }
    }

    /** The exchange of a request that began a flow. */
    static ExchangeId ofRequest(long flow) {
        return new OfRequest(flow, "");
    }

    /** The exchange of a delivery further on, behind a mediator. */
    ExchangeId at(String path);

    /** True if a reply is to be kept for a caller that survives a crash. */
    default boolean durable() {
        return this instanceof OfCall;
    }

    /**
     * The inverse of {@code toString}.
     *
     * @throws IllegalArgumentException if the text has another form
     */
    static ExchangeId parse(String text) {
        try {
            if (text.startsWith(OfCall.PREFIX)) {
                return OfCall.parseReference(text.substring(OfCall.PREFIX.length()));
            }
            if (text.startsWith(OfRequest.PREFIX)) {
                String reference = text.substring(OfRequest.PREFIX.length());
                int slash = reference.indexOf('/');
                int end = slash < 0 ? reference.length() : slash;
                ExchangeId request = new OfRequest(Long.parseLong(reference, 0, end, 10), reference.substring(end));
                if (request.toString().equals(text)) {
                    return request;
                }
            }
            if (text.startsWith(InMemory.PREFIX)) {
                OfCall call = OfCall.parseReference(text.substring(InMemory.PREFIX.length()));
                return new InMemory(call.call(), call.path());
            }
        } catch (IllegalArgumentException e) {
            throw malformed(text, e);
        }
        throw malformed(text, null);
    }

    private static IllegalArgumentException malformed(String text, @Nullable Throwable cause) {
        return new IllegalArgumentException(
                "an exchange must have the form http:flow, call:key or memory:key, each with a path: '" + text + "'",
                cause);
    }

    private static void checkPath(String path) {
        boolean digit = true;
        for (int i = 0; i < path.length(); i++) {
            char c = path.charAt(i);
            if (c == '/' ? !digit : c < '0' || c > '9' || i == 0) {
                throw new IllegalArgumentException("the path of a delivery must have the form /n/n: '" + path + "'");
            }
            digit = c != '/';
        }
        if (!digit) {
            throw new IllegalArgumentException("the path of a delivery must have the form /n/n: '" + path + "'");
        }
    }
}
