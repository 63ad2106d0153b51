package dev.weir.store;

import static dev.weir.store.StoreFixtures.T0;
import static dev.weir.store.StoreFixtures.draft;
import static dev.weir.store.StoreFixtures.event;
import static dev.weir.store.StoreFixtures.inbound;

import dev.weir.store.sqlite.SqliteStore;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * The process that {@link CrashTest} kills. It starts flows and takes their steps, and says on standard output what
 * the store has promised so far, a line for each promise. Flow and instance have the same number.
 */
final class CrashChild {
    /** How many steps a flow takes. */
    static final int STEPS = 4;

    private static final int STARTERS = 2;
    private static final int WORKERS = 2;

    private CrashChild() {}

    public static void main(String[] args) {
        SqliteStore store = SqliteStore.open(Path.of(args[0]));
        say("ready");
        for (int i = 0; i < STARTERS; i++) {
            new Thread(() -> start(store)).start();
        }
        for (int i = 0; i < WORKERS; i++) {
            new Thread(() -> {
                        while (true) {
                            if (!work(store, CrashChild::say)) {
                                Thread.onSpinWait();
                            }
                        }
                    })
                    .start();
        }
    }

    private static void start(Store store) {
        while (true) {
            long id = store.newId();
            say("id " + id);
            Message message = draft(store, id).creates(id).key("start " + id).message();
            say("id " + message.id());
            store.accept(inbound(message, event(id, "step 0", T0))).join();
            say("step " + id + " 0");
        }
    }

    interface Said {
        void line(String text);
    }

    /** Takes the steps that are there to take; each sends a one-way call and sets the alarm that starts the next. */
    static boolean work(Store store, Said said) {
        List<ClaimedInstance> works = store.claim(8, T0);
        Deque<Runnable> promises = new ArrayDeque<>();
        for (ClaimedInstance work : works) {
            long step = work.version() + 1;
            TransitionDraft transition = TransitionDraft.of(work)
                    .put("step", Long.toString(step))
                    .call(StoreFixtures.call(work, (int) step, true))
                    .audit(event(work.flow(), "step " + step, T0));
            if (step == STEPS) {
                transition.end(FlowState.COMPLETED);
            } else {
                transition.timer("next", T0);
            }
            var committed = store.commit(transition.transition());
            promises.add(() -> said.line(
                    (committed.join() == Store.CommitOutcome.DONE ? "step " : "stale ") + work.flow() + " " + step));
        }
        for (Call call : store.leaseCalls(8, T0)) {
            var done = store.completeCall(call, null, List.of(event(call.flow(), "call " + call.key(), T0)));
            promises.add(() -> {
                done.join();
                said.line("call " + call.flow() + " " + call.key());
            });
        }
        promises.forEach(Runnable::run);
        return !promises.isEmpty();
    }

    private static void say(String line) {
        PrintStream out = System.out;
        synchronized (out) {
            out.print(line + "\n");
            out.flush();
        }
    }
}
