package dev.weir.bpel.graph;

import dev.weir.bpel.language.Construct.Initiate;
import dev.weir.store.ComponentId;
import dev.weir.wsdl.MessageValue;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The keys by which messages and receives find each other. A key holds component, partner link and operation, then one
 * of:
 *
 * <ul>
 *   <li>{@code s}: the correlation sets that the receive uses and that have values by then, each with its values;
 *   <li>{@code c}: the id of the message that starts the conversation: for a receive without such sets on a partner link
 *       on which the instance has invoked something before;
 *   <li>{@code g}: a signal between a master and a detail: the call that made the detail, which of the two it is for, its
 *       label. Component, partner link and operation are left out;
 *   <li>{@code o}: nothing: for a receive that has neither. The first message for the operation meets it.
 * </ul>
 *
 * Every field is written with its length, so that different fields never give the same key; a key that would be long is
 * its SHA-256 instead.
 */
public final class CorrelationKeys {
    /** Joining sets on one receive: each may or may not have values, so the keys of a message double with each. */
    static final int MAX_JOINS = 4;

    private static final int MAX_LENGTH = 200;

    /** A correlation set's id and its values. */
    public record SetValue(int set, List<String> values) {}

    private CorrelationKeys() {}

    /** The key for a receive that nothing correlates. */
    public static String open(ComponentId component, String partnerLink, String operation) {
        return finish(start('o', component, partnerLink, operation));
    }

    /** The key for a receive that belongs to a conversation. */
    public static String conversation(
            ComponentId component, String partnerLink, String operation, String conversation) {
        StringBuilder key = start('c', component, partnerLink, operation);
        field(key, conversation);
        return finish(key);
    }

    /** True for the key of a receive that belongs to a conversation, unless it is a hash. */
    public static boolean isOfConversation(String key, ComponentId component, String partnerLink, String operation) {
        return key.startsWith(start('c', component, partnerLink, operation).toString());
    }

    /**
     * The key of a signal.
     *
     * @param call the key of the call by which the master made the detail
     */
    public static String signal(String call, boolean toMaster, String label) {
        StringBuilder key = new StringBuilder(60).append('g').append(toMaster ? 'm' : 'd');
        field(key, call);
        field(key, label);
        return finish(key);
    }

    /** The key for a receive by correlation sets; they may come in any order. */
    public static String correlated(ComponentId component, String partnerLink, String operation, List<SetValue> sets) {
        StringBuilder key = start('s', component, partnerLink, operation);
        List<SetValue> ordered = new ArrayList<>(sets);
        ordered.sort(Comparator.comparingInt(SetValue::set));
        for (SetValue set : ordered) {
            key.append(set.set()).append('=').append(set.values().size()).append(';');
            set.values().forEach(value -> field(key, value));
        }
        return finish(key);
    }

    /**
     * Every key under which an instance may wait for a message. A combination of sets whose properties the message does
     * not hold gives no key.
     *
     * @throws MissingProperty when for that reason there is no key at all, and the message starts no instance
     */
    public static List<String> of(
            ProcessGraph graph,
            ComponentId component,
            String partnerLink,
            String operation,
            MessageValue message,
            @Nullable String conversation) {
        Set<String> keys = new LinkedHashSet<>();
        MissingProperty missing = null;
        boolean creates = false;
        boolean alone = false;
        for (ProcessGraph.Entry entry : graph.inbound()) {
            Node.Inbound in = entry.inbound();
            if (!in.link().name().equals(partnerLink) || !in.operation().name().equals(operation)) {
                continue;
            }
            creates |= entry.createInstance();
            List<Correlation> needed = uses(in, Initiate.NO);
            List<Correlation> joining = uses(in, Initiate.JOIN);
            for (int chosen = 0; chosen < 1 << joining.size(); chosen++) {
                List<Correlation> sets = new ArrayList<>(needed);
                for (int i = 0; i < joining.size(); i++) {
                    if ((chosen & 1 << i) != 0) {
                        sets.add(joining.get(i));
                    }
                }
                if (sets.isEmpty()) {
                    alone |= !entry.createInstance();
                    continue;
                }
                try {
                    List<SetValue> values = new ArrayList<>();
                    for (Correlation use : sets) {
                        values.add(new SetValue(use.set().id(), use.values(message)));
                    }
                    keys.add(correlated(component, partnerLink, operation, values));
                } catch (MissingProperty e) {
                    missing = e;
                }
            }
        }
        if (alone) {
            if (conversation != null) {
                keys.add(conversation(component, partnerLink, operation, conversation));
            }
            keys.add(open(component, partnerLink, operation));
        }
        if (keys.isEmpty() && !creates && missing != null) {
            throw missing;
        }
        return List.copyOf(keys);
    }

    private static List<Correlation> uses(Node.Inbound in, Initiate initiate) {
        return in.correlations().stream()
                .filter(use -> use.initiate() == initiate)
                .toList();
    }

    private static StringBuilder start(char kind, ComponentId component, String partnerLink, String operation) {
        StringBuilder key = new StringBuilder(120).append(kind);
        field(key, component.toString());
        field(key, partnerLink);
        field(key, operation);
        return key;
    }

    private static void field(StringBuilder key, String value) {
        key.append(value.length()).append(':').append(value);
    }

    private static String finish(StringBuilder key) {
        if (key.length() <= MAX_LENGTH) {
            return key.toString();
        }
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256").digest(key.toString().getBytes(StandardCharsets.UTF_8));
            return "sha256:" + HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
