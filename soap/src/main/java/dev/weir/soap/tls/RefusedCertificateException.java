package dev.weir.soap.tls;

import java.security.cert.CertificateException;

/** Carries through the handshake what is wrong with the other end's certificate. */
final class RefusedCertificateException extends CertificateException {
    private static final long serialVersionUID = 1L;

    private final transient CertificateProblem problem;

    RefusedCertificateException(CertificateProblem problem, CertificateException cause) {
        super("the certificate " + problem.text(), cause);
        this.problem = problem;
    }

    CertificateProblem problem() {
        return problem;
    }
}
