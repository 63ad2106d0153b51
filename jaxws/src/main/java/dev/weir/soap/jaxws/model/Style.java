package dev.weir.soap.jaxws.model;

/** How parameters become the content of a body (Jakarta XML Web Services 4.0, section 3.7). */
public enum Style {
    /** Children of one element that is named like the operation, document/literal. */
    WRAPPED,
    /** The body's only element is the value of one parameter, document/literal. */
    BARE,
    /** Parts in no namespace inside an element that is named like the operation, rpc/literal. */
    RPC,
    /** As {@link #RPC}, the parts as a graph in the encoding of SOAP 1.1, section 5. */
    ENCODED;

    /** Whether bindings have it as style rpc. */
    public boolean isRpc() {
        return this == RPC || this == ENCODED;
    }
}
