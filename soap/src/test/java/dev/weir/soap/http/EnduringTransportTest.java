package dev.weir.soap.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.IoRegistration;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** An event loop that once had too little memory serves its connections as before. */
class EnduringTransportTest {
    /** Those of the JDK, which at first have too little memory. */
    private record Starved(IoHandler handler, AtomicInteger failures) implements IoHandler {
        @Override
        public int run(IoHandlerContext context) {
            if (failures.getAndDecrement() > 0) {
                throw new OutOfMemoryError("as if");
            }
            return handler.run(context);
        }

        @Override
        public void prepareToDestroy() {
            handler.prepareToDestroy();
        }

        @Override
        public void destroy() {
            handler.destroy();
        }

        @Override
        public IoRegistration register(IoHandle handle) throws Exception {
            return handler.register(handle);
        }

        @Override
        public void wakeup() {
            handler.wakeup();
        }

        @Override
        public boolean isCompatible(Class<? extends IoHandle> type) {
            return handler.isCompatible(type);
        }
    }

    @Test
    void aLoopGoesOnAfterAnOutOfMemoryError() throws Exception {
        AtomicInteger failures = new AtomicInteger(3);
        IoHandlerFactory nio = NioIoHandler.newFactory();
        MultiThreadIoEventLoopGroup loops = new MultiThreadIoEventLoopGroup(
                1, EnduringTransport.enduring(executor -> new Starved(nio.newHandler(executor), failures)));
        try {
            // A task that waits for its time has the loop ask for input and output before it runs.
            for (int i = 0; failures.get() > 0 && i < 1_000; i++) {
                assertEquals(
                        "done",
                        loops.schedule(() -> "done", 1, TimeUnit.MILLISECONDS).get(20, TimeUnit.SECONDS));
            }
            assertTrue(failures.get() <= 0, "it has failed three times");
            assertEquals("done", loops.submit(() -> "done").get(20, TimeUnit.SECONDS));
        } finally {
            loops.shutdownGracefully();
        }
    }
}
