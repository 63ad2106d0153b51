package dev.weir.bpel.language;

import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The constructs of WS-BPEL 2.0 as they are written: names are not resolved yet, expressions are still text. */
public sealed interface Construct {
    /** Where it starts in its file, counted from 1. */
    int line();

    /** An expression or query; the element gives the prefixes. */
    record Expression(String text, XmlElement element) implements Construct {
        @Override
        public int line() {
            return element.line();
        }
    }

    /** @param subProcesses those inside the document, for its activities to call */
    record ProcessDocument(
            String name,
            String targetNamespace,
            List<Import> imports,
            List<SubProcess> subProcesses,
            Scope scope,
            int line)
            implements Construct {}

    /**
     * Oracle's: activities for processes to call, and by the variables and partner links of its scope, what they pass.
     *
     * @param component its component in the composite; null for one that is inline in another document
     * @param file its document
     * @param imports of its document; empty for an inline one
     * @param inline the sub-processes inside its document
     * @param required the parameters that each call must give
     */
    record SubProcess(
            XmlName name,
            @Nullable String component,
            String file,
            List<Import> imports,
            List<SubProcess> inline,
            Scope scope,
            Set<String> required,
            int line)
            implements Construct {}

    record Import(String namespace, @Nullable String location, String importType, int line) implements Construct {}

    record PartnerLink(
            String name,
            XmlName type,
            @Nullable String myRole,
            @Nullable String partnerRole,
            int line) implements Construct {}

    /** Exactly one of messageType, element and type is given. */
    record Variable(
            String name,
            @Nullable XmlName messageType,
            @Nullable XmlName element,
            @Nullable XmlName type,
            @Nullable From initial,
            int line)
            implements Construct {}

    record CorrelationSet(String name, List<XmlName> properties, int line) implements Construct {}

    record MessageExchange(String name, int line) implements Construct {}

    enum Initiate {
        YES,
        NO,
        JOIN
    }

    /** On which messages of an invoke a correlation set is used. */
    enum Pattern {
        REQUEST,
        RESPONSE,
        REQUEST_RESPONSE
    }

    record Correlation(
            String set, Initiate initiate, @Nullable Pattern pattern, int line) implements Construct {}

    /** fromPart or toPart. */
    record PartMapping(String part, String variable, int line) implements Construct {}

    // Activities

    /** What every activity has. */
    record Head(
            String kind,
            @Nullable String name,
            @Nullable Boolean suppressJoinFailure,
            List<Target> targets,
            List<Source> sources,
            @Nullable Expression joinCondition,
            int line) {}

    record Target(String link, int line) implements Construct {}

    record Source(String link, @Nullable Expression transitionCondition, int line) implements Construct {}

    sealed interface Activity extends Construct {
        Head head();

        @Override
        default int line() {
            return head().line();
        }
    }

    record Empty(Head head) implements Activity {}

    record Exit(Head head) implements Activity {}

    record Sequence(Head head, List<Activity> activities) implements Activity {}

    record Flow(Head head, List<String> links, List<Activity> activities) implements Activity {}

    /** The else branch is the last, without a condition. */
    record If(Head head, List<Branch> branches) implements Activity {}

    record Branch(@Nullable Expression condition, Activity activity, int line) implements Construct {}

    record While(Head head, Expression condition, Activity body) implements Activity {}

    record RepeatUntil(Head head, Expression condition, Activity body) implements Activity {}

    record ForEach(
            Head head,
            boolean parallel,
            String counter,
            Expression start,
            Expression last,
            @Nullable Expression branches,
            boolean successfulBranchesOnly,
            Scope body)
            implements Activity {}

    /**
     * The headers and properties that are sent with a message, by Oracle's extension.
     *
     * @param headers variables whose elements become header blocks
     */
    record Sent(List<String> headers, List<SentProperty> properties, int line) implements Construct {
        static final Sent NOTHING = new Sent(List.of(), List.of(), 0);
    }

    record SentProperty(String name, From from, int line) implements Construct {}

    /**
     * The headers and properties that are read of a message, by Oracle's extension.
     *
     * @param headers variables that header blocks go into
     */
    record Taken(List<String> headers, List<TakenProperty> properties, int line) implements Construct {
        static final Taken NOTHING = new Taken(List.of(), List.of(), 0);
    }

    record TakenProperty(String name, To to, int line) implements Construct {}

    /** How a message that comes in is taken: by which link and operation, into what. */
    record Inbound(
            String partnerLink,
            String operation,
            @Nullable XmlName portType,
            @Nullable String variable,
            List<PartMapping> fromParts,
            List<Correlation> correlations,
            @Nullable String messageExchange,
            Taken beside,
            List<Assertion> asserted,
            int line)
            implements Construct {}

    /** @param timeout Oracle's: when the wait ends with a fault; null for never */
    record Receive(
            Head head,
            boolean createInstance,
            Inbound inbound,
            @Nullable Deadline timeout) implements Activity {}

    record Reply(
            Head head,
            String partnerLink,
            String operation,
            @Nullable XmlName portType,
            @Nullable String variable,
            List<PartMapping> toParts,
            @Nullable XmlName faultName,
            List<Correlation> correlations,
            @Nullable String messageExchange,
            Sent beside,
            List<Assertion> asserted)
            implements Activity {}

    /**
     * @param detailLabel for one that makes the partner's instance a detail of this one: its label, empty for none
     * @param assertedBefore of what is to be sent
     * @param assertedAfter of what has been received
     */
    record Invoke(
            Head head,
            String partnerLink,
            String operation,
            @Nullable XmlName portType,
            @Nullable String inputVariable,
            @Nullable String outputVariable,
            List<PartMapping> toParts,
            List<PartMapping> fromParts,
            List<Correlation> correlations,
            List<Catch> catches,
            @Nullable Activity catchAll,
            @Nullable Activity compensationHandler,
            @Nullable String detailLabel,
            Sent sentBeside,
            Taken takenBeside,
            List<Assertion> assertedBefore,
            List<Assertion> assertedAfter)
            implements Activity {}

    /**
     * Oracle's: what must hold.
     *
     * @param fault that is thrown if it does not hold
     * @param message of the fault: an expression, or, where it cannot be one, a text; null for the name
     * @param name its name, or where it is
     */
    record Assertion(
            Expression condition, XmlName fault, @Nullable Expression message, String name, int line)
            implements Construct {}

    /** Oracle's: an assertion by itself. */
    record Assert(Head head, Assertion assertion) implements Activity {}

    /**
     * Oracle's: runs a sub-process.
     *
     * @param target as it is written
     * @param targetName its expanded name if it has a prefix; null for a name without one
     */
    record Call(Head head, String target, @Nullable XmlName targetName, List<Argument> arguments) implements Activity {}

    /** Of a variable, a partner link and an expression, which is passed by value, one is given, if the argument is sound. */
    record Argument(
            String name,
            @Nullable String variable,
            @Nullable String partnerLink,
            @Nullable Expression expression,
            boolean byValue,
            int line)
            implements Construct {}

    /** Oracle's: sends a signal to the details of a label, or to the master. */
    record Signal(Head head, boolean toDetails, String label) implements Activity {}

    /** Oracle's: waits for the signal of each detail of a label, or of the master. */
    record ReceiveSignal(Head head, boolean fromDetails, String label) implements Activity {}

    record Pick(Head head, boolean createInstance, List<OnMessage> onMessages, List<OnAlarm> onAlarms)
            implements Activity {}

    record OnMessage(Inbound inbound, Activity activity, int line) implements Construct {}

    record OnAlarm(Deadline deadline, Activity activity, int line) implements Construct {}

    /** A duration from now, or a point in time. */
    record Deadline(boolean until, Expression expression) {}

    record Wait(Head head, Deadline deadline) implements Activity {}

    record Throw(Head head, XmlName faultName, @Nullable String faultVariable) implements Activity {}

    record Rethrow(Head head) implements Activity {}

    /** Compensates all scopes in the one whose handler this is in, or, with a target, one of them. */
    record Compensate(Head head, @Nullable String target) implements Activity {}

    record Assign(Head head, List<Operation> operations, boolean validate) implements Activity {}

    /** What an assign does, one after the other. */
    sealed interface Operation extends Construct {}

    /** Oracle's changes of trees. */
    enum EditKind {
        APPEND,
        INSERT_BEFORE,
        INSERT_AFTER,
        COPY_LIST,
        REMOVE,
        RENAME
    }

    /**
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
            boolean insertMissingToData,
            int line)
            implements Operation {}

    /** Oracle's: what has happened so far is committed before what follows starts. */
    record Dehydrate(Head head) implements Activity {}

    record Validate(Head head, List<String> variables) implements Activity {}

    /** What Weir has no support for, where that is left to fail when it is reached: {@code what} it is. */
    record Unavailable(Head head, String what) implements Activity {}

    /** Oracle's replay: the scope of that name around the activity begins again. */
    record Replay(Head head, String scope) implements Activity {}

    /** Oracle's exec; the element is for its namespaces. */
    record Java(Head head, String code, XmlElement element) implements Activity {}

    /** @param insertMissingToData true if elements that the target's path names are made where there are none */
    record Copy(
            From from,
            To to,
            boolean keepSrcElementName,
            boolean ignoreMissingFromData,
            boolean insertMissingToData,
            int line)
            implements Operation {}

    sealed interface From extends Construct {}

    sealed interface To extends Construct {}

    record VariableSpec(
            String variable,
            @Nullable String part,
            @Nullable Expression query,
            int line) implements From, To {}

    record PropertySpec(String variable, XmlName property, int line) implements From, To {}

    record ExpressionSpec(Expression expression) implements From, To {
        @Override
        public int line() {
            return expression.line();
        }
    }

    /** The element around the literal: a child element, or text. */
    record LiteralSpec(XmlElement literal) implements From {
        @Override
        public int line() {
            return literal.line();
        }
    }

    /** As a from-spec it names the role; as a to-spec it always is the partner's. */
    record PartnerLinkSpec(String partnerLink, boolean myRole, int line) implements From, To {}

    record Scope(
            Head head,
            boolean exitOnStandardFault,
            List<PartnerLink> partnerLinks,
            List<MessageExchange> messageExchanges,
            List<Variable> variables,
            List<CorrelationSet> correlationSets,
            List<Catch> catches,
            @Nullable Activity catchAll,
            List<OnEvent> onEvents,
            List<EventAlarm> eventAlarms,
            @Nullable Activity compensationHandler,
            @Nullable Activity terminationHandler,
            boolean isolated,
            Activity body)
            implements Activity {
        /** A sub-process's scope where it is called. */
        public Scope called(Head call) {
            return new Scope(
                    call,
                    exitOnStandardFault,
                    partnerLinks,
                    messageExchanges,
                    variables,
                    correlationSets,
                    catches,
                    catchAll,
                    onEvents,
                    eventAlarms,
                    compensationHandler,
                    terminationHandler,
                    isolated,
                    body);
        }
    }

    /** One of messageType and element is given where the inbound has a variable. */
    record OnEvent(
            Head head,
            Inbound inbound,
            @Nullable XmlName messageType,
            @Nullable XmlName element,
            Scope body) implements Construct {
        @Override
        public int line() {
            return head.line();
        }
    }

    /** Either may be null, not both. */
    record EventAlarm(
            Head head, @Nullable Deadline first, @Nullable Expression repeatEvery, Scope body) implements Construct {
        @Override
        public int line() {
            return head.line();
        }
    }

    record Catch(
            @Nullable XmlName faultName,
            @Nullable String faultVariable,
            @Nullable XmlName faultMessageType,
            @Nullable XmlName faultElement,
            Activity activity,
            int line)
            implements Construct {}
}
