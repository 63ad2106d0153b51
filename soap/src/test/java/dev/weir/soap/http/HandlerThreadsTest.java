package dev.weir.soap.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The pool of JDKs without virtual threads. */
class HandlerThreadsTest {
    private final ThreadPoolExecutor pool = HandlerThreads.platformThreads();

    @AfterEach
    void close() {
        pool.shutdownNow();
    }

    /** As services do that call each other on one server: the inner call needs a thread while the outer one waits. */
    @Test
    void handlersThatWaitForOthersGetThem() throws Exception {
        int outer = 100;
        CountDownLatch done = new CountDownLatch(outer);
        CountDownLatch begun = new CountDownLatch(outer);
        for (int i = 0; i < outer; i++) {
            pool.execute(() -> {
                try {
                    begun.countDown();
                    begun.await();
                    pool.submit(done::countDown).get();
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
        }
        assertTrue(done.await(1, TimeUnit.MINUTES), () -> done.getCount() + " wait for ever");
    }

    @Test
    void threadsThatAreFreeAreUsedBeforeThereAreMore() throws Exception {
        int usual = pool.getCorePoolSize();
        for (int i = 0; i < 20 * usual; i++) {
            pool.submit(() -> {}).get();
        }
        assertEquals(usual, pool.getLargestPoolSize(), "a task at a time needs no more");
    }

    @Test
    void tasksBeyondTheMostThreadsWait() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        Future<?> last = null;
        for (int i = 0; i <= pool.getMaximumPoolSize(); i++) {
            last = pool.submit(() -> {
                go.await();
                return null;
            });
        }
        assertEquals(pool.getMaximumPoolSize(), pool.getPoolSize());
        go.countDown();
        last.get(1, TimeUnit.MINUTES);
        pool.shutdown();
        assertThrows(RejectedExecutionException.class, () -> pool.execute(() -> {}));
    }
}
