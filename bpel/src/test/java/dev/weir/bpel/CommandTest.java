package dev.weir.bpel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.bpel.ProcessEngine.Outcome;
import dev.weir.bpel.command.OperatorCommand;
import dev.weir.store.ClaimedInstance;
import dev.weir.store.ExchangeId;
import dev.weir.store.FlowState;
import dev.weir.store.LiveInstance;
import dev.weir.store.Message;
import dev.weir.store.StateRows;
import dev.weir.store.Transition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What operators ask of instances, step by step. */
class CommandTest {
    private static final Instant NOW = Instant.parse("2026-01-31T10:00:00Z");

    private static final ExchangeId EXCHANGE = ExchangeId.ofRequest(3);

    private final AtomicLong ids = new AtomicLong(100);
    private final ProcessEngine engine = new ProcessEngine(ids::incrementAndGet, () -> NOW);
    private final Map<String, byte[]> rows = new HashMap<>();
    private final List<Message> held = new ArrayList<>();
    private long version;

    private Transition step(ProcessDefinition process, Message... news) {
        held.addAll(List.of(news));
        Transition done = engine.advance(
                process,
                new ClaimedInstance(
                        World.ref(1, 2),
                        version,
                        version == 0 ? StateRows.NONE : rows::get,
                        List.copyOf(held),
                        List.of()));
        version++;
        rows.keySet().removeAll(done.rowsRemoved());
        rows.putAll(done.rowsPut());
        held.removeIf(message -> done.messagesConsumed().contains(message.id()));
        return done;
    }

    private Message buy() {
        return Message.to(World.COMPONENT, "shop", "buy")
                .id(ids.incrementAndGet())
                .flow(2)
                .span(3)
                .creates(1)
                .replyTo(EXCHANGE)
                .payload(Shop.order("A1", "12").toBytes())
                .received(NOW)
                .build();
    }

    private Message command(OperatorCommand command) {
        return command.message(
                ids.incrementAndGet(),
                new LiveInstance(1, 2, World.COMPONENT),
                NOW,
                command == OperatorCommand.ABORT ? null : "otto");
    }

    private static String kinds(Transition transition) {
        return transition.audit().stream()
                .map(event -> event.kind().name())
                .toList()
                .toString();
    }

    @Test
    void aSuspendedInstanceLeavesWhatComesUntilItIsResumed() {
        ProcessDefinition process = Shop.buying("<wait><for>'P1D'</for></wait>", Shop.answer("'bought'"));

        Transition suspended = step(process, buy(), command(OperatorCommand.SUSPEND));
        assertEquals(1, suspended.messagesConsumed().size(), "only the command is used up");
        assertTrue(kinds(suspended).contains("INSTANCE_SUSPENDED"), kinds(suspended));
        assertTrue(suspended.suspended());
        Transition again = step(process, command(OperatorCommand.SUSPEND));
        assertEquals("[]", kinds(again), "once is enough");
        assertTrue(again.suspended(), "as one says that was suspended before the store knew of it");

        Transition resumed = step(process, command(OperatorCommand.RESUME));

        assertFalse(resumed.suspended());
        assertEquals(2, resumed.messagesConsumed().size());
        assertEquals(1, resumed.timersSet().size(), "it waits as it would have");
        assertTrue(kinds(resumed).startsWith("[INSTANCE_RESUMED, ACTIVITY_STARTED"), kinds(resumed));
    }

    @Test
    void aTerminatedInstanceEndsWithoutHandlersAndAnswers() {
        ProcessDefinition process = Shop.buying("""
                <scope>
                  <faultHandlers><catchAll><empty name="handler"/></catchAll></faultHandlers>
                  <terminationHandler><empty name="handler"/></terminationHandler>
                  <wait><for>'P1D'</for></wait>
                </scope>""");
        step(process, buy());

        Transition terminated = step(process, command(OperatorCommand.SUSPEND), command(OperatorCommand.TERMINATE));

        assertEquals(FlowState.TERMINATED, terminated.state());
        assertEquals(EXCHANGE, terminated.replies().get(0).exchange());
        assertTrue(terminated.replies().get(0).fault().endsWith("missingReply"));
        assertTrue(terminated.audit().stream().noneMatch(event -> event.name().equals("handler")));
    }

    @Test
    void anInstanceIsEndedByAFaultThatNothingCatches() {
        ProcessDefinition process = Shop.buying("""
                <scope>
                  <faultHandlers><catchAll><empty name="handler"/></catchAll></faultHandlers>
                  <wait><for>'P1D'</for></wait>
                </scope>""");
        BpelFault fault = BpelFault.standard("forced", "from outside");

        Outcome first = engine.fail(
                process, new ClaimedInstance(World.ref(1, 2), 0, StateRows.NONE, List.of(buy()), List.of()), fault);
        assertEquals(FlowState.FAULTED, first.transition().state());
        assertTrue(first.transition().replies().get(0).fault().endsWith("forced"), "who asked is told");
        assertEquals(fault.name(), first.fault().name());

        step(process, buy());
        Outcome later =
                engine.fail(process, new ClaimedInstance(World.ref(1, 2), 1, rows::get, List.of(), List.of()), fault);
        assertTrue(later.transition().replies().get(0).fault().endsWith("forced"), "who waits is told");
    }

    @Test
    void aStepTellsByWhichFaultItEnded() {
        ProcessDefinition faulting = Shop.buying("<throw faultName='t:no'/>");
        ClaimedInstance work = new ClaimedInstance(World.ref(1, 2), 0, StateRows.NONE, List.of(buy()), List.of());

        assertEquals("no", engine.step(faulting, work).fault().name().local());
        assertNull(engine.step(Shop.buying(Shop.answer("1")), work).fault());
    }
}
