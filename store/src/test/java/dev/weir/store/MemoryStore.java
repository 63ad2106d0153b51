package dev.weir.store;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The contract in plain collections: what the real stores are compared with. It passes the contract's tests itself. It
 * keeps no counters and no indexes: whatever can be derived is derived, every time, by looking at everything.
 */
final class MemoryStore implements Store {
    private static final Map<Path, Data> FOLDERS = new HashMap<>();

    private static final class Data {
        long ids = 10_001;
        final Map<String, Instant> seen = new HashMap<>();
        final Map<Long, Flow> flows = new TreeMap<>();
        final Map<Long, Instance> instances = new TreeMap<>();
        final List<Held> messages = new ArrayList<>();
        final List<Subscribed> subscriptions = new ArrayList<>();
        final List<Open> calls = new ArrayList<>();
        final byte[] secret = new byte[32];

        Data() {
            new Random().nextBytes(secret);
        }

        final String id = Long.toHexString(new Random().nextLong());
        final Map<ExchangeId, ExchangeReply> replies = new HashMap<>();
        final List<AuditEvent> audit = new ArrayList<>();
        final Map<String, String> settings = new TreeMap<>();
        final List<SettingChange> changes = new ArrayList<>();
    }

    private static final class Flow {
        CompositeRevision composite;
        Instant created;
        Instant modified;
        FlowState state = FlowState.RUNNING;
        final Set<FlowState> outcomes = new HashSet<>();
        long joined;
        String title;
        String fault;
        String component;
        final Set<SensorValue> sensors = new HashSet<>();
    }

    private AuditWriting writing = AuditWriting.DEFAULT;

    private void record(List<AuditEvent> events) {
        for (AuditEvent event : events) {
            if (!event.kind().isFact()) {
                data.audit.add(event);
            } else if (data.flows.containsKey(event.flow())) {
                Flow flow = data.flows.get(root(event.flow()));
                if (event.kind() == AuditEvent.Kind.FLOW_TITLE) {
                    flow.title = event.detail();
                } else if (event.kind() == AuditEvent.Kind.SENSOR_VALUE) {
                    flow.sensors.add(new SensorValue(event.name(), event.detail()));
                } else if (flow.fault == null) {
                    flow.fault = event.detail();
                }
            }
        }
    }

    private static final class Instance {
        InstanceRef ref;
        long version;
        boolean suspended;
        final Map<String, byte[]> state = new HashMap<>();
        final Map<String, Alarm> timers = new TreeMap<>();
    }

    private record Alarm(Timer timer, boolean offered) {}

    private static final class Held {
        Message message;
        long instance;
        boolean correlated;
        boolean offered;
    }

    private record Subscribed(long instance, String name, String key) {}

    private static final class Open {
        Call call;
        boolean leased;
        boolean parked;
        Instant since;
        CallFault fault;
        String failure;

        boolean tried() {
            return fault == null && !parked;
        }
    }

    private final Data data;
    private final InstantSource clock;
    private final Map<Long, Long> claims = new HashMap<>();
    private final Map<Long, Instant> released = new HashMap<>();
    private final Set<Long> touched = new HashSet<>();
    private Runnable listener = () -> {};
    private boolean closed;

    private MemoryStore(Data data, InstantSource clock) {
        this.data = data;
        this.clock = clock;
        data.calls.forEach(open -> open.leased = false);
    }

    static Store open(Path folder, InstantSource clock) {
        synchronized (FOLDERS) {
            return new MemoryStore(FOLDERS.computeIfAbsent(folder, f -> new Data()), clock);
        }
    }

    @Override
    public String id() {
        return data.id;
    }

    @Override
    public byte[] secret() {
        return data.secret.clone();
    }

    @Override
    public synchronized long newId() {
        return data.ids++;
    }

    private synchronized <T> CompletableFuture<T> write(boolean wakes, Supplier<T> body) {
        if (closed) {
            return CompletableFuture.failedFuture(new StoreClosedException("memory"));
        }
        T result;
        try {
            result = body.get();
            settle();
        } catch (StoreException e) {
            touched.clear();
            return CompletableFuture.failedFuture(e);
        }
        if (wakes) {
            listener.run();
        }
        return CompletableFuture.completedFuture(result);
    }

    private void open() {
        if (closed) {
            throw new StoreClosedException("memory");
        }
    }

    @Override
    public CompletableFuture<AcceptOutcome> accept(InboundMessage inbound) {
        return write(true, () -> {
            Message message = inbound.message();
            if (message != null && !firstSeen(message.key())) {
                return AcceptOutcome.DUPLICATE;
            }
            if (message != null && collides(message)) {
                data.seen.remove(message.key());
                throw new StoreException("there already");
            }
            if (!data.flows.containsKey(inbound.flow())) {
                Flow begun = new Flow();
                begun.composite = inbound.composite();
                begun.created = inbound.created();
                begun.modified = clock.instant();
                data.flows.put(inbound.flow(), begun);
            }
            record(inbound.audit());
            Flow root = data.flows.get(root(inbound.flow()));
            if (message != null) {
                route(message, inbound.definition(), inbound.awaits());
                data.flows.get(root(inbound.flow())).outcomes.add(inbound.flowState());
            } else if (inbound.flowState().ended()) {
                root.outcomes.add(inbound.flowState());
                touched.add(inbound.flow());
            } else {
                root.state = FlowState.RUNNING;
                root.modified = clock.instant();
            }
            return AcceptOutcome.NEW;
        });
    }

    private boolean collides(Message message) {
        return data.instances.containsKey(message.creates())
                && !data.instances.containsKey(message.instance())
                && data.subscriptions.stream()
                        .noneMatch(subscribed -> message.keys().contains(subscribed.key));
    }

    private boolean firstSeen(String key) {
        if (key == null) {
            return true;
        }
        Instant old = clock.instant().minusSeconds(14 * 86_400);
        data.seen.values().removeIf(at -> !at.isAfter(old));
        return data.seen.putIfAbsent(key, clock.instant()) == null;
    }

    private long root(long flow) {
        long joined = data.flows.get(flow).joined;
        return joined == 0 ? flow : joined;
    }

    private void join(long flow, long other) {
        long target = root(other);
        if (data.flows.get(flow).joined != 0 || target == flow) {
            return;
        }
        data.flows.forEach((id, row) -> {
            if (id == flow || row.joined == flow) {
                row.joined = target;
                Flow above = data.flows.get(target);
                above.title = above.title == null ? row.title : above.title;
                above.fault = above.fault == null ? row.fault : above.fault;
                above.component = above.component == null ? row.component : above.component;
                above.sensors.addAll(row.sensors);
            }
        });
        data.flows.get(target).outcomes.addAll(data.flows.get(flow).outcomes);
        touched.add(target);
    }

    private void route(Message message) {
        route(message, "", List.of());
    }

    private void route(Message message, String definition, List<Subscription> awaits) {
        touched.add(message.flow());
        Held held = new Held();
        held.message = message;
        if (data.instances.containsKey(message.instance())) {
            held.instance = message.instance();
        } else if (!correlate(held)) {
            if (message.creates() != 0) {
                Instance created = new Instance();
                created.ref = new InstanceRef(message.creates(), message.flow(), message.component(), definition);
                data.instances.put(message.creates(), created);
                Flow begun = data.flows.get(root(message.flow()));
                if (begun.component == null) {
                    begun.component = message.component().name();
                }
                held.instance = message.creates();
                subscribe(message.creates(), awaits, List.of());
            } else if (message.keys().isEmpty()) {
                undelivered(message, message.instance());
                return;
            }
        }
        data.messages.add(held);
        if (held.instance != 0) {
            join(message.flow(), data.instances.get(held.instance).ref.flow());
        }
    }

    private boolean correlate(Held held) {
        for (Subscribed subscribed : data.subscriptions) {
            if (held.message.keys().contains(subscribed.key)) {
                data.subscriptions.remove(subscribed);
                held.instance = subscribed.instance;
                held.correlated = true;
                held.offered = false;
                join(held.message.flow(), data.instances.get(held.instance).ref.flow());
                return true;
            }
        }
        return false;
    }

    private void undelivered(Message message, long instance) {
        record(List.of(new AuditEvent(
                new AuditSpan(message.flow(), instance, message.span(), 0),
                clock.instant(),
                AuditEvent.Kind.REPLY_UNDELIVERED,
                message.component(),
                message.operation(),
                "lost")));
    }

    private void settle() {
        for (long flow : touched) {
            long root = root(flow);
            Flow row = data.flows.get(root);
            row.modified = clock.instant();
            boolean live = data.instances.values().stream().anyMatch(instance -> root(instance.ref.flow()) == root)
                    || data.messages.stream()
                            .anyMatch(held -> !held.message.isSignal() && root(held.message.flow()) == root)
                    || data.calls.stream().anyMatch(open -> root(open.call.flow()) == root);
            if (!live) {
                data.messages.removeIf(held -> held.message.isSignal() && root(held.message.flow()) == root);
            }
            if (live) {
                row.state = FlowState.RUNNING;
            } else if (row.outcomes.contains(FlowState.FAULTED)) {
                row.state = FlowState.FAULTED;
            } else if (row.outcomes.contains(FlowState.TERMINATED)) {
                row.state = FlowState.TERMINATED;
            } else {
                row.state = FlowState.COMPLETED;
            }
        }
        touched.clear();
    }

    @Override
    public synchronized List<ClaimedInstance> claim(int max, Instant now) {
        open();
        released.values().removeIf(due -> !due.isAfter(now));
        List<Long> order = new ArrayList<>();
        // Of an instance its oldest message counts.
        Set<Long> instances = new HashSet<>();
        List<Held> messages = data.messages.stream()
                .filter(held -> held.instance != 0 && !held.offered && free(held.instance))
                .filter(held -> instances.add(held.instance))
                .toList();
        List<Map.Entry<Long, Timer>> timers = new ArrayList<>();
        data.instances.forEach((id, instance) -> instance.timers.values().forEach(alarm -> {
            if (!alarm.offered && !due(alarm.timer.due()).isAfter(now) && free(id)) {
                timers.add(Map.entry(id, alarm.timer));
            }
        }));
        timers.sort(Comparator.comparing(entry -> due(entry.getValue().due())));
        int m = 0;
        int t = 0;
        while (m < messages.size() || t < timers.size()) {
            if (m < messages.size()
                    && (t == timers.size()
                            || !messages.get(m)
                                    .message
                                    .received()
                                    .isAfter(timers.get(t).getValue().due()))) {
                order.add(messages.get(m++).instance);
            } else {
                order.add(timers.get(t++).getKey());
            }
        }
        return order.stream().distinct().limit(max).map(id -> work(id, now)).toList();
    }

    private boolean free(long instance) {
        return !claims.containsKey(instance) && !released.containsKey(instance);
    }

    @SuppressWarnings("JavaInstantGetSecondsGetNano") // rounds up to a microsecond within the second
    private static Instant due(Instant instant) {
        return instant.equals(Instant.MAX) ? instant : instant.plusNanos((1_000 - instant.getNano() % 1_000) % 1_000);
    }

    private static StateRows rows(Map<String, byte[]> state) {
        return new StateRows() {
            @Override
            public byte @Nullable [] get(String name) {
                return state.get(name);
            }

            @Override
            public long bytes() {
                return state.values().stream().mapToLong(row -> row.length).sum();
            }
        };
    }

    private ClaimedInstance work(long id, Instant now) {
        Instance instance = data.instances.get(id);
        claims.put(id, instance.version);
        return new ClaimedInstance(
                instance.ref,
                instance.version,
                rows(instance.state),
                data.messages.stream()
                        .filter(held -> held.instance == id)
                        .map(held -> held.message)
                        .toList(),
                instance.timers.values().stream()
                        .map(Alarm::timer)
                        .filter(timer -> !due(timer.due()).isAfter(now))
                        .sorted(Comparator.comparing(Timer::due))
                        .toList());
    }

    @Override
    public synchronized List<ClaimedInstance> claim(
            int newInstances, int startedInstances, long maxBytes, Instant now) {
        open();
        released.values().removeIf(due -> !due.isAfter(now));
        List<ClaimedInstance> works = new ArrayList<>();
        long bytes = 0;
        Map<ComponentId, Integer> taken = new HashMap<>();
        claims.keySet().forEach(id -> {
            Instance instance = data.instances.get(id);
            if (instance != null) {
                taken.merge(instance.ref.component(), 1, Integer::sum);
            }
        });
        for (boolean creating : new boolean[] {true, false}) {
            for (int left = creating ? newInstances : startedInstances; left > 0 && bytes < maxBytes; left--) {
                Long next = next(creating, taken, now);
                if (next == null) {
                    break;
                }
                taken.merge(data.instances.get(next).ref.component(), 1, Integer::sum);
                ClaimedInstance work = work(next, now);
                works.add(work);
                bytes += work.bytes();
            }
        }
        return works;
    }

    /** The instance whose component has the fewest taken, and of those the one with the oldest news. */
    private Long next(boolean creating, Map<ComponentId, Integer> taken, Instant now) {
        Long best = null;
        Instant bestAt = Instant.MAX;
        int fewest = Integer.MAX_VALUE;
        for (Map.Entry<Long, Instance> entry : data.instances.entrySet()) {
            long id = entry.getKey();
            if (!free(id)) {
                continue;
            }
            Instant at = Instant.MAX;
            for (Held held : data.messages) {
                if (held.instance == id
                        && !held.offered
                        && creating == (held.message.creates() == id)
                        && held.message.received().isBefore(at)) {
                    at = held.message.received();
                }
            }
            if (!creating) {
                for (Alarm alarm : entry.getValue().timers.values()) {
                    Instant due = due(alarm.timer.due());
                    if (!alarm.offered && !due.isAfter(now) && due.isBefore(at)) {
                        at = due;
                    }
                }
            }
            int count = taken.getOrDefault(entry.getValue().ref.component(), 0);
            if (at.isBefore(Instant.MAX) && (count < fewest || count == fewest && at.isBefore(bestAt))) {
                best = id;
                bestAt = at;
                fewest = count;
            }
        }
        return best;
    }

    @Override
    public CompletableFuture<CommitOutcome> startInstances(List<InstanceStart> starts, Transition caller) {
        synchronized (this) {
            boolean stale = caller != null
                    && (!data.instances.containsKey(caller.claimed().instance())
                            || data.instances.get(caller.claimed().instance()).version
                                    != caller.claimed().version());
            for (InstanceStart start : starts) {
                Message message = start.inbound().message();
                stale |= message.key() != null && data.seen.containsKey(message.key())
                        || data.subscriptions.stream()
                                .anyMatch(subscribed -> message.keys().contains(subscribed.key));
            }
            if (stale) {
                return CompletableFuture.completedFuture(CommitOutcome.STALE);
            }
            for (InstanceStart start : starts) {
                accept(start.inbound()).join();
                commit(start.firstStep()).join();
            }
            return caller == null ? CompletableFuture.completedFuture(CommitOutcome.DONE) : commit(caller);
        }
    }

    private Optional<Held> undelivered(long id) {
        return data.messages.stream()
                .filter(held -> held.instance == 0 && !held.message.isSignal() && held.message.id() == id)
                .findFirst();
    }

    @Override
    public synchronized List<ListedMessage> undeliveredMessages(MessageFilter filter, int offset, int limit) {
        if (offset < 0 || limit < 0) {
            throw new IllegalArgumentException();
        }
        return undelivered(filter).stream()
                .map(held -> held.message)
                .sorted(Comparator.comparingLong(Message::id))
                .skip(offset)
                .limit(limit)
                .map(message -> new ListedMessage(
                        message.toBuilder().payload(new byte[0]).build(), message.payload().length))
                .toList();
    }

    @Override
    public synchronized Optional<Message> undeliveredMessage(long id) {
        return undelivered(id).map(held -> held.message);
    }

    @Override
    public synchronized List<Long> messagesWaiting(String key) {
        return data.messages.stream()
                .filter(held -> held.instance == 0
                        && !held.message.isSignal()
                        && held.message.keys().contains(key))
                .map(held -> held.message.id())
                .toList();
    }

    @Override
    public CompletableFuture<Boolean> dropMessage(long id, ExchangeReply reply, List<AuditEvent> audit) {
        return write(true, () -> {
            Optional<Held> held = undelivered(id);
            held.ifPresent(message -> {
                data.messages.remove(message);
                data.flows.get(root(message.message.flow())).outcomes.add(FlowState.TERMINATED);
                touched.add(message.message.flow());
                data.audit.addAll(audit);
                if (reply != null && data.calls.stream().anyMatch(open -> isReplyTo(open.call, reply))) {
                    data.replies.putIfAbsent(reply.exchange(), reply);
                }
            });
            return held.isPresent();
        });
    }

    @Override
    public CompletableFuture<RouteOutcome> routeAgain(Message message, String definition, List<AuditEvent> audit) {
        return write(true, () -> {
            Optional<Held> held = undelivered(message.id());
            if (held.isEmpty()) {
                return RouteOutcome.GONE;
            }
            data.messages.remove(held.get());
            data.audit.addAll(audit);
            route(message, definition, List.of());
            return data.messages.stream().anyMatch(any -> any.message == message && any.instance != 0)
                    ? RouteOutcome.DELIVERED
                    : RouteOutcome.WAITS;
        });
    }

    @Override
    public synchronized List<Subscription> subscriptions(long instance) {
        return data.subscriptions.stream()
                .filter(each -> each.instance() == instance)
                .map(each -> new Subscription(each.name(), each.key()))
                .toList();
    }

    @Override
    public CompletableFuture<RouteOutcome> deliverTo(
            Message message, long instance, Subscription subscription, List<AuditEvent> audit) {
        return write(true, () -> {
            Subscribed subscribed = new Subscribed(instance, subscription.name(), subscription.key());
            if (!data.subscriptions.contains(subscribed)) {
                return RouteOutcome.WAITS;
            }
            Optional<Held> before = undelivered(message.id());
            if (before.isEmpty()) {
                return RouteOutcome.GONE;
            }
            data.subscriptions.remove(subscribed);
            data.messages.remove(before.get());
            data.audit.addAll(audit);
            Held held = new Held();
            held.message = message;
            held.instance = instance;
            held.correlated = true;
            data.messages.add(held);
            touched.add(message.flow());
            join(message.flow(), data.instances.get(instance).ref.flow());
            return RouteOutcome.DELIVERED;
        });
    }

    @Override
    public synchronized Map<ComponentId, Long> liveComponents() {
        Map<ComponentId, Long> live = new HashMap<>();
        data.instances.values().forEach(instance -> live.merge(instance.ref.component(), 1L, Long::sum));
        return live;
    }

    @Override
    public synchronized List<LiveInstance> liveInstances(ComponentId component, long after, int max) {
        return data.instances.keySet().stream()
                .filter(id ->
                        id > after && data.instances.get(id).ref.component().equals(component))
                .sorted()
                .limit(max)
                .map(id -> live(id, data.instances.get(id)))
                .toList();
    }

    private LiveInstance live(long id, Instance instance) {
        String asked = null;
        for (Held held : data.messages) {
            if (held.instance == id && held.message.partnerLink().equals(Message.COMMANDS)) {
                asked = held.message.operation();
            }
        }
        return new LiveInstance(id, instance.ref.flow(), instance.ref.component(), instance.suspended, asked);
    }

    @Override
    public CompletableFuture<CommitOutcome> commit(Transition transition) {
        return write(true, () -> {
            ClaimedInstance claimed = transition.claimed();
            Instance instance = data.instances.get(claimed.instance());
            if (instance == null || instance.version != claimed.version()) {
                claims.remove(claimed.instance(), claimed.version());
                return CommitOutcome.STALE;
            }
            Set<CallKey> keys = new HashSet<>();
            data.calls.forEach(open -> keys.add(open.call.key()));
            keys.removeAll(transition.callsDropped());
            if (!transition.calls().stream().allMatch(call -> keys.add(call.key()))) {
                throw new StoreException("call keys must be unique");
            }
            step(transition, claimed.instance(), instance);
            claims.remove(claimed.instance(), claimed.version());
            return CommitOutcome.DONE;
        });
    }

    private void step(Transition transition, long id, Instance instance) {
        instance.version++;
        instance.suspended = transition.suspended();
        touched.add(instance.ref.flow());
        Collection<Held> consumed = data.messages.stream()
                .filter(held ->
                        held.instance == id && transition.messagesConsumed().contains(held.message.id()))
                .toList();
        consumed.forEach(held -> touched.add(held.message.flow()));
        data.messages.removeAll(consumed);
        data.calls.stream()
                .filter(open -> open.call.instance() == id)
                .filter(open -> transition.callsDropped().contains(open.call.key()))
                .toList()
                .forEach(this::close);
        for (Call call : transition.calls()) {
            Open open = new Open();
            open.call = call;
            data.calls.add(open);
        }
        record(transition.audit());
        if (transition.state().ended()) {
            end(transition.state(), id, instance);
        } else {
            live(transition, id, instance);
        }
        transition.signals().forEach(this::route);
        for (ExchangeReply reply : transition.replies()) {
            if (data.calls.stream().anyMatch(open -> isReplyTo(open.call, reply))) {
                data.replies.putIfAbsent(reply.exchange(), reply);
            }
        }
    }

    private void live(Transition transition, long id, Instance instance) {
        instance.state.keySet().removeAll(transition.rowsRemoved());
        instance.state.putAll(transition.rowsPut());
        instance.timers.keySet().removeAll(transition.timersEnded());
        // An alarm that was set anew since was not offered: an instance may have ended, and come again under its
        // number.
        transition
                .claimed()
                .timers()
                .forEach(timer -> instance.timers.computeIfPresent(
                        timer.name(), (name, alarm) -> alarm.timer.equals(timer) ? new Alarm(timer, true) : alarm));
        transition.timersSet().forEach(timer -> instance.timers.put(timer.name(), new Alarm(timer, false)));
        Set<Long> given = new HashSet<>();
        transition.claimed().messages().forEach(message -> given.add(message.id()));
        data.messages.stream()
                .filter(held -> held.instance == id && given.contains(held.message.id()))
                .forEach(held -> held.offered = true);
        data.subscriptions.removeIf(subscribed ->
                subscribed.instance == id && transition.subscriptionsEnded().contains(subscribed.name));
        subscribe(
                id,
                transition.subscriptionsAdded(),
                data.messages.stream()
                        .filter(held -> held.instance == id && held.correlated)
                        .toList());
    }

    /** @param holds the messages that the instance has from earlier subscriptions */
    private void subscribe(long id, List<Subscription> subscriptions, List<Held> holds) {
        List<Held> own = new ArrayList<>(holds);
        for (Subscription subscription : subscriptions) {
            data.subscriptions.removeIf(
                    subscribed -> subscribed.instance == id && subscribed.name.equals(subscription.name()));
            Optional<Held> first = own.stream()
                    .filter(held -> held.message.keys().contains(subscription.key()))
                    .findFirst();
            if (first.isPresent()) {
                first.get().offered = false;
                own.remove(first.get());
                continue;
            }
            data.subscriptions.add(new Subscribed(id, subscription.name(), subscription.key()));
            data.messages.stream()
                    .filter(held -> held.instance == 0 && held.message.keys().contains(subscription.key()))
                    .findFirst()
                    .ifPresent(this::correlate);
        }
    }

    private void end(FlowState state, long id, Instance instance) {
        data.flows.get(root(instance.ref.flow())).outcomes.add(state);
        data.instances.remove(id);
        data.subscriptions.removeIf(subscribed -> subscribed.instance == id);
        data.calls.stream()
                .filter(open -> open.call.instance() == id && !open.call.oneWay())
                .toList()
                .forEach(this::close);
        for (Held held :
                data.messages.stream().filter(held -> held.instance == id).toList()) {
            held.instance = 0;
            if (held.correlated) {
                held.correlated = false;
                correlate(held);
            } else {
                data.messages.remove(held);
                touched.add(held.message.flow());
                undelivered(held.message, id);
            }
        }
    }

    private static boolean isReplyTo(Call call, ExchangeReply reply) {
        return reply.exchange() instanceof ExchangeId.OfCall exchange
                && exchange.call().equals(call.key());
    }

    private void close(Open open) {
        data.calls.remove(open);
        data.replies.values().removeIf(reply -> isReplyTo(open.call, reply));
        touched.add(open.call.flow());
    }

    @Override
    public synchronized boolean release(ClaimedInstance claimed, Instant due) {
        boolean held = claims.remove(claimed.instance(), claimed.version());
        if (held) {
            released.put(claimed.instance(), due);
        }
        listener.run();
        return held || released.computeIfPresent(claimed.instance(), (instance, before) -> due) != null;
    }

    @Override
    public synchronized List<Call> leaseCalls(int max, Instant now) {
        open();
        List<Open> due = data.calls.stream()
                .filter(open -> !open.leased && open.tried() && !open.call.due().isAfter(now))
                .sorted(Comparator.comparing(open -> open.call.due()))
                .limit(max)
                .toList();
        due.forEach(open -> open.leased = true);
        return due.stream().map(open -> open.call).toList();
    }

    @Override
    public synchronized List<Call> leaseCalls(CallShares shares, long maxBytes, Instant now) {
        open();
        Map<CallLine, List<Long>> lines = new LinkedHashMap<>();
        List<Open> due = data.calls.stream()
                .filter(open -> !open.leased && open.tried() && !open.call.due().isAfter(now))
                .sorted(Comparator.comparing(open -> open.call.due()))
                .toList();
        for (int i = 0; i < due.size(); i++) {
            lines.computeIfAbsent(due.get(i).call.line(), line -> new ArrayList<>())
                    .add((long) i);
        }
        List<Long> chosen = shares.take(lines.entrySet().stream()
                .map(line -> new CallShares.Candidates(line.getKey(), line.getValue()))
                .toList());
        List<Call> leased = new ArrayList<>();
        long bytes = 0;
        for (Long each : chosen) {
            Open open = due.get(each.intValue());
            if (bytes >= maxBytes) {
                shares.leave(open.call.line());
                continue;
            }
            open.leased = true;
            leased.add(open.call);
            bytes += open.call.payload().length;
        }
        return leased;
    }

    private Optional<Open> find(Call call) {
        return data.calls.stream()
                .filter(open -> open.call.key().equals(call.key()))
                .findFirst();
    }

    @Override
    public CompletableFuture<Void> completeCall(Call call, Message reply, List<AuditEvent> audit) {
        return write(true, () -> {
            find(call).ifPresent(open -> {
                close(open);
                record(audit);
                if (reply != null && firstSeen(reply.key())) {
                    route(reply);
                }
            });
            return null;
        });
    }

    @Override
    public CompletableFuture<Void> restCall(Call call, CallFault fault, List<AuditEvent> audit) {
        return write(true, () -> {
            find(call)
                    .filter(open -> open.fault == null && open.call.attempt() == call.attempt())
                    .ifPresent(open -> {
                        open.since = clock.instant();
                        open.fault = fault;
                        open.leased = false;
                        record(audit);
                    });
            return null;
        });
    }

    @Override
    public synchronized boolean isAwaited(List<String> keys) {
        open();
        return data.subscriptions.stream().anyMatch(subscribed -> keys.contains(subscribed.key));
    }

    @Override
    public synchronized List<RestingCall> restingCalls(int offset, int limit) {
        open();
        return data.calls.stream()
                .filter(open -> open.fault != null)
                .sorted(Comparator.comparing(open -> open.since))
                .skip(offset)
                .limit(limit)
                .map(open -> new RestingCall(
                        open.call.withPayload(new byte[0]),
                        open.since,
                        new CallFault(open.fault.name(), open.fault.reason(), new byte[0]),
                        suspended(open.call)))
                .toList();
    }

    private boolean suspended(Call call) {
        Instance caller = data.instances.get(call.instance());
        return caller != null && caller.suspended;
    }

    private Optional<Open> resting(CallKey key) {
        open();
        return data.calls.stream()
                .filter(open -> open.fault != null && open.call.key().equals(key))
                .findFirst();
    }

    @Override
    public synchronized List<RestingCall> restingCallsOf(long flow, int limit) {
        return restingCalls(0, Integer.MAX_VALUE).stream()
                .filter(resting -> root(resting.call().flow()) == root(flow))
                .limit(limit)
                .toList();
    }

    @Override
    public synchronized long countResting() {
        return restingCalls(0, Integer.MAX_VALUE).size();
    }

    @Override
    public synchronized Optional<RestingCall> restingCall(CallKey key) {
        return resting(key)
                .map(open -> new RestingCall(
                        open.call.withPayload(new byte[0]), open.since, open.fault, suspended(open.call)));
    }

    @Override
    public synchronized Optional<byte[]> restingPayload(CallKey key) {
        return resting(key).map(open -> open.call.payload());
    }

    @Override
    public synchronized List<OpenCall> openCalls(CallFilter filter, int offset, int limit) {
        open();
        return data.calls.stream()
                .filter(open -> open.fault == null && filter.matches(open.call.line()))
                .skip(offset)
                .limit(limit)
                .map(open -> new OpenCall(
                        open.call.withPayload(new byte[0]),
                        open.leased,
                        open.parked,
                        suspended(open.call),
                        open.failure))
                .toList();
    }

    @Override
    public synchronized List<DecidedCall> decidedCalls(int offset, int limit) {
        open();
        return data.messages.stream()
                .filter(held -> held.message.decision() != null)
                .filter(held -> held.instance != 0 && data.instances.get(held.instance).suspended)
                .skip(offset)
                .limit(limit)
                .map(held -> new DecidedCall(
                        CallKey.parse(held.message.conversation()),
                        held.message.flow(),
                        held.message.component(),
                        held.message.partnerLink(),
                        held.message.operation(),
                        held.message.decision(),
                        held.message.received()))
                .toList();
    }

    @Override
    public synchronized Optional<DecidedCall> decidedCall(CallKey key) {
        return decidedCalls(0, Integer.MAX_VALUE).stream()
                .filter(decided -> decided.key().equals(key))
                .findFirst();
    }

    @Override
    public synchronized Optional<OpenCall> openCall(CallKey key) {
        return openCalls(CallFilter.ALL, 0, Integer.MAX_VALUE).stream()
                .filter(open -> open.call().key().equals(key))
                .findFirst();
    }

    @Override
    public synchronized List<OpenCallLine> openCallLines(Instant now) {
        Map<String, OpenCallLine> lines = new TreeMap<>();
        for (OpenCall open : openCalls(CallFilter.ALL, 0, Integer.MAX_VALUE)) {
            Call call = open.call();
            OpenCallLine one = open.parked()
                    ? new OpenCallLine(call.line(), 1, 0, 1, null)
                    : new OpenCallLine(call.line(), 1, call.due().isAfter(now) ? 1 : 0, 0, call.due());
            lines.merge(
                    call.component() + " " + call.partnerLink(),
                    one,
                    (a, b) -> new OpenCallLine(
                            a.line(),
                            a.calls() + b.calls(),
                            a.later() + b.later(),
                            a.parked() + b.parked(),
                            Stream.of(a, b)
                                    .map(OpenCallLine::due)
                                    .filter(Objects::nonNull)
                                    .min(Comparator.naturalOrder())
                                    .orElse(null)));
        }
        return List.copyOf(lines.values());
    }

    @Override
    public CompletableFuture<Boolean> wakeCall(Call call, byte[] payload, List<AuditEvent> audit) {
        return write(
                true,
                () -> find(call)
                        .filter(open -> open.fault != null && open.call.attempt() == call.attempt())
                        .map(open -> {
                            open.fault = null;
                            open.call = open.call
                                    .withPayload(payload == null ? open.call.payload() : payload)
                                    .retried(clock.instant(), null);
                            record(audit);
                            return true;
                        })
                        .orElse(false));
    }

    @Override
    public CompletableFuture<Void> retryCall(
            Call call, Instant due, String recovery, String failure, List<AuditEvent> audit) {
        return write(true, () -> {
            find(call)
                    .filter(open -> open.fault == null && open.call.attempt() == call.attempt())
                    .ifPresent(open -> {
                        open.call = open.call.retried(due, recovery);
                        open.parked = false;
                        open.failure = failure == null ? open.failure : failure;
                        open.leased = false;
                        record(audit);
                    });
            return null;
        });
    }

    @Override
    public CompletableFuture<Boolean> rescheduleCall(Call call, Instant due, List<AuditEvent> audit) {
        return write(
                true,
                () -> find(call)
                        .filter(open -> open.fault == null && open.call.attempt() == call.attempt())
                        .map(open -> {
                            open.call = open.call.at(due);
                            open.parked = false;
                            record(audit);
                            return true;
                        })
                        .orElse(false));
    }

    @Override
    public CompletableFuture<Void> parkCall(Call call) {
        return write(true, () -> {
            find(call)
                    .filter(open -> open.fault == null && open.call.attempt() == call.attempt())
                    .ifPresent(open -> {
                        open.parked = true;
                        open.leased = false;
                    });
            return null;
        });
    }

    @Override
    public CompletableFuture<Integer> unparkCalls(CompositeRevision composite, int max) {
        return write(true, () -> {
            List<Open> parked = data.calls.stream()
                    .filter(open ->
                            open.parked && open.call.component().composite().equals(composite))
                    .limit(max)
                    .toList();
            parked.forEach(open -> open.parked = false);
            return parked.size();
        });
    }

    /** The order of queues is tested where it is kept: in CallQueuesTest. */
    @Override
    public List<CallQueue> heldQueues(int max) {
        throw new UnsupportedOperationException("this store has no queues of calls");
    }

    @Override
    public CompletableFuture<Boolean> skip(String queue) {
        throw new UnsupportedOperationException("this store has no queues of calls");
    }

    @Override
    public synchronized Optional<ExchangeReply> durableReply(ExchangeId exchange) {
        return Optional.ofNullable(data.replies.get(exchange));
    }

    @Override
    public synchronized Optional<Instant> nextDue() {
        List<Instant> times = new ArrayList<>(released.values());
        data.instances.forEach((id, instance) -> {
            if (free(id)) {
                instance.timers.values().stream()
                        .filter(alarm -> !alarm.offered)
                        .forEach(alarm -> times.add(due(alarm.timer.due())));
            }
        });
        data.calls.stream().filter(open -> !open.leased && open.tried()).forEach(open -> times.add(open.call.due()));
        return times.stream().min(Comparator.naturalOrder());
    }

    @Override
    public void onReady(Runnable newListener) {
        listener = newListener;
        listener.run();
    }

    @Override
    public CompletableFuture<Void> audit(List<AuditEvent> events) {
        return write(false, () -> {
            record(events);
            return null;
        });
    }

    @Override
    public CompletableFuture<Void> probe() {
        return write(false, () -> null);
    }

    @Override
    public synchronized List<FlowSummary> flows(FlowFilter filter, int offset, int limit) {
        return data.flows.keySet().stream()
                .filter(id -> data.flows.get(id).joined == 0)
                .map(this::view)
                .filter(view -> admits(filter, view))
                .sorted(Comparator.comparing(FlowSummary::created)
                        .thenComparing(FlowSummary::flow)
                        .reversed())
                .skip(offset)
                .limit(limit)
                .toList();
    }

    @Override
    public synchronized FlowPage flows(FlowFilter filter, FlowPlace after, int limit) {
        List<FlowSummary> rest = flows(filter, 0, Integer.MAX_VALUE).stream()
                .filter(flow -> after == null
                        || flow.created().isBefore(after.created())
                        || flow.created().equals(after.created()) && flow.flow() < after.flow())
                .toList();
        List<FlowSummary> page = rest.subList(0, Math.min(limit, rest.size()));
        return new FlowPage(
                page,
                page.size() < limit
                        ? null
                        : new FlowPlace(
                                page.get(limit - 1).created(),
                                page.get(limit - 1).flow()));
    }

    private FlowSummary view(long id) {
        Flow flow = data.flows.get(id);
        return new FlowSummary(
                id,
                flow.composite,
                flow.state,
                flow.created,
                flow.modified,
                flow.title,
                flow.fault,
                flow.state == FlowState.RUNNING && onlyUndelivered(id),
                !restingCallsOf(id, 1).isEmpty(),
                suspendedFlows().contains(id));
    }

    private Set<Long> suspendedFlows() {
        return data.instances.values().stream()
                .filter(instance -> instance.suspended)
                .map(instance -> root(instance.ref.flow()))
                .collect(Collectors.toSet());
    }

    private boolean onlyUndelivered(long root) {
        List<Held> messages = data.messages.stream()
                .filter(held -> !held.message.isSignal() && root(held.message.flow()) == root)
                .toList();
        return !messages.isEmpty()
                && messages.stream().allMatch(held -> held.instance == 0)
                && data.instances.values().stream().noneMatch(instance -> root(instance.ref.flow()) == root)
                && data.calls.stream().noneMatch(open -> root(open.call.flow()) == root);
    }

    private static boolean admitsTitle(FlowFilter filter, String title) {
        String part = filter.titlePart();
        if (part != null) {
            return lower(title).contains(lower(part));
        }
        return filter.titlePrefix() == null
                ? title.equals(filter.exactTitle())
                : title.startsWith(filter.titlePrefix());
    }

    private static String lower(String text) {
        StringBuilder lower = new StringBuilder();
        text.chars().forEach(c -> lower.append((char) (c >= 'A' && c <= 'Z' ? c + 32 : c)));
        return lower.toString();
    }

    private boolean admits(FlowFilter filter, FlowSummary view) {
        String component = data.flows.get(view.flow()).component;
        String title = view.title();
        return (filter.states().isEmpty() || filter.states().contains(view.state()))
                && filter.admits(view.composite())
                && (filter.component() == null || filter.component().equals(component))
                && (filter.createdFrom() == null || !view.created().isBefore(filter.createdFrom()))
                && (filter.createdBefore() == null || view.created().isBefore(filter.createdBefore()))
                && (filter.modifiedFrom() == null || !view.modified().isBefore(filter.modifiedFrom()))
                && (filter.modifiedBefore() == null || view.modified().isBefore(filter.modifiedBefore()))
                && (filter.title() == null || title != null && admitsTitle(filter, title))
                && (!filter.resting() || view.resting())
                && (!filter.suspended() || view.suspended())
                && filter.sensors().stream()
                        .allMatch(wanted -> sensors(view.flow(), null, Integer.MAX_VALUE).stream()
                                .anyMatch(found -> found.name().equals(wanted.name())
                                        && (wanted.prefix() == null
                                                ? found.value().equals(wanted.exact())
                                                : found.value().startsWith(wanted.prefix()))));
    }

    @Override
    public synchronized List<SensorValue> sensors(long flow, SensorValue after, int most) {
        Comparator<SensorValue> order = Comparator.comparing(SensorValue::name).thenComparing(SensorValue::value);
        return !data.flows.containsKey(flow)
                ? List.of()
                : data.flows.get(root(flow)).sensors.stream()
                        .filter(found -> after == null || order.compare(found, after) > 0)
                        .sorted(order)
                        .limit(most)
                        .toList();
    }

    @Override
    public synchronized Optional<FlowSummary> flow(long id) {
        return data.flows.containsKey(id) ? Optional.of(view(root(id))) : Optional.empty();
    }

    @Override
    public synchronized List<LiveInstance> liveInstances(long flow) {
        List<LiveInstance> live = new ArrayList<>();
        if (data.flows.containsKey(flow)) {
            data.instances.forEach((id, instance) -> {
                if (root(instance.ref.flow()) == root(flow)) {
                    live.add(live(id, instance));
                }
            });
        }
        return live;
    }

    @Override
    public synchronized List<AuditEvent> history(long flow) {
        long root = data.flows.containsKey(flow) ? root(flow) : flow;
        return data.audit.stream()
                .filter(event ->
                        event.flow() == root || data.flows.containsKey(event.flow()) && root(event.flow()) == root)
                .sorted(Comparator.comparing(AuditEvent::at))
                .toList();
    }

    @Override
    public synchronized HistoryPage history(long flow, long from, int least) {
        long root = data.flows.containsKey(flow) ? root(flow) : flow;
        List<AuditEvent> all = data.audit.stream()
                .filter(event ->
                        event.flow() == root || data.flows.containsKey(event.flow()) && root(event.flow()) == root)
                .toList();
        int end = (int) Math.min(all.size(), from + least);
        return new HistoryPage(all.subList((int) Math.min(from, end), end), end < all.size() ? end : 0);
    }

    @Override
    public byte[] payload(long flow, long id, long offset, int most) {
        return new byte[0];
    }

    @Override
    public synchronized void writeAudit(AuditWriting how) {
        writing = how;
    }

    @Override
    public synchronized AuditWriting auditWriting() {
        return writing;
    }

    @Override
    public synchronized PurgeReport purge(
            PurgeOrder order, Consumer<List<Long>> before, Consumer<PurgeReport> progress) {
        List<Long> wanted = fitting(order.filter()).stream()
                .filter(id -> data.flows.get(id).state.ended())
                .sorted(Comparator.comparing((Long id) -> data.flows.get(id).state)
                        .thenComparing(id -> data.flows.get(id).created)
                        .thenComparing(id -> id))
                .toList();
        Set<Long> ended = new HashSet<>(wanted.subList(0, (int) Math.min(wanted.size(), order.most())));
        if (!ended.isEmpty()) {
            before.accept(wanted.subList(0, ended.size()));
        }
        PurgeReport report = count(order.filter(), ended, PurgeReport.End.DONE);
        if (ended.size() < wanted.size()) {
            report = count(order.filter(), ended, PurgeReport.End.MOST);
        }
        Map<Long, Long> roots = new LinkedHashMap<>();
        data.flows.keySet().forEach(id -> roots.put(id, root(id)));
        data.audit.removeIf(event -> ended.contains(roots.get(event.flow())));
        data.flows.keySet().removeIf(id -> ended.contains(roots.get(id)));
        return report;
    }

    @Override
    public synchronized Set<CompositeRevision> composites() {
        Set<CompositeRevision> all = new HashSet<>();
        data.flows.values().stream().filter(flow -> flow.joined == 0).forEach(flow -> all.add(flow.composite));
        return all;
    }

    @Override
    public synchronized PurgeReport countPurge(FlowFilter filter) {
        Set<Long> ended = new HashSet<>(fitting(filter));
        ended.removeIf(id -> !data.flows.get(id).state.ended());
        return count(filter, ended, PurgeReport.End.DRY_RUN);
    }

    @Override
    public synchronized long countEnded(FlowFilter filter, long most) {
        return fitting(filter).stream()
                .filter(id -> data.flows.get(id).state.ended())
                .limit(most)
                .count();
    }

    private List<Long> fitting(FlowFilter filter) {
        return data.flows.keySet().stream()
                .filter(id -> data.flows.get(id).joined == 0 && admits(filter, view(id)))
                .toList();
    }

    private PurgeReport count(FlowFilter filter, Set<Long> ended, PurgeReport.End end) {
        long events = data.audit.stream()
                .filter(event -> data.flows.containsKey(event.flow()) && ended.contains(root(event.flow())))
                .count();
        long open = fitting(filter).stream()
                .filter(id -> !data.flows.get(id).state.ended())
                .count();
        return new PurgeReport(ended.size(), events, 0, open, end, Duration.ZERO);
    }

    @Override
    public synchronized long purgeUndelivered(MessageFilter filter, long most) {
        List<Held> wanted = undelivered(filter).stream()
                .limit(Math.min(most, Integer.MAX_VALUE))
                .toList();
        write(true, () -> {
                    data.messages.removeAll(wanted);
                    wanted.forEach(held -> touched.add(held.message.flow()));
                    return null;
                })
                .join();
        return wanted.size();
    }

    @Override
    public synchronized long countUndelivered(MessageFilter filter) {
        return undelivered(filter).size();
    }

    private List<Held> undelivered(MessageFilter filter) {
        return data.messages.stream()
                .filter(held -> held.instance == 0 && !held.message.isSignal())
                .filter(held -> filter.admits(held.message.component()))
                .filter(held -> filter.operation() == null || filter.operation().equals(held.message.operation()))
                .filter(held -> filter.receivedBefore() == null
                        || held.message.received().isBefore(filter.receivedBefore()))
                .toList();
    }

    @Override
    public synchronized Map<String, String> settings() {
        return new TreeMap<>(data.settings);
    }

    @Override
    public CompletableFuture<Void> changeSettings(Map<String, String> changes, String who) {
        return write(false, () -> {
            new TreeMap<>(changes).forEach((name, value) -> {
                String before = value == null ? data.settings.remove(name) : data.settings.put(name, value);
                if (!Objects.equals(before, value)) {
                    data.changes.add(0, new SettingChange(clock.instant(), name, before, value, who));
                }
            });
            return null;
        });
    }

    @Override
    public synchronized List<SettingChange> settingChanges(int most) {
        return data.changes.stream().limit(most).toList();
    }

    @Override
    public synchronized Set<String> definitionsInUse() {
        Set<String> names = new HashSet<>();
        data.instances.values().forEach(instance -> names.add(instance.ref.definition()));
        data.calls.forEach(open -> names.add(open.call.definition()));
        names.remove("");
        return names;
    }

    @Override
    public synchronized StoreCounts counts() {
        open();
        return new StoreCounts(
                data.instances.size(),
                suspendedFlows().size(),
                data.messages.size(),
                undeliveredMessages(0, Integer.MAX_VALUE).size(),
                data.calls.size(),
                data.flows.values().stream().filter(flow -> flow.joined == 0).count(),
                data.audit.size());
    }

    @Override
    public synchronized void close() {
        closed = true;
    }
}
