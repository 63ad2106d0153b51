package dev.weir.bench.load;

import dev.weir.bench.measure.MeasureException;
import dev.weir.bench.measure.ThreadTime;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Sends a mix of requests by a number of agents and verifies each reply (after WSTest, a closed loop; or at a constant
 * rate, an open loop). All agents share one thread and one selector, so that the driver needs little of the machine
 * that it measures. HTTP/1.1, in the clear or over TLS. For one thread, which {@link #run} uses.
 *
 * <p>An error ends its request only: its agent goes on as after a right reply, and on a new connection unless it has read the wrong
 * one to its end. Only an agent that gets no connection waits a tenth of a second; it would do nothing but try again.
 *
 * <p>Requests that are under way when the time ends are waited for and count, so that a server's processor time divided
 * by {@link LoadResult#count} leaves nothing out.
 *
 * <p>A request and its right reply make no garbage here, but for what the JDK's TLS makes: a collection would count as the
 * server's latency.
 */
public final class LoadDriver implements AutoCloseable {
    private static final long HOUR = TimeUnit.HOURS.toNanos(1);
    private static final long PROGRESS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long WITHOUT_CONNECTION = TimeUnit.MILLISECONDS.toNanos(100);
    /** Between two looks at all agents for a request that takes too long. */
    private static final long LOOK = TimeUnit.MILLISECONDS.toNanos(100);

    private static final int BUFFER = 1 << 18;

    private final List<LoadRequest> mix;
    private final LoadPlan plan;
    private final Draw draw;
    private final Selector selector;
    private final SpareDescriptors spare;
    private final List<Agent> agents = new ArrayList<>();
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER);

    private final Deque<Agent> free = new ArrayDeque<>();
    private final PriorityQueue<Pause> pauses = new PriorityQueue<>();
    private final Consumer<SelectionKey> whenReady = this::ready;
    private List<RequestResult> results = List.of();
    /** Until when a reply is followed by the agent's next request, by {@link System#nanoTime}. */
    private long end;

    private int underWay;
    private long answered;
    private long errors;
    private @Nullable String firstError;
    private long withoutDescriptor;

    /** When the last right reply came. */
    private long last;

    private long nextLook;
    private volatile boolean stopped;

    /** An agent that thinks until a time. */
    private record Pause(long until, Agent agent) implements Comparable<Pause> {
        @Override
        public int compareTo(Pause other) {
            return Long.compare(until, other.until);
        }
    }

    /** A driver that trusts whom the JDK trusts, where {@code server} is {@code https}. */
    public LoadDriver(URI server, List<LoadRequest> mix, LoadPlan plan) throws IOException {
        this(server, mix, plan, null);
    }

    /**
     * @param server scheme, host and port; {@code http} or {@code https}
     * @param trust of TLS; null for the JDK's
     * @throws IllegalArgumentException as by {@link #requireAddress}
     */
    public LoadDriver(URI server, List<LoadRequest> mix, LoadPlan plan, @Nullable SSLContext trust) throws IOException {
        Endpoint endpoint = Endpoint.of(server, trust);
        InetSocketAddress address = endpoint.address();
        this.mix = List.copyOf(mix);
        this.plan = plan;
        this.draw = new Draw(this.mix, plan.seed());
        this.spare = new SpareDescriptors();
        this.selector = Selector.open();
        List<ByteBuffer> wires =
                mix.stream().map(request -> endpoint.buffer(request.wire())).toList();
        for (int i = 0; i < plan.agents(); i++) {
            agents.add(new Agent(address, endpoint.transports(), selector, this.mix, wires));
        }
    }

    /** @throws IllegalArgumentException if it is not the address of a server that a driver can send to */
    public static void requireAddress(URI server) {
        Endpoint.of(server, null);
    }

    /** Ends the run that is under way, and each later one at its beginning. What is not answered yet does not count. For any thread. */
    public void stop() {
        stopped = true;
        selector.wakeup();
    }

    public boolean isStopped() {
        return stopped;
    }

    public LoadResult run(long millis) throws IOException {
        return run(millis, 0, (seconds, replies, failures) -> {});
    }

    /**
     * Drives the load.
     *
     * @param millis for how long requests are begun
     * @param rampMillis over how long the agents begin, one after the other
     * @param progress is called twice a second
     */
    public LoadResult run(long millis, long rampMillis, LoadProgress progress) throws IOException {
        results = mix.stream()
                .map(request -> new RequestResult(request.name(), HOUR))
                .toList();
        answered = 0;
        errors = 0;
        firstError = null;
        withoutDescriptor = 0;
        free.clear();
        pauses.clear();
        long before = transferred();
        long busy = busy();
        long start = System.nanoTime();
        last = start;
        nextLook = start + LOOK;
        end = start + TimeUnit.MILLISECONDS.toNanos(millis);
        for (int i = 0; i < agents.size(); i++) {
            long from = start + TimeUnit.MILLISECONDS.toNanos(rampMillis) * i / agents.size();
            pauses.add(new Pause(from, agents.get(i)));
        }
        DueTimes due = plan.perSecond() > 0 ? new DueTimes(start, plan.perSecond()) : null;
        long report = start + PROGRESS;
        long now = start;
        while (now < end && !stopped) {
            while (!pauses.isEmpty() && pauses.element().until <= now) {
                Agent agent = pauses.remove().agent;
                if (due != null) {
                    free.add(agent);
                } else {
                    sendAfterPause(agent, now, now);
                }
            }
            if (due != null) {
                sendDue(due, now, now);
            }
            long next = Math.min(Math.min(end, report), nextLook);
            if (!pauses.isEmpty()) {
                next = Math.min(next, pauses.element().until);
            }
            if (due != null && !free.isEmpty()) {
                next = Math.min(next, due.next());
            }
            await(next - System.nanoTime());
            now = System.nanoTime();
            look(now);
            if (now >= report) {
                progress.at((now - start) / 1e9, answered, errors);
                report = now + PROGRESS;
            }
        }
        end = Math.min(end, now);
        if (due != null) {
            if (!stopped) {
                sendDue(due, end - 1, now); // the last ones fell due while the driver slept
            }
            due.rest(end, (waited, count) -> results.get(draw.next()).unsent(waited, count));
        }
        lastReplies();
        double seconds = (Math.max(end, last) - start) / 1e9;
        double used = (busy() - busy) / 1e9;
        long bytes = transferred() - before;
        return lend(() -> LoadResult.of(results, seconds, used, firstError, withoutDescriptor, bytes, stopped));
    }

    private long busy() throws IOException {
        return lend(() -> ThreadTime.now().busy());
    }

    /** Reads what needs files, such as the time of a process, also where the agents have taken all descriptors that there are. */
    public <T> T lend(Supplier<T> reading) throws IOException {
        return spare.lend(reading);
    }

    /** Sends what falls due until a time, as far as agents are free. */
    private void sendDue(DueTimes due, long until, long now) {
        while (due.next() <= until && !free.isEmpty()) {
            sendAfterPause(free.remove(), due.next(), now);
            due.take();
        }
    }

    private long transferred() {
        return agents.stream().mapToLong(Agent::transferred).sum();
    }

    /** Ends, since each request has either its reply or its timeout. */
    private void lastReplies() throws IOException {
        while (underWay > 0 && !stopped) {
            await(nextLook - System.nanoTime());
            look(System.nanoTime());
        }
        if (stopped) {
            agents.stream().filter(Agent::waits).forEach(Agent::disconnect);
            underWay = 0;
        }
    }

    /** Gives up requests that take too long, now and then: nothing is done for a single request. */
    private void look(long now) {
        if (now < nextLook) {
            return;
        }
        nextLook = now + LOOK;
        long timeout = TimeUnit.MILLISECONDS.toNanos(plan.timeoutMillis());
        for (Agent agent : agents) {
            if (agent.waits() && now - agent.sent() > timeout) {
                abandoned(agent, agent.request(), agent.late(Duration.ofMillis(plan.timeoutMillis())));
            }
        }
    }

    /**
     * Waits until a connection is ready, at most so long, and goes on with those that are. A selector counts in
     * milliseconds; shorter waits are slept.
     */
    private void await(long wait) throws IOException {
        long millis = TimeUnit.NANOSECONDS.toMillis(wait);
        if (millis > 0) {
            selector.select(whenReady, millis);
        } else if (selector.selectNow(whenReady) == 0 && wait > 0) {
            LockSupport.parkNanos(Math.min(wait, 50_000));
            selector.selectNow(whenReady);
        }
    }

    private void ready(SelectionKey key) {
        Agent agent = (Agent) key.attachment();
        if (!agent.waits()) {
            readUnasked(agent);
            return;
        }
        int request = agent.request();
        long since = agent.start();
        try {
            if (!agent.ready(buffer)) {
                return;
            }
        } catch (MeasureException wrong) {
            abandoned(agent, request, wrong);
            return;
        }
        long now = System.nanoTime();
        last = now;
        underWay--;
        answered++;
        results.get(request).nanos().recordValue(Math.min(HOUR, Math.max(0, now - since)));
        if (!plan.keepAlive()) {
            agent.disconnect();
        }
        if (plan.thinkMillis() > 0) {
            pauses.add(new Pause(now + TimeUnit.MILLISECONDS.toNanos(plan.thinkMillis()), agent));
        } else if (plan.perSecond() > 0) {
            free.add(agent);
        } else if (now < end) {
            send(agent, now, now);
        }
    }

    /** What has come meanwhile would be read as the reply to the next request. */
    private void sendAfterPause(Agent agent, long since, long now) {
        readUnasked(agent);
        send(agent, since, now);
    }

    /** Bytes that follow a reply are an error of its request, also where they come later than the reply. */
    private void readUnasked(Agent agent) {
        int bytes = agent.readUnasked(buffer);
        if (bytes > 0) {
            failed(
                    agent.lastRequest(),
                    String.valueOf(ReplyParser.afterReply(bytes).getMessage()));
        }
    }

    /** @param since from when its latency counts */
    private void send(Agent agent, long since, long now) {
        underWay++;
        int request = draw.next();
        try {
            agent.send(request, since, now);
        } catch (MeasureException wrong) {
            abandoned(agent, request, wrong);
        }
    }

    private void abandoned(Agent agent, int request, MeasureException why) {
        if (agent.waits() || !plan.keepAlive()) {
            agent.disconnect();
        }
        underWay--;
        failed(request, String.valueOf(why.getMessage()));
        long pause = TimeUnit.MILLISECONDS.toNanos(plan.thinkMillis());
        if (why instanceof NoDescriptorException) {
            withoutDescriptor++;
        }
        if (why instanceof NoConnectionException) {
            pause = Math.max(pause, WITHOUT_CONNECTION);
        }
        pauses.add(new Pause(System.nanoTime() + pause, agent));
    }

    private void failed(int request, String why) {
        errors++;
        RequestResult result = results.get(request);
        result.failed(why);
        if (firstError == null) {
            firstError = result.firstError();
        }
    }

    @Override
    public void close() throws IOException {
        agents.forEach(Agent::disconnect);
        spare.close();
        selector.close();
    }
}
