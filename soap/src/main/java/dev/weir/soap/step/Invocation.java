package dev.weir.soap.step;

import dev.weir.soap.SoapFault;
import dev.weir.soap.SoapService.Addressing;
import dev.weir.soap.http.HttpRequest;
import dev.weir.soap.mtom.MimeMessage;
import dev.weir.soap.mtom.MimePart;
import dev.weir.wsdl.Wsdl.SoapVersion;
import dev.weir.xml.tree.XmlElement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request, read to its end, that waits for its outcome: a reply, a fault, or neither where the operation is one-way. One
 * thread at a time.
 *
 * @param <V> the values that messages are bound to
 */
public interface Invocation<V> {
    V input();

    HttpRequest request();

    /** The version of the request's envelope, and of the answer's. */
    SoapVersion version();

    /** The request's WS-Addressing properties. */
    Addressing addressingProperties();

    /** The request's header blocks as they came. */
    List<XmlElement> headers();

    /** The request as a message with parts, which is released when the exchange has ended; null where it has none. */
    @Nullable MimeMessage attachments();

    /**
     * Keeps the memory that the request's values have taken, for work that goes on when the exchange has ended.
     *
     * @return gives it back; more than once is harmless
     */
    Runnable keepMemory();

    /** Answers with a normal reply. */
    void reply(V output);

    /** Answers with a fault. */
    void fault(SoapFault raised);

    /**
     * Answers with a fault that the operation declares.
     *
     * @param action its WS-Addressing action
     */
    void fault(SoapFault raised, String action);

    /**
     * Parts of the reply beside those of its values, to which nothing need refer. A fault has none.
     *
     * @param parts read when the peer takes them
     */
    void attach(List<MimePart> parts);

    /** A header block of the reply, beside those that are bound. */
    void addReplyHeader(XmlElement block);
}
