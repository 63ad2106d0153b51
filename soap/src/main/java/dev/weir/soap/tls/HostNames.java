package dev.weir.soap.tls;

import java.net.IDN;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** The hosts that a certificate is for (RFC 9525): its alternative names alone, where {@code *} stands for the first label. */
public final class HostNames {
    private static final int DNS = 2;
    private static final int IP_ADDRESS = 7;

    private HostNames() {}

    /** @throws CertificateParsingException where the names cannot be read */
    public static boolean include(X509Certificate certificate, String host) throws CertificateParsingException {
        Collection<List<?>> names = certificate.getSubjectAlternativeNames();
        if (names == null) {
            return false;
        }
        boolean address = host.contains(":") || host.matches("[0-9.]+");
        for (List<?> name : names) {
            String value = name.get(1) instanceof String text ? text : "";
            if (name.get(0).equals(address ? IP_ADDRESS : DNS) && (address ? value.equals(host) : fits(value, host))) {
                return true;
            }
        }
        return false;
    }

    /** True for an alternative name that is a host's, by its type. */
    static boolean isOfHost(List<?> alternative) {
        return alternative.get(0).equals(DNS) || alternative.get(0).equals(IP_ADDRESS);
    }

    private static boolean fits(String pattern, String host) {
        String expected = pattern.toLowerCase(Locale.ROOT);
        String called;
        try {
            called = IDN.toASCII(host).toLowerCase(Locale.ROOT);
        } catch (IllegalArgumentException e) {
            return false; // no name of a host, and so that of no certificate
        }
        int dot = called.indexOf('.');
        return expected.equals(called)
                || expected.startsWith("*.")
                        && dot > 0
                        && expected.indexOf('.', 2) > 0
                        && expected.substring(1).equals(called.substring(dot));
    }
}
