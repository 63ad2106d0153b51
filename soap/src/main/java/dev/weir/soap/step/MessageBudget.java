package dev.weir.soap.step;

import dev.weir.soap.http.BodyRefusedException;
import dev.weir.soap.http.RequestMemory;
import dev.weir.xml.tree.TreeBudget;
import dev.weir.xml.tree.TreeMemory;

/**
 * What the trees of one request may take: first what is expected of a document of its length and was reserved before it
 * was read, then more of the server's memory, as long as there is some; and a limit of nodes.
 */
public final class MessageBudget implements TreeBudget {
    /** A gigabyte of tree. */
    static final long MAX_NODES = 20_000_000;

    /** What the header blocks of a usual message take at most. */
    private static final long HEADER_BYTES = 64 * 1024;

    private final RequestMemory memory;
    private long expectedBytes;
    private long nodes;

    private MessageBudget(long expectedBytes, RequestMemory memory) {
        this.memory = memory;
        this.expectedBytes = expectedBytes;
    }

    MessageBudget(RequestMemory memory, long documentBytes) {
        this(TreeMemory.expected(documentBytes), memory);
    }

    /** Of a request of which only the header blocks are trees, which its reservation does not think of; never settled. */
    public static MessageBudget ofHeaders(RequestMemory memory) {
        return new MessageBudget(HEADER_BYTES, memory);
    }

    @Override
    public void take(long bytes, long moreNodes) {
        nodes += moreNodes;
        if (nodes > MAX_NODES) {
            throw new BodyRefusedException(
                    413, "The message has more than " + MAX_NODES + " elements, attributes and texts.");
        }
        long reserved = Math.min(bytes, expectedBytes);
        expectedBytes -= reserved;
        if (bytes > reserved) {
            memory.take(bytes - reserved);
        }
    }

    /** The trees are built: what was expected beyond them is others'. */
    void settle() {
        memory.give(expectedBytes);
        expectedBytes = 0;
    }
}
