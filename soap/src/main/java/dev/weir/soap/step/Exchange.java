package dev.weir.soap.step;

import dev.weir.soap.SoapFault;
import dev.weir.soap.SoapService.SoapReply;
import dev.weir.soap.envelope.EnvelopeFormat;
import dev.weir.soap.envelope.EnvelopeReader;
import dev.weir.soap.envelope.WsAddressing;
import dev.weir.soap.http.HttpReply;
import dev.weir.soap.http.HttpRequest;
import dev.weir.wsdl.MessageValue;
import dev.weir.wsdl.Wsdl.BindingOperation;
import dev.weir.xml.tree.XmlElement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One request and what the steps make of it: each step fills in what the next ones need. One thread at a time.
 *
 * <p>A getter of something that no step has filled in yet throws IllegalStateException: the order of the steps is wrong.
 */
final class Exchange {
    private final HttpRequest request;
    private EnvelopeFormat format;
    private @Nullable EnvelopeReader envelope;
    private WsAddressing addressing = WsAddressing.NONE;
    private @Nullable BindingOperation operation;
    private @Nullable MessageValue input;
    private boolean bound;
    private @Nullable SoapReply reply;
    private @Nullable SoapFault fault;
    private final List<XmlElement> replyHeaders = new ArrayList<>();
    private int faultStatus;
    private @Nullable HttpReply httpReply;

    /** @param format of faults, until the version of the envelope is known */
    Exchange(HttpRequest request, EnvelopeFormat format) {
        this.request = request;
        this.format = format;
    }

    HttpRequest request() {
        return request;
    }

    EnvelopeFormat format() {
        return format;
    }

    void format(EnvelopeFormat answered) {
        this.format = answered;
    }

    EnvelopeReader envelope() {
        return filled(envelope, "envelope");
    }

    void envelope(EnvelopeReader read) {
        this.envelope = read;
    }

    List<XmlElement> headers() {
        EnvelopeReader read = envelope;
        return read == null ? List.of() : read.headers();
    }

    WsAddressing addressing() {
        return addressing;
    }

    void addressing(WsAddressing read) {
        this.addressing = read;
    }

    BindingOperation operation() {
        return filled(operation, "operation");
    }

    /** Null before dispatch, and where dispatch failed. */
    @Nullable BindingOperation operationIfKnown() {
        return operation;
    }

    void operation(BindingOperation dispatched) {
        this.operation = dispatched;
    }

    MessageValue input() {
        return filled(input, "input");
    }

    void input(MessageValue read) {
        this.input = read;
        this.bound = true;
    }

    /** True once the request is read to its end: what fails after that is not the sender's fault. */
    boolean bound() {
        return bound;
    }

    SoapReply reply() {
        return filled(reply, "reply");
    }

    void reply(SoapReply given) {
        this.reply = given;
    }

    @Nullable SoapFault fault() {
        return fault;
    }

    /** The exchange ends in a fault; it counts before any reply. */
    void fault(SoapFault raised) {
        this.fault = raised;
    }

    /** The HTTP status of the fault, where it is not the one that goes with its code; 0 otherwise. */
    int faultStatus() {
        return faultStatus;
    }

    void faultStatus(int status) {
        this.faultStatus = status;
    }

    List<XmlElement> replyHeaders() {
        return replyHeaders;
    }

    HttpReply httpReply() {
        return filled(httpReply, "answer");
    }

    void httpReply(HttpReply written) {
        this.httpReply = written;
    }

    /** Releases what the request holds. */
    void release() {
        EnvelopeReader read = envelope;
        if (read != null) {
            read.close();
        }
    }

    private static <T> T filled(@Nullable T value, String what) {
        if (value == null) {
            throw new IllegalStateException("the exchange has no " + what + " yet");
        }
        return value;
    }
}
