package dev.weir.bpel.graph;

import dev.weir.bpel.exec.JavaSnippet;
import dev.weir.bpel.language.Construct.EditKind;
import dev.weir.wsdl.Wsdl.MessageType;
import dev.weir.wsdl.Wsdl.Operation;
import dev.weir.xml.XmlName;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** An activity of the graph. Ids count in document order from 0, the process itself; they name activities for ever. */
public sealed interface Node {
    Head head();

    default int id() {
        return head().id();
    }

    /**
     * What every activity has.
     *
     * @param parent the id of the activity around it; -1 for the process
     * @param scope the id of the scope around it; -1 for the process
     * @param kind the name of its element
     * @param label its name, or where it has none, its kind
     * @param file that it is written in
     */
    record Head(int id, int parent, int scope, String kind, String label, String file, int line, Links links) {}

    /** The links that end and start at an activity; most have none. */
    record Links(
            List<Integer> targets,
            List<Outgoing> sources,
            @Nullable JoinCondition joinCondition,
            boolean suppressJoinFailure) {
        public static final Links NONE = new Links(List.of(), List.of(), null, false);
    }

    /** A link that starts here, by its id. */
    record Outgoing(int link, @Nullable Expression transitionCondition) {}

    record Empty(Head head) implements Node {}

    record Exit(Head head) implements Node {}

    record Rethrow(Head head) implements Node {}

    record Throw(Head head, XmlName faultName, @Nullable Variable data) implements Node {}

    record Sequence(Head head, List<Node> children) implements Node {}

    /** @param links how many links it declares */
    record Flow(Head head, int links, List<Node> children) implements Node {}

    record If(Head head, List<Branch> branches) implements Node {}

    /** @param condition null for else */
    record Branch(@Nullable Expression condition, Node body) {}

    record While(Head head, Expression condition, Node body) implements Node {}

    record RepeatUntil(Head head, Expression condition, Node body) implements Node {}

    /** @param counter a variable of the body's scope */
    record ForEach(
            Head head,
            boolean parallel,
            Variable counter,
            Expression start,
            Expression last,
            @Nullable Expression branches,
            boolean successfulBranchesOnly,
            Scope body)
            implements Node {}

    /** @param timeout when the wait ends with the fault bpelx:timeout; null for never */
    record Receive(
            Head head,
            boolean createInstance,
            Inbound inbound,
            @Nullable Deadline timeout) implements Node {}

    record Pick(Head head, boolean createInstance, List<OnMessage> onMessages, List<OnAlarm> onAlarms)
            implements Node {}

    record OnMessage(Inbound inbound, Node body) {}

    record OnAlarm(Deadline deadline, Node body) {}

    /** @param until true for a point in time, false for a duration from the start of the wait */
    record Deadline(boolean until, Expression expression) {}

    record Wait(Head head, Deadline deadline) implements Node {}

    record Reply(
            Head head,
            PartnerLink link,
            Operation operation,
            MessageType message,
            Outbound data,
            @Nullable XmlName faultName,
            List<Correlation> correlations,
            @Nullable MessageExchange exchange,
            SentHeaders headers,
            List<Assertion> asserted)
            implements Node {}

    /**
     * @param output null for a one-way operation
     * @param detailLabel for one that makes the instance which it creates a detail of this one: its label, empty for
     *     none
     */
    record Invoke(
            Head head,
            PartnerLink link,
            Operation operation,
            Outbound input,
            @Nullable Target output,
            List<Correlation> requestCorrelations,
            List<Correlation> responseCorrelations,
            @Nullable String detailLabel,
            SentHeaders sentHeaders,
            ReceivedHeaders receivedHeaders,
            List<Assertion> assertedBefore,
            List<Assertion> assertedAfter)
            implements Node {}

    /**
     * What must hold.
     *
     * @param fault that is thrown if it does not hold
     * @param message gives the fault's reason; null where that is {@code text}
     */
    record Assertion(
            Expression condition, XmlName fault, @Nullable Expression message, String text) {}

    /** Throws if what it asserts does not hold. */
    record Assert(Head head, List<Assertion> asserted) implements Node {}

    /** Sends a signal to all details of a label, or to the master. */
    record Signal(Head head, boolean toDetails, String label) implements Node {}

    /** Waits for one signal of the master, or of each detail of a label. */
    record ReceiveSignal(Head head, boolean fromDetails, String label) implements Node {}

    /**
     * Runs the compensation handlers of scopes that have completed in another.
     *
     * @param scope the id of that other, whose handler this activity is in
     * @param target the id of the only one that is meant; null for all
     */
    record Compensate(Head head, int scope, @Nullable Integer target) implements Node {}

    /** @param validate true if what has been written to is to be valid */
    record Assign(Head head, List<AssignOperation> operations, boolean validate) implements Node {}

    /** What an assign does, one after the other. */
    sealed interface AssignOperation {}

    /** Waits for nothing but a commit. */
    record Dehydrate(Head head) implements Node {}

    record Validate(Head head, List<Variable> variables) implements Node {}

    /** Fails, and says why. */
    record Unavailable(Head head, String what) implements Node {}

    /** Lets a scope around it begin again, by its id. */
    record Replay(Head head, int scope) implements Node {}

    /**
     * Oracle's exec.
     *
     * @param snippet null where Java is not run
     * @param variables those in scope, by name; null for a name that none has
     * @param namespaces namespace by prefix where it is written; null for an unbound prefix
     */
    record Java(
            Head head,
            @Nullable JavaSnippet snippet,
            Function<String, @Nullable Variable> variables,
            Function<String, @Nullable String> namespaces)
            implements Node {}

    /**
     * @param isolated true if no other isolated scope of the instance may be active at the same time
     * @param defaultCompensation the default compensation, for a handler that is not given; null where nothing in the
     *     scope can be compensated
     */
    record Scope(
            Head head,
            boolean exitOnStandardFault,
            boolean isolated,
            List<Variable> variables,
            List<PartnerLink> partnerLinks,
            List<MessageExchange> exchanges,
            List<Catch> catches,
            @Nullable Node catchAll,
            List<Node> eventHandlers,
            @Nullable Node compensationHandler,
            @Nullable Node terminationHandler,
            @Nullable Compensate defaultCompensation,
            Node body)
            implements Node {
        /** True if compensation does anything. */
        public boolean compensable() {
            return compensationHandler != null || defaultCompensation != null;
        }
    }

    /** The message's data go to variables of the body. */
    record OnEvent(Head head, Inbound inbound, Scope body) implements Node {}

    /**
     * An alarm as an event.
     *
     * @param first null for after the first interval
     * @param repeat null for once only
     */
    record EventAlarm(
            Head head, @Nullable Deadline first, @Nullable Deadline repeat, Scope body) implements Node {}

    /** @param variable where the fault's data goes: seen in the handler only, kept with the scope's own */
    /** @param ofEngine true if the variable takes the data of faults that the engine raises */
    record Catch(@Nullable XmlName faultName, @Nullable Variable variable, boolean ofEngine, Node body) {}

    /** How a message that comes in is taken. */
    record Inbound(
            PartnerLink link,
            Operation operation,
            MessageType message,
            Target target,
            List<Correlation> correlations,
            @Nullable MessageExchange exchange,
            ReceivedHeaders headers,
            List<Assertion> asserted) {}

    /**
     * The headers and properties that are sent with a message, beside its parts.
     *
     * @param headers variables whose elements are header blocks: of an element, or of a message of elements
     */
    record SentHeaders(List<Variable> headers, List<SentProperty> properties) {
        public static final SentHeaders NOTHING = new SentHeaders(List.of(), List.of());
    }

    /** A property that is sent, as declared in a line of a file. */
    record SentProperty(String name, From from, String file, int line) {}

    /**
     * The headers and properties that are read of a message, beside its parts.
     *
     * @param headers variables that header blocks of their elements' names go into
     */
    record ReceivedHeaders(List<Variable> headers, List<ReceivedProperty> properties) {
        public static final ReceivedHeaders NOTHING = new ReceivedHeaders(List.of(), List.of());

        /** The names of the header blocks that are read. */
        public Set<XmlName> blocks() {
            Set<XmlName> names = new LinkedHashSet<>();
            for (Variable variable : headers) {
                MessageType message = variable.message();
                if (variable.type() instanceof Variable.OfElement of) {
                    names.add(of.element());
                } else if (message != null) {
                    message.parts().forEach(part -> names.add(Objects.requireNonNull(part.element())));
                }
            }
            return names;
        }
    }

    /** A property that is read, as declared in a line of a file. */
    record ReceivedProperty(String name, To to, String file, int line) {}

    /** Where a message's data goes: a variable of its type, a variable of its only part's type, or part by part. */
    record Target(@Nullable Variable variable, List<PartOf> parts) {}

    /** Where a message's data comes from; no variable and no parts for an empty message. */
    record Outbound(@Nullable Variable variable, List<PartOf> parts) {}

    record PartOf(String part, Variable variable) {}

    record Copy(
            From from, To to, boolean keepSrcElementName, boolean ignoreMissingFromData, boolean insertMissingToData)
            implements AssignOperation {}

    /**
     * A change of a variable's tree.
     *
     * @param from what is inserted; null for remove and rename
     * @param name what a target is renamed to; null where it is not
     * @param type what {@code xsi:type} of a target says; null where it stays as it is
     * @param insertMissingToData true if elements that the target's path names are made where there are none
     */
    record Edit(
            EditKind kind,
            @Nullable From from,
            To target,
            @Nullable XmlName name,
            @Nullable XmlName type,
            boolean insertMissingToData)
            implements AssignOperation {}

    sealed interface From {}

    sealed interface To {}

    /** A variable, or a part of it, or what a query selects in it. */
    record Place(
            Variable variable,
            @Nullable String part,
            @Nullable Expression query) implements From, To {}

    record PropertyOf(Variable variable, PropertyAlias alias) implements From, To {}

    /** As a to-spec it starts with {@code root}, the variable that it selects from. */
    record Selection(Expression expression, @Nullable VariablePart root) implements From, To {}

    /** The whole value of a variable, if it has one: an argument that is passed by value. */
    record ValueOf(Variable variable) implements From {}

    record Literal(LiteralValue value) implements From {}

    record LinkOf(PartnerLink link, boolean myRole) implements From, To {}
}
