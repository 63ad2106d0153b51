package dev.weir.soap.http;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tasks that wait for each other, as services of one server that call each other do. */
class WorkerTasksTest {
    private static final int AT_ONCE = 12;
    private static final int ROUNDS = 2_000;

    @Test
    void noTaskCountsOnAThreadThatAnotherHas() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            ThreadPoolExecutor pool = HandlerThreads.platformThreads();
            try {
                // Some threads wait when the others come, from two sides.
                CountDownLatch first = new CountDownLatch(1 + round % 8);
                bring(pool, first, 1 + round % 8);
                first.await();
                CountDownLatch all = new CountDownLatch(2 * AT_ONCE);
                Thread other = new Thread(() -> bring(pool, all, AT_ONCE));
                other.start();
                bring(pool, all, AT_ONCE);
                assertTrue(all.await(1, TimeUnit.MINUTES), "round " + round + ": " + pool);
                other.join();
            } finally {
                pool.shutdownNow();
            }
        }
    }

    /** Tasks that end when all have begun. */
    private static void bring(ThreadPoolExecutor pool, CountDownLatch all, int tasks) {
        for (int i = 0; i < tasks; i++) {
            pool.execute(() -> {
                all.countDown();
                try {
                    all.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
        }
    }

    @Test
    void threadsThatHaveWaitedLongEnoughLeaveNoTaskBehind() throws Exception {
        ThreadPoolExecutor pool = HandlerThreads.platformThreads();
        pool.setKeepAliveTime(100, TimeUnit.MICROSECONDS);
        try {
            for (int round = 0; round < ROUNDS; round++) {
                CountDownLatch both = new CountDownLatch(2);
                bring(pool, both, 2);
                assertTrue(both.await(1, TimeUnit.MINUTES), "round " + round + ": " + pool);
                TimeUnit.MICROSECONDS.sleep(round % 200);
            }
        } finally {
            pool.shutdownNow();
        }
    }
}
