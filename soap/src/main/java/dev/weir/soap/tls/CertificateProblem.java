package dev.weir.soap.tls;

import java.security.GeneralSecurityException;
import java.security.cert.CertPath;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.CertificateParsingException;
import java.security.cert.PKIXReason;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Objects;
import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;

/**
 * Why a connection's other end is not trusted, in words for those who mend it: Java says of most certificates that no path was
 * found. Names in the text are the certificate's, so anybody's: they have no control characters, and are short.
 *
 * @param text what follows the words "its certificate"
 */
public record CertificateProblem(Kind kind, String text) {
    private static final int LONGEST_NAME = 150;
    private static final int MOST_HOSTS = 5;
    private static final int DEEPEST_CAUSE = 20;

    /** What has to be mended, and so by whom. */
    public enum Kind {
        EXPIRED,
        NOT_YET_VALID,
        /** It is for other hosts than the one that was called. */
        OTHER_HOST,
        /** Nobody but its own key has signed it, and it is not trusted itself. */
        SELF_SIGNED,
        /** Who has signed it is not trusted. */
        UNKNOWN_AUTHORITY,
        /** Anything else, such as a weak key, or one that is not for this use. */
        OTHER
    }

    /** What a failure says, or a cause of it; null where it is not about a certificate. */
    public static @Nullable CertificateProblem of(Throwable failure) {
        @Nullable Throwable next = failure;
        Throwable root = failure;
        CertPath path = null;
        boolean isOfNobody = false;
        for (int i = 0; next != null && i < DEEPEST_CAUSE; i++) {
            root = next;
            if (next instanceof RefusedCertificateException refusal) {
                return refusal.problem();
            }
            if (next instanceof CertPathValidatorException invalid) {
                path = invalid.getCertPath();
                isOfNobody = invalid.getReason() == PKIXReason.NO_TRUST_ANCHOR;
            }
            next = next.getCause();
        }
        if (isOfNobody || root instanceof CertPathBuilderException) {
            // Java does not say which: that is seen by the chain, which only a trust manager gets.
            return new CertificateProblem(
                    Kind.UNKNOWN_AUTHORITY, "is self-signed, or of an authority that is not trusted here");
        }
        boolean ofTime = root instanceof CertificateExpiredException || root instanceof CertificateNotYetValidException;
        if (ofTime && path != null) {
            CertificateProblem untimely =
                    untimely(path.getCertificates().toArray(X509Certificate[]::new), Instant.now());
            if (untimely != null) {
                return untimely;
            }
        }
        if (root instanceof CertificateExpiredException) {
            return new CertificateProblem(Kind.EXPIRED, "has expired (" + root.getMessage() + ")");
        } else if (root instanceof CertificateNotYetValidException) {
            return new CertificateProblem(Kind.NOT_YET_VALID, "is not valid yet (" + root.getMessage() + ")");
        } else if (root instanceof CertificateException && isOfNames(plain(root))) {
            return new CertificateProblem(Kind.OTHER_HOST, "is for another host (" + plain(root) + ")");
        } else if (root instanceof CertificateException || path != null) {
            return new CertificateProblem(Kind.OTHER, "is not accepted (" + plain(root) + ")");
        }
        return null;
    }

    /** Java has no exception of its own for it. */
    private static boolean isOfNames(String message) {
        return message.contains("subject alternative") || message.contains("No name matching");
    }

    /**
     * What is wrong with a chain that a trust manager has refused.
     *
     * @param host that was called; null where the chain is a client's
     * @param trusted the certificates of the authorities
     */
    static CertificateProblem of(
            CertificateException refusal, X509Certificate[] chain, @Nullable String host, X509Certificate[] trusted) {
        CertificateProblem said = of(refusal);
        if (chain.length == 0 || said == null) {
            return new CertificateProblem(Kind.OTHER, "is not accepted (" + plain(refusal) + ")");
        }
        @Nullable CertificateProblem untimely = untimely(chain, Instant.now());
        if (said.kind == Kind.UNKNOWN_AUTHORITY) {
            CertificateProblem unknown = unknown(chain, trusted);
            if (unknown != null) {
                return untimely == null
                        ? unknown
                        : new CertificateProblem(unknown.kind, unknown.text + "; besides, it " + untimely.text);
            }
        }
        if (untimely != null) {
            return untimely;
        }
        if (said.kind == Kind.UNKNOWN_AUTHORITY) {
            return new CertificateProblem(
                    Kind.UNKNOWN_AUTHORITY,
                    "names " + name(last(chain).getIssuerX500Principal())
                            + " as its authority, but none that is trusted here by that name has signed it");
        }
        return said.kind == Kind.OTHER_HOST && host != null
                ? new CertificateProblem(Kind.OTHER_HOST, "is for " + hosts(chain[0]) + ", not for " + printable(host))
                : said;
    }

    /** Null where an authority of the issuer's name is trusted. */
    private static @Nullable CertificateProblem unknown(X509Certificate[] chain, X509Certificate[] trusted) {
        X509Certificate first = chain[0];
        if (isSelfSigned(first)) {
            return new CertificateProblem(
                    Kind.SELF_SIGNED,
                    "is self-signed (" + name(first.getSubjectX500Principal()) + ") and not trusted here itself");
        }
        for (X509Certificate each : chain) {
            for (X509Certificate authority : trusted) {
                if (authority.getSubjectX500Principal().equals(each.getIssuerX500Principal())) {
                    return null;
                }
            }
        }
        return new CertificateProblem(
                Kind.UNKNOWN_AUTHORITY,
                "(" + name(first.getSubjectX500Principal()) + ") was issued by "
                        + name(last(chain).getIssuerX500Principal()) + ", an authority that is not trusted here");
    }

    private static X509Certificate last(X509Certificate[] chain) {
        return chain[chain.length - 1];
    }

    private static boolean isSelfSigned(X509Certificate certificate) {
        if (!certificate.getSubjectX500Principal().equals(certificate.getIssuerX500Principal())) {
            return false;
        }
        try {
            certificate.verify(certificate.getPublicKey());
            return true;
        } catch (GeneralSecurityException e) {
            return false; // that of another of the same name
        }
    }

    private static @Nullable CertificateProblem untimely(X509Certificate[] chain, Instant now) {
        for (X509Certificate each : chain) {
            String whose = each == chain[0]
                    ? "(" + name(each.getSubjectX500Principal()) + ") "
                    : "depends on that of " + name(each.getSubjectX500Principal()) + ", which ";
            if (each.getNotAfter().toInstant().isBefore(now)) {
                return new CertificateProblem(
                        Kind.EXPIRED, whose + "expired on " + day(each.getNotAfter()) + " and must be renewed");
            }
            if (each.getNotBefore().toInstant().isAfter(now)) {
                return new CertificateProblem(
                        Kind.NOT_YET_VALID,
                        whose + "is valid only from "
                                + second(each.getNotBefore().toInstant()) + " on, but it is " + second(now)
                                + " by the clock here: one of both is wrong");
            }
        }
        return null;
    }

    private static String day(Date date) {
        return date.toInstant().toString().substring(0, 10);
    }

    private static Instant second(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS);
    }

    private static String hosts(X509Certificate certificate) {
        Collection<List<?>> names;
        try {
            names = Objects.requireNonNullElse(certificate.getSubjectAlternativeNames(), List.of());
        } catch (CertificateParsingException e) {
            return "names that cannot be read (" + plain(e) + ")";
        }
        List<String> hosts = new ArrayList<>();
        for (List<?> name : names) {
            if (HostNames.isOfHost(name)) {
                hosts.add(printable(String.valueOf(name.get(1))));
            }
        }
        if (hosts.isEmpty()) {
            // Java takes the common name then, and others do not any more.
            return name(certificate.getSubjectX500Principal()) + " (it has no subject alternative names)";
        }
        int shown = Math.min(hosts.size(), MOST_HOSTS);
        String text = String.join(", ", hosts.subList(0, shown));
        return shown == hosts.size() ? text : text + " and " + (hosts.size() - shown) + " more";
    }

    private static String name(X500Principal principal) {
        return printable(principal.getName());
    }

    private static String plain(Throwable failure) {
        return printable(String.valueOf(failure.getMessage()));
    }

    private static String printable(String text) {
        String begin = text.length() <= LONGEST_NAME ? text : text.substring(0, LONGEST_NAME) + "…";
        return begin.replaceAll("\\p{C}", "?");
    }
}
