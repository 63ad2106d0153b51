package dev.weir.soap.jaxws.model;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An operation and the method that it is mapped from.
 *
 * @param method of the service endpoint interface
 * @param name of the operation in the port type
 * @param soapAction empty for none
 * @param inputAction WS-Addressing; empty for the default
 * @param outputAction WS-Addressing; empty for the default
 * @param response null for a one-way operation
 * @param parameters in the order of the method's
 * @param asyncMethods those of a client's interface that call the same operation and return at once: {@code Response<T>
 *     xAsync(...)} and {@code Future<?> xAsync(..., AsyncHandler<T>)}
 */
public record Operation(
        Method method,
        String name,
        Style style,
        String soapAction,
        String inputAction,
        String outputAction,
        Message request,
        @Nullable Message response,
        List<Parameter> parameters,
        List<Fault> faults,
        List<Method> asyncMethods) {
    public Operation {
        parameters = List.copyOf(parameters);
        faults = List.copyOf(faults);
        asyncMethods = List.copyOf(asyncMethods);
    }

    /**
     * The operation as a WSDL binding in rpc style has it: soap:body says the namespaces of the wrappers there (WSDL 1.1,
     * section 3.5), which annotations cannot.
     *
     * @param input of the request's wrapper; empty for the interface's own
     * @param output of the reply's wrapper; empty for the interface's own
     * @return this operation where nothing is different
     */
    public Operation inNamespaces(String input, String output) {
        if (!style.isRpc()) {
            return this;
        }
        return with(
                input.isEmpty() ? request : request.inNamespace(input),
                response == null || output.isEmpty() ? response : response.inNamespace(output));
    }

    /**
     * True where a message without a wrapper has several parts for the body, which has room for one: only a WSDL binding can
     * say which it is.
     */
    public boolean isUndecided() {
        return style == Style.BARE
                && (request.bodyParts().size() > 1
                        || response != null && response.bodyParts().size() > 1);
    }

    /**
     * The operation as a WSDL binding in document style has it: of the parts that are no headers, those that soap:body names are
     * in the body, and the others are {@link Message#unbound} (WSDL 1.1, section 3.5). Annotations have no word for such parts.
     *
     * @return this operation where it is not {@link #isUndecided}
     */
    public Operation withBodyParts(Set<String> input, Set<String> output) {
        return isUndecided()
                ? with(request.withBodyParts(input), response == null ? null : response.withBodyParts(output))
                : this;
    }

    private Operation with(Message in, @Nullable Message out) {
        return in == request && out == response
                ? this
                : new Operation(
                        method,
                        name,
                        style,
                        soapAction,
                        inputAction,
                        outputAction,
                        in,
                        out,
                        parameters,
                        faults,
                        asyncMethods);
    }

    public boolean oneWay() {
        return response == null;
    }

    /** The length of an array of values: one for the return value, one for each parameter. */
    public int slots() {
        return parameters.size() + 1;
    }
}
