package dev.weir.composite.echo;

import dev.weir.bpel.command.OperatorCommand;
import dev.weir.composite.assembly.Contract;
import dev.weir.composite.delivery.RemoteFault;
import dev.weir.store.AuditEvent;
import dev.weir.store.AuditEvent.Kind;
import dev.weir.store.AuditLevels;
import dev.weir.store.AuditSpan;
import dev.weir.store.ClaimedInstance;
import dev.weir.store.ExchangeId;
import dev.weir.store.ExchangeReply;
import dev.weir.store.FlowState;
import dev.weir.store.Message;
import dev.weir.store.Timer;
import dev.weir.store.Transition;
import dev.weir.wsdl.MessageValue;
import dev.weir.wsdl.Wsdl.MessageType;
import dev.weir.wsdl.Wsdl.Operation;
import dev.weir.wsdl.Wsdl.Part;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlAttribute;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlNode;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Advances echoes: a step is a function of claimed instance, clock and ids. The message that began an instance is not used
 * up before its end, so that each step has it, and whoever ends the instance by force can answer it. Thread-safe.
 */
final class EchoSteps {
    private static final String PAUSE = "pause";
    private static final String STATE = "state";

    private final CompiledEcho echo;
    private final LongSupplier ids;
    private final InstantSource clock;
    private final AuditLevels levels;

    /**
     * @param ids fresh ids, for spans
     * @param levels what is recorded
     */
    EchoSteps(CompiledEcho echo, LongSupplier ids, InstantSource clock, AuditLevels levels) {
        this.echo = echo;
        this.ids = ids;
        this.clock = clock;
        this.levels = levels;
    }

    Transition advance(ClaimedInstance work) {
        return new Step(work).run();
    }

    /**
     * What an instance keeps beside its message.
     *
     * @param span of the instance in the audit
     * @param suspended while an operator holds it
     */
    private record State(long span, boolean suspended) {
        static State read(byte[] row) {
            List<String> fields = List.of(new String(row, StandardCharsets.UTF_8).split(" ", -1));
            return new State(Long.parseLong(fields.get(0)), Boolean.parseBoolean(fields.get(1)));
        }

        Map<String, byte[]> rows() {
            return Map.of(STATE, (span + " " + suspended).getBytes(StandardCharsets.UTF_8));
        }
    }

    private final class Step {
        private final ClaimedInstance work;
        private final Message request;
        private final List<Long> consumed = new ArrayList<>();
        private final List<Timer> timers = new ArrayList<>();
        private final List<ExchangeReply> replies = new ArrayList<>();
        private final List<AuditEvent> audit = new ArrayList<>();
        private State state;
        private FlowState end = FlowState.RUNNING;

        Step(ClaimedInstance work) {
            this.work = work;
            this.request = work.messages().stream()
                    .filter(message -> OperatorCommand.of(message) == null)
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException(
                            "instance " + work.instance() + " has lost the message that began it"));
            byte[] row = work.state().get(STATE);
            this.state = row == null ? new State(ids.getAsLong(), false) : State.read(row);
        }

        Transition run() {
            if (work.isNew()) {
                record(Kind.INSTANCE_CREATED, request.operation());
                timers.add(new Timer(PAUSE, clock.instant().plus(echo.pause())));
            }
            for (Message message : work.messages()) {
                OperatorCommand command = OperatorCommand.of(message);
                if (command != null) {
                    consumed.add(message.id());
                    obey(command, command.by(message));
                }
            }
            // A timer that is due while the instance is suspended stays, and comes again with the command to resume.
            boolean over = !work.timers().isEmpty() && !state.suspended() && end == FlowState.RUNNING;
            if (over) {
                answer();
            }
            return Transition.of(work)
                    .state(end)
                    .suspended(state.suspended())
                    .rowsPut(end == FlowState.RUNNING ? state.rows() : Map.of())
                    .messagesConsumed(consumed)
                    .timersSet(end == FlowState.RUNNING ? timers : List.of())
                    .timersEnded(over ? Set.of(PAUSE) : Set.of())
                    .replies(replies)
                    .audit(audit)
                    .build();
        }

        private void obey(OperatorCommand command, String by) {
            if (end != FlowState.RUNNING) {
                return;
            }
            boolean suspend = command == OperatorCommand.SUSPEND;
            if (command == OperatorCommand.TERMINATE || command == OperatorCommand.ABORT) {
                ExchangeId caller = request.replyTo();
                if (caller != null) {
                    replies.add(RemoteFault.reply(caller, "the instance was terminated"));
                }
                end(FlowState.TERMINATED, Kind.INSTANCE_TERMINATED, by);
            } else if (suspend != state.suspended()) {
                state = new State(state.span(), suspend);
                record(suspend ? Kind.INSTANCE_SUSPENDED : Kind.INSTANCE_RESUMED, by);
            }
        }

        private void answer() {
            ExchangeId caller = request.replyTo();
            if (caller != null) {
                replies.add(ExchangeReply.of(caller, reply(request).toBytes()));
            }
            end(FlowState.COMPLETED, Kind.INSTANCE_COMPLETED, null);
        }

        private void end(FlowState how, Kind kind, @Nullable String detail) {
            consumed.add(request.id());
            record(kind, detail);
            end = how;
        }

        private void record(Kind kind, @Nullable String detail) {
            if (levels.of(work.component()).keeps(kind)) {
                audit.add(new AuditEvent(
                        new AuditSpan(work.flow(), work.instance(), state.span(), request.span()),
                        clock.instant(),
                        kind,
                        work.component(),
                        work.component().name(),
                        detail));
            }
        }
    }

    /** The content of the request as the only part of the operation's output. */
    private MessageValue reply(Message request) {
        Contract contract = echo.services().get(request.partnerLink());
        Operation operation = contract == null ? null : contract.portType().operation(request.operation());
        MessageType output = operation == null ? null : operation.output();
        if (output == null) {
            throw new IllegalStateException(
                    request.partnerLink() + " has no operation " + request.operation() + " that is answered");
        }
        Part part = output.parts().get(0);
        XmlName element = part.element();
        XmlElement content = MessageValue.fromBytes(request.payload())
                .parts()
                .values()
                .iterator()
                .next();
        return MessageValue.of(part.name(), renamed(content, element == null ? XmlName.of(part.name()) : element));
    }

    private static XmlElement renamed(XmlElement content, XmlName name) {
        XmlElement made = new XmlElement(name);
        for (String prefix : content.declaredPrefixes()) {
            String namespace = content.lookupNamespace(prefix);
            if (!prefix.isEmpty() && namespace != null) {
                made.declareNamespace(prefix, namespace);
            }
        }
        for (XmlNode node = content.firstAttribute(); node != null; node = node.nextSibling()) {
            XmlAttribute attribute = (XmlAttribute) node;
            made.attribute(attribute.name(), attribute.value());
        }
        for (XmlNode child = content.firstChild(); child != null; child = child.nextSibling()) {
            made.append(child.copy());
        }
        return made;
    }
}
