package dev.weir.soap.step;

import dev.weir.soap.SoapFault;
import dev.weir.soap.SoapService.Addressing;
import dev.weir.soap.envelope.EnvelopeFormat;
import dev.weir.soap.envelope.EnvelopeReader;
import dev.weir.soap.envelope.WsAddressing;
import dev.weir.soap.envelope.WsAddressing.Destination;
import dev.weir.soap.http.HttpReply;
import dev.weir.soap.http.HttpRequest;
import dev.weir.soap.mtom.MimeMessage;
import dev.weir.soap.mtom.MimePart;
import dev.weir.soap.mtom.XopPackage;
import dev.weir.wsdl.Wsdl.SoapVersion;
import dev.weir.xml.encoding.InfosetEncoding;
import dev.weir.xml.tree.XmlElement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One request and what the steps make of it: each step fills in what the next ones need. One thread at a time.
 *
 * <p>A getter of something that no step has filled in yet throws IllegalStateException: the order of the steps is wrong.
 */
final class Exchange<V> implements Invocation<V> {
    private final HttpRequest request;
    private EnvelopeFormat format;
    private @Nullable MimeMessage attachments;
    private @Nullable EnvelopeDocument document;
    private @Nullable InfosetEncoding replyEncoding;
    private @Nullable XopPackage packing;
    private List<MimePart> attached = List.of();
    private @Nullable EnvelopeReader envelope;
    private @Nullable MessageBudget budget;
    private WsAddressing addressing = WsAddressing.NONE;
    private @Nullable ServedOperation<V> operation;
    private @Nullable V input;
    private boolean bound;
    private @Nullable V output;
    private @Nullable SoapFault fault;
    private @Nullable String faultAction;
    private @Nullable Destination replyTo;
    private @Nullable Destination faultTo;
    private List<XmlElement> addressed = List.of();
    private final List<XmlElement> replyHeaders = new ArrayList<>();
    private int faultStatus;
    private @Nullable HttpReply httpReply;

    /** Gives back the memory of an exchange that goes on when its request has been answered; null for others. */
    private @Nullable Runnable kept;

    /** @param format of faults, until the version of the envelope is known */
    Exchange(HttpRequest request, EnvelopeFormat format) {
        this.request = request;
        this.format = format;
    }

    @Override
    public HttpRequest request() {
        return request;
    }

    EnvelopeFormat format() {
        return format;
    }

    @Override
    public SoapVersion version() {
        return format.version;
    }

    void format(EnvelopeFormat answered) {
        this.format = answered;
    }

    /** The request as a message with parts; null where it has none. */
    @Override
    public @Nullable MimeMessage attachments() {
        return attachments;
    }

    void attachments(MimeMessage read) {
        this.attachments = read;
    }

    EnvelopeDocument document() {
        return filled(document, "document");
    }

    void document(EnvelopeDocument unpacked) {
        this.document = unpacked;
    }

    /** The encoding of the reply or fault; null for text. */
    @Nullable InfosetEncoding replyEncoding() {
        return replyEncoding;
    }

    void replyEncoding(@Nullable InfosetEncoding agreed) {
        this.replyEncoding = agreed;
    }

    /** Takes the reply's attachments; null where it is to have none. */
    @Nullable XopPackage packing() {
        return packing;
    }

    void packing(XopPackage begun) {
        this.packing = begun;
    }

    /** Parts of the reply beside those of its values. */
    List<MimePart> attached() {
        return attached;
    }

    @Override
    public void attach(List<MimePart> parts) {
        this.attached = parts;
    }

    EnvelopeReader envelope() {
        return filled(envelope, "envelope");
    }

    void envelope(EnvelopeReader read) {
        this.envelope = read;
    }

    void budget(MessageBudget ofRequest) {
        this.budget = ofRequest;
    }

    @Override
    public List<XmlElement> headers() {
        EnvelopeReader read = envelope;
        return read == null ? List.of() : read.headers();
    }

    WsAddressing addressing() {
        return addressing;
    }

    @Override
    public Addressing addressingProperties() {
        return addressing.properties();
    }

    void addressing(WsAddressing read) {
        this.addressing = read;
    }

    ServedOperation<V> operation() {
        return filled(operation, "operation");
    }

    /** Null before dispatch, and where dispatch failed. */
    @Nullable ServedOperation<V> operationIfKnown() {
        return operation;
    }

    void operation(ServedOperation<V> dispatched) {
        this.operation = dispatched;
    }

    @Override
    public V input() {
        return filled(input, "input");
    }

    void input(V read) {
        this.input = read;
        this.bound = true;
        MessageBudget expected = budget;
        if (expected != null) {
            expected.settle();
        }
    }

    /** True once the request is read to its end: what fails after that is not the sender's fault. */
    boolean bound() {
        return bound;
    }

    /** Null where the operation is one-way, and where there is a fault. */
    @Nullable V output() {
        return output;
    }

    @Override
    public void reply(V given) {
        this.output = given;
    }

    @Nullable SoapFault fault() {
        return fault;
    }

    /** The exchange ends in a fault; it counts before any reply. */
    @Override
    public void fault(SoapFault raised) {
        this.fault = raised;
        this.faultAction = null;
    }

    @Override
    public void fault(SoapFault raised, String action) {
        this.fault = raised;
        this.faultAction = action;
    }

    /** The WS-Addressing action of a declared fault; null for that of all others. */
    @Nullable String faultAction() {
        return faultAction;
    }

    /** The HTTP status of the fault, where it is not the one that goes with its code; 0 otherwise. */
    int faultStatus() {
        return faultStatus;
    }

    void faultStatus(int status) {
        this.faultStatus = status;
    }

    @Override
    public void addReplyHeader(XmlElement block) {
        replyHeaders.add(block);
    }

    List<XmlElement> replyHeaders() {
        return replyHeaders;
    }

    /** The reply gets these header blocks of WS-Addressing, in place of those that it has had. */
    void address(List<XmlElement> blocks) {
        replyHeaders.removeAll(addressed);
        replyHeaders.addAll(blocks);
        this.addressed = blocks;
    }

    /** Where the answer goes once the request is accepted: a request that is refused has its fault on the connection. */
    void answerTo(@Nullable Destination reply, @Nullable Destination fault) {
        this.replyTo = reply;
        this.faultTo = fault;
    }

    /** True where neither a reply nor a fault goes on the connection of the request. */
    boolean isAnsweredElsewhere() {
        return isElsewhere(replyTo) && isElsewhere(faultTo);
    }

    static boolean isElsewhere(@Nullable Destination to) {
        return to != null && !to.isAnonymous();
    }

    /** Where the answer goes, as it stands now; null for the connection of the request, where nothing more is said. */
    @Nullable Destination destination() {
        return !bound ? null : fault == null ? replyTo : faultTo;
    }

    HttpReply httpReply() {
        return filled(httpReply, "answer");
    }

    void httpReply(HttpReply written) {
        this.httpReply = written;
    }

    /** The request is answered before the exchange ends: the exchange keeps its memory. */
    void outlivesRequest() {
        kept = request.memory().keep();
    }

    @Override
    public Runnable keepMemory() {
        Runnable mine = kept;
        kept = null;
        return mine == null ? request.memory().keep() : mine;
    }

    /** Releases what the request holds. */
    void release() {
        Runnable mine = kept;
        if (mine != null) {
            mine.run();
        }
        EnvelopeReader read = envelope;
        if (read != null) {
            read.close();
        }
        MimeMessage message = attachments;
        if (message != null) {
            message.close();
        }
    }

    private static <T> T filled(@Nullable T value, String what) {
        if (value == null) {
            throw new IllegalStateException("the exchange has no " + what + " yet");
        }
        return value;
    }
}
