package dev.weir.soap.wsdl;

import dev.weir.wsdl.Wsdl.Binding;
import dev.weir.wsdl.Wsdl.BindingOperation;
import dev.weir.wsdl.Wsdl.MessageBinding;
import dev.weir.wsdl.Wsdl.Part;
import dev.weir.wsdl.WsdlException;

/** What a binding must be to be served and called: literal, and with parts declared as its style wants them. */
public final class BindingRequirements {
    private BindingRequirements() {}

    /** @throws WsdlException names binding, operation and what is in the way */
    public static void check(Binding binding) {
        check(binding, false);
    }

    /**
     * As {@link #check(Binding)}, for a caller that knows SOAP encoding in rpc style.
     *
     * @throws WsdlException as there
     */
    public static void checkWithEncoded(Binding binding) {
        check(binding, true);
    }

    /**
     * As {@link #check(Binding)}, of one operation.
     *
     * @throws WsdlException as there
     */
    public static void check(Binding binding, BindingOperation operation) {
        check(binding, operation, false);
    }

    private static void check(Binding binding, boolean encoded) {
        binding.operations().values().forEach(operation -> check(binding, operation, encoded));
    }

    private static void check(Binding binding, BindingOperation operation, boolean encoded) {
        check(binding, operation, operation.input(), encoded && operation.rpc());
        check(binding, operation, operation.output(), encoded && operation.rpc());
    }

    private static void check(Binding binding, BindingOperation operation, MessageBinding message, boolean encoded) {
        String where = "binding " + binding.name() + ", operation "
                + operation.operation().name() + ": ";
        if (message.encoded() && !encoded) {
            throw new WsdlException(
                    where + "use=\"encoded\" (SOAP encoding) is not supported; the binding must have use=\"literal\"");
        }
        for (Part part : message.bodyParts()) {
            if (operation.rpc() && part.type() == null) {
                throw new WsdlException(where + "part " + part.name()
                        + " must be declared by type in rpc style (WS-I Basic Profile R2203)");
            }
            if (!operation.rpc() && part.element() == null) {
                throw new WsdlException(where + "part " + part.name()
                        + " must be declared by element in document style (WS-I Basic Profile R2204)");
            }
        }
        if (operation.rpc()
                && message != MessageBinding.NONE
                && message.namespace().isEmpty()) {
            throw new WsdlException(where + "soap:body must have a namespace in rpc style (WS-I Basic Profile R2717)");
        }
    }
}
