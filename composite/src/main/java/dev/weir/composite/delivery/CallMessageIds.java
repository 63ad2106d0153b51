package dev.weir.composite.delivery;

import dev.weir.store.ExchangeId;
import dev.weir.store.Store;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * The WS-Addressing message ids of calls by processes, the same on every attempt: {@code urn:weir:call:STORE:CALL:PROOF},
 * with the path of the delivery behind the call where a mediator sent it on. A receiver that is a Weir recognises a
 * repetition by it, and a callback finds the calling instance.
 *
 * <p>The proof is a message authentication code of the rest under the store's secret (HMAC-SHA-256, its first 128 bits).
 * So nobody can guess an id that a Weir will send, and suppress its message by sending another under the same id first;
 * and nobody can call back, or claim to be, a call whose id he was not sent. Whether another Weir's proof is right only
 * that Weir knows: what counts here is that its ids are not known before they are sent. Thread-safe.
 */
final class CallMessageIds {
    private static final String PREFIX = "urn:weir:call:";
    private static final String ALGORITHM = "HmacSHA256";
    private static final int PROOF_BYTES = 16;
    private static final int LONGEST_KEY = 128;
    /** The proof is 16 bytes in base64url. */
    private static final Pattern FORM =
            Pattern.compile(PREFIX + "([^:]{1,64}):(.{1,1024}):([A-Za-z0-9_-]{21}[AQgw])", Pattern.DOTALL);

    private final String store;
    private final SecretKeySpec secret;

    CallMessageIds(Store store) {
        this(store.id(), store.secret());
    }

    CallMessageIds(String store, byte[] secret) {
        this.store = store;
        this.secret = new SecretKeySpec(secret, ALGORITHM);
    }

    /** The message id of a call. */
    String ofCall(ExchangeId.OfCall call) {
        return id(call.reference());
    }

    /** The message id of a message that counts once under a key: the same for every repetition. */
    String ofKey(String key) {
        return id(key.length() <= LONGEST_KEY ? "key/" + key : "keys/" + encode(mac("key\n" + key)));
    }

    private String id(String reference) {
        return PREFIX + store + ":" + reference + ":" + encode(proof(reference));
    }

    private byte[] proof(String reference) {
        return mac(store + "\n" + reference);
    }

    private byte[] mac(String text) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(secret);
            return Arrays.copyOf(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)), PROOF_BYTES);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }

    private static String encode(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /**
     * True for the message id of a Weir, which no other message has: of another one, if it has the form; of this store, if
     * it is proven.
     */
    boolean countsOnce(String messageId) {
        Matcher parts = FORM.matcher(messageId);
        return parts.matches() && (!parts.group(1).equals(store) || isProven(parts));
    }

    private boolean isProven(Matcher parts) {
        return MessageDigest.isEqual(
                encode(proof(parts.group(2))).getBytes(StandardCharsets.US_ASCII),
                parts.group(3).getBytes(StandardCharsets.US_ASCII));
    }

    /** The call of this store that has a message id; null for any other id, and for one without the right proof. */
    ExchangeId.@Nullable OfCall proven(@Nullable String messageId) {
        Matcher parts = messageId == null ? null : FORM.matcher(messageId);
        if (parts == null || !parts.matches() || !parts.group(1).equals(store) || !isProven(parts)) {
            return null;
        }
        try {
            return ExchangeId.OfCall.parseReference(parts.group(2));
        } catch (IllegalArgumentException e) {
            // A message's that a mediator sent on.
            return null;
        }
    }
}
