package dev.weir.xpath.functions;

import dev.weir.xml.XmlName;
import dev.weir.xpath.UnavailableCallException;
import dev.weir.xpath.XPathException;
import dev.weir.xpath.XPathFunctions.CallSite;
import dev.weir.xpath.XPathFunctions.XPathFunction;
import dev.weir.xpath.XPathScope;
import dev.weir.xpath.XPathValues;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Functions by expanded name, each of which checks the number of its arguments before it runs. Filled by one thread, then
 * read by any.
 */
final class FunctionTable {
    /** A function over the four types of XPath 1.0. */
    interface OfValues {
        Object call(List<Object> arguments);
    }

    /** A function whose arguments are converted to strings first. */
    interface OfStrings {
        Object call(List<String> arguments);
    }

    private final Map<XmlName, Entry> functions = new HashMap<>();
    private final Map<XmlName, String> refused = new HashMap<>();
    private final Map<String, String> refusedNamespaces = new HashMap<>();
    private String refusedStart = "";
    private String knownStart = "";
    private @Nullable String refusedOthers;

    private record Entry(Arity arity, Function<CallSite, XPathFunction> function) {}

    /**
     * The function of a name for one call of it; null for none.
     *
     * @param call without arguments where they are not known
     * @throws UnavailableCallException for one that is not there, or not with so many arguments
     */
    @Nullable XPathFunction get(XmlName name, CallSite call) {
        Entry entry = functions.get(name);
        if (entry != null) {
            if (!call.literals().isEmpty()) {
                entry.arity().checkWritten(call.literals().size());
            }
            return entry.function().apply(call);
        }
        String reason = refused.getOrDefault(name, refusedNamespaces.get(name.namespace()));
        if (reason == null
                && name.namespace().startsWith(refusedStart)
                && !name.namespace().startsWith(knownStart)) {
            reason = refusedOthers;
        }
        if (reason != null) {
            throw new UnavailableCallException(
                    UnavailableCallException.UNSUPPORTED, "the function " + name + " " + reason, null);
        }
        return null;
    }

    /** Refuses all functions of the namespaces that start in one way, but for those that start in another. */
    void refuseOtherNamespaces(String start, String but, String reason) {
        refusedStart = start;
        knownStart = but;
        refusedOthers = reason;
    }

    /** The functions of one namespace, with the prefix that error messages show. */
    Namespace namespace(String uri, String prefix) {
        return new Namespace(uri, prefix);
    }

    /** Adds functions to its table. */
    final class Namespace {
        private final String uri;
        private final String prefix;

        private Namespace(String uri, String prefix) {
            this.uri = uri;
            this.prefix = prefix;
        }

        /** A function's name as error messages show it. */
        String shown(String local) {
            return prefix + ":" + local;
        }

        Namespace strings(String local, int arity, OfStrings function) {
            return strings(local, arity, arity, function);
        }

        Namespace strings(String local, int least, int most, OfStrings function) {
            Arity arity = new Arity(shown(local), least, most);
            return add(local, arity, new XPathFunction() {
                @Override
                public Object call(XPathScope scope, List<Object> arguments) {
                    arity.check(arguments.size());
                    return function.call(
                            arguments.stream().map(XPathValues::string).toList());
                }

                @Override
                public boolean ofStrings() {
                    return true;
                }
            });
        }

        Namespace values(String local, int arity, OfValues function) {
            return values(local, arity, arity, function);
        }

        Namespace values(String local, int least, int most, OfValues function) {
            return scoped(local, least, most, (scope, arguments) -> function.call(arguments));
        }

        /** A function that asks for the place of its evaluation. */
        Namespace scoped(String local, int least, int most, XPathFunction function) {
            Arity arity = new Arity(shown(local), least, most);
            return add(local, arity, (scope, arguments) -> {
                arity.check(arguments.size());
                return function.call(scope, arguments);
            });
        }

        /** A function that depends on where its call is written. */
        Namespace called(String local, int least, int most, Function<CallSite, OfValues> functionOfCall) {
            Arity arity = new Arity(shown(local), least, most);
            functions.put(XmlName.of(uri, local), new Entry(arity, call -> {
                OfValues function = functionOfCall.apply(call);
                return (scope, arguments) -> {
                    arity.check(arguments.size());
                    return function.call(arguments);
                };
            }));
            return this;
        }

        /** Functions that are known and not there. */
        Namespace refuse(String reason, String... locals) {
            for (String local : locals) {
                refused.put(XmlName.of(uri, local), reason);
            }
            return this;
        }

        /** Refuses all functions of the namespace that are not in the table. */
        void refuseOthers(String reason) {
            refusedNamespaces.put(uri, reason);
        }

        private Namespace add(String local, Arity arity, XPathFunction function) {
            functions.put(XmlName.of(uri, local), new Entry(arity, call -> function));
            return this;
        }
    }

    private record Arity(String function, int least, int most) {
        void check(int count) {
            String problem = problem(count);
            if (problem != null) {
                throw new XPathException(problem);
            }
        }

        /** Of a call that can be read, before it is evaluated. */
        void checkWritten(int count) {
            String problem = problem(count);
            if (problem != null) {
                throw new UnavailableCallException(UnavailableCallException.ARGUMENT, problem, null);
            }
        }

        private @Nullable String problem(int count) {
            return count < least || count > most
                    ? function + "() takes " + expected() + ", and is given " + count
                    : null;
        }

        private String expected() {
            String noun = most == 1 ? " argument" : " arguments";
            if (least == most) {
                return least + noun;
            }
            return most == Integer.MAX_VALUE ? least + noun + " or more" : least + " to " + most + noun;
        }
    }
}
