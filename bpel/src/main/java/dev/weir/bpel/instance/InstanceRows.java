package dev.weir.bpel.instance;

import dev.weir.bpel.instance.ActivityInstance.Awaited;
import dev.weir.store.CallKey;
import dev.weir.store.ExchangeId;
import dev.weir.store.Subscription;
import dev.weir.wsdl.MessageValue;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The layout of state rows. Each starts with the version of its format, one byte.
 *
 * <table>
 *   <caption>Rows by name</caption>
 *   <tr><td>{@code c}</td><td>control: the shape of its process, counters, active activities in the order of their ids, open requests,
 *       1 if it is suspended</td></tr>
 *   <tr><td>{@code s<scope>}</td><td>a scope: correlation sets, partner links, its fault without data, the scope that
 *       completed last in it, the scope that its fault lets begin again, if any</td></tr>
 *   <tr><td>{@code k<scope>}</td><td>a completed scope that may be compensated, linked to the one before it</td></tr>
 *   <tr><td>{@code f<scope>}</td><td>the data of that fault</td></tr>
 *   <tr><td>{@code g}</td><td>the master, the number of details, signals for details that come</td></tr>
 *   <tr><td>{@code d<index>}</td><td>a detail</td></tr>
 *   <tr><td>{@code v<scope>.<variable>}</td><td>a variable's value</td></tr>
 * </table>
 */
final class InstanceRows {
    static final String CONTROL = "c";

    private static final int CONTROL_VERSION = 2;
    private static final int SCOPE_VERSION = 2;
    private static final int COMPLETED_VERSION = 1;
    private static final int VALUE_VERSION = 1;

    private static final int MESSAGE = 0;
    private static final int ELEMENT = 1;

    private InstanceRows() {}

    static final String COORDINATION = "g";

    private static final int COORDINATION_VERSION = 1;

    static String detail(int index) {
        return "d" + index;
    }

    static String scope(int scope) {
        return "s" + scope;
    }

    static String completed(int scope) {
        return "k" + scope;
    }

    static String faultData(int scope) {
        return "f" + scope;
    }

    static String variable(int scope, int variable) {
        return "v" + scope + "." + variable;
    }

    // Control

    static byte[] control(Instance instance) {
        RowWriter row = new RowWriter(CONTROL_VERSION);
        row.number(instance.graph().shape())
                .number(instance.span())
                .number(instance.origin())
                .number(instance.nextActivity())
                .number(instance.nextCall());
        row.number(instance.active().size());
        for (ActivityInstance activity : instance.active()) {
            row.number(activity.id())
                    .number(activity.node())
                    .number(activity.parent())
                    .number(activity.scope())
                    .number(activity.span())
                    .number(activity.phase().code());
            row.number(activity.registers().length);
            for (long register : activity.registers()) {
                row.number(register);
            }
            Awaited awaited = activity.awaited();
            row.number(awaited.messages().size());
            for (Subscription subscription : awaited.messages()) {
                row.text(subscription.name()).text(subscription.key());
            }
            row.texts(awaited.timers()).optional(text(awaited.call()));
        }
        row.number(instance.requests().size());
        for (OpenRequest request : instance.requests()) {
            row.number(request.linkScope())
                    .number(request.link())
                    .text(request.operation())
                    .number(request.exchangeScope())
                    .number(request.exchange() + 1)
                    .optional(text(request.replyTo()));
        }
        if (instance.suspended()) {
            row.number(1);
        }
        return row.toBytes();
    }

    static void readControl(byte[] bytes, Instance instance) {
        RowReader row = new RowReader(CONTROL, bytes, CONTROL_VERSION);
        if (row.number() != instance.graph().shape()) {
            throw new RowException("it was started with another version of "
                    + instance.graph().name().local()
                    + ", whose activities, variables or links were others: deploy that one again, and the changed"
                    + " process under a new revision");
        }
        instance.created(row.number(), row.number());
        instance.counters(row.integer(), row.integer());
        int activities = row.count();
        for (int i = 0; i < activities; i++) {
            int id = row.integer();
            int node = row.integer();
            int parent = row.integer();
            int scope = row.integer();
            long span = row.number();
            Phase phase = Phase.of(row.number());
            if (phase == null || parent >= id || scope >= id) {
                throw row.damaged();
            }
            long[] registers = new long[row.count()];
            for (int j = 0; j < registers.length; j++) {
                registers[j] = row.number();
            }
            List<Subscription> messages = new ArrayList<>();
            for (int j = row.count(); j > 0; j--) {
                messages.add(new Subscription(row.text(), row.text()));
            }
            Awaited awaited = new Awaited(List.copyOf(messages), row.texts(), optional(row, CallKey::parse));
            instance.add(new ActivityInstance(
                    new ActivityPlace(id, node, scope, span), parent, phase, registers, awaited, true));
        }
        for (int i = row.count(); i > 0; i--) {
            instance.open(new OpenRequest(
                    row.integer(),
                    row.integer(),
                    row.text(),
                    row.integer(),
                    row.integer() - 1,
                    optional(row, ExchangeId::parse)));
        }
        instance.restoreSuspended(row.more() && row.number() == 1);
        row.end();
    }

    private static @Nullable String text(@Nullable Object value) {
        return value == null ? null : value.toString();
    }

    private static <T> @Nullable T optional(RowReader row, Function<String, T> parse) {
        String text = row.optional();
        return text == null ? null : parsed(row, text, parse);
    }

    private static <T> T parsed(RowReader row, String text, Function<String, T> parse) {
        try {
            return parse.apply(text);
        } catch (IllegalArgumentException e) {
            throw row.damaged();
        }
    }

    // Scopes

    static byte[] scope(ScopeState scope) {
        RowWriter row = new RowWriter(SCOPE_VERSION);
        row.number(scope.correlations.size());
        scope.correlations.forEach((set, values) -> row.number(set).texts(values));
        row.number(scope.partnerLinks.size());
        scope.partnerLinks.forEach((link, value) -> {
            XmlElement reference = value.reference();
            row.number(link).optional(value.address()).optional(value.conversation());
            row.bytes(reference == null ? new byte[0] : reference.toBytes());
        });
        Fault fault = scope.fault;
        row.number(fault == null ? 0 : 1);
        if (fault != null) {
            XmlName messageType = fault.messageType();
            row.text(fault.name().toString())
                    .text(fault.reason())
                    .optional(messageType == null ? null : messageType.toString())
                    .number(fault.data() == null ? 0 : 1);
        }
        row.number(scope.lastCompleted);
        if (fault != null && fault.replayed() != 0) {
            row.number(fault.replayed());
        }
        return row.toBytes();
    }

    static ScopeState readScope(int id, byte[] bytes, @Nullable VariableValue faultData) {
        RowReader row = new RowReader(scope(id), bytes, SCOPE_VERSION);
        ScopeState scope = new ScopeState();
        for (int i = row.count(); i > 0; i--) {
            scope.correlations.put(row.integer(), row.texts());
        }
        for (int i = row.count(); i > 0; i--) {
            int link = row.integer();
            String address = row.optional();
            String conversation = row.optional();
            byte[] reference = row.bytes();
            scope.partnerLinks.put(
                    link,
                    new PartnerLinkValue(
                            address, conversation, reference.length == 0 ? null : element(scope(id), reference)));
        }
        if (row.number() == 1) {
            XmlName name = XmlName.parse(row.text());
            String reason = row.text();
            String messageType = row.optional();
            boolean hasData = row.number() == 1;
            scope.fault = new Fault(
                    name, reason, hasData ? faultData : null, messageType == null ? null : XmlName.parse(messageType));
        }
        scope.lastCompleted = row.integer();
        Fault fault = scope.fault;
        if (fault != null && row.more()) {
            scope.fault = new Fault(fault.name(), fault.reason(), fault.data(), fault.messageType(), row.integer());
        }
        row.end();
        return scope;
    }

    static byte[] completed(CompletedScope scope) {
        return new RowWriter(COMPLETED_VERSION)
                .number(scope.node())
                .number(scope.scope())
                .number(scope.span())
                .number(scope.previous())
                .number(scope.compensating() ? 1 : 0)
                .toBytes();
    }

    static CompletedScope readCompleted(int id, byte[] bytes) {
        RowReader row = new RowReader(completed(id), bytes, COMPLETED_VERSION);
        int node = row.integer();
        int scope = row.integer();
        long span = row.number();
        int previous = row.integer();
        boolean compensating = row.number() == 1;
        row.end();
        if (scope >= id) {
            throw row.damaged();
        }
        return new CompletedScope(new ActivityPlace(id, node, scope, span), previous, compensating, true);
    }

    // Masters and details

    static byte[] coordination(Coordination state) {
        return new RowWriter(COORDINATION_VERSION)
                .optional(state.master)
                .number(state.details)
                .texts(List.copyOf(state.early))
                .toBytes();
    }

    static Coordination readCoordination(byte[] bytes) {
        RowReader row = new RowReader(COORDINATION, bytes, COORDINATION_VERSION);
        Coordination state = new Coordination(row.optional(), row.integer(), row.texts());
        row.end();
        return state;
    }

    static byte[] detail(Detail detail) {
        return new RowWriter(COORDINATION_VERSION)
                .text(detail.call().toString())
                .text(detail.label())
                .toBytes();
    }

    static Detail readDetail(int index, byte[] bytes) {
        RowReader row = new RowReader(detail(index), bytes, COORDINATION_VERSION);
        Detail detail = new Detail(index, parsed(row, row.text(), CallKey::parse), row.text());
        row.end();
        return detail;
    }

    // Values

    static byte[] value(VariableValue value) {
        RowWriter row = new RowWriter(VALUE_VERSION);
        if (value instanceof VariableValue.Message message) {
            return row.number(MESSAGE).bytes(message.parts().toBytes()).toBytes();
        }
        return row.number(ELEMENT)
                .bytes(((VariableValue.Element) value).element().toBytes())
                .toBytes();
    }

    static VariableValue readValue(String name, byte[] bytes) {
        RowReader row = new RowReader(name, bytes, VALUE_VERSION);
        long kind = row.number();
        byte[] content = row.bytes();
        row.end();
        if (kind == MESSAGE) {
            try {
                return VariableValue.message(MessageValue.fromBytes(content));
            } catch (XmlException e) {
                throw new RowException("the state row " + name + " holds no message", e);
            }
        }
        if (kind != ELEMENT) {
            throw row.damaged();
        }
        return new VariableValue.Element(element(name, content));
    }

    private static XmlElement element(String name, byte[] bytes) {
        try {
            return VariableValue.rooted(XmlElement.parse(bytes));
        } catch (XmlException e) {
            throw new RowException("the state row " + name + " holds no element", e);
        }
    }
}
