package dev.weir.soap.tls;

/** Whether a server asks its clients for certificates. */
public enum ClientCertificates {
    /** It does not. */
    NONE,
    /** It does, and serves those without one, too; one that is not trusted ends the handshake. */
    WANTED,
    /** It does, and serves nobody without one that it trusts. */
    REQUIRED
}
