package dev.weir.soap.jaxws.endpoint;

import dev.weir.soap.jaxws.model.InterfaceException;
import dev.weir.wsdl.Wsdl.Actions;
import dev.weir.xml.XmlName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What requests are told apart by: the first element of the body (WS-I Basic Profile R2710), and where operations share one,
 * an action. An operation that nothing tells from another one would never be called.
 */
final class OperationSignatures {
    private OperationSignatures() {}

    /** @throws InterfaceException where two operations of a binding have the same; names both and the remedy */
    static void requireDistinct(List<MethodOperation> operations) {
        Map<@Nullable XmlName, List<MethodOperation>> byElement = new HashMap<>();
        for (MethodOperation operation : operations) {
            XmlName element = operation.input().firstElement();
            List<MethodOperation> others = byElement.computeIfAbsent(element, first -> new ArrayList<>(1));
            for (MethodOperation other : others) {
                if (!differ(operation, other)) {
                    throw new InterfaceException(
                            where(other) + " and " + where(operation) + " both take requests whose "
                                    + (element == null ? "body is empty" : "first element is " + element)
                                    + ", and have no actions that tell them apart; give each an element of its own by the name of"
                                    + " WebParam or RequestWrapper, or another WebMethod.action");
                }
            }
            others.add(operation);
        }
    }

    /** Default actions of WS-Addressing do not count, as only those send them who use it. */
    private static boolean differ(MethodOperation one, MethodOperation other) {
        if (!one.soapAction().equals(other.soapAction())) {
            return true;
        }
        Actions first = one.actions();
        Actions second = other.actions();
        return first != null
                && second != null
                && !first.input().equals(second.input())
                && !(one.hasDefaultAction() && other.hasDefaultAction());
    }

    private static String where(MethodOperation operation) {
        return operation.method().getDeclaringClass().getName() + "."
                + operation.method().getName();
    }
}
