package dev.weir.soap.step;

import dev.weir.soap.mtom.AttachmentOptions;
import dev.weir.soap.mtom.AttachmentOptions.Use;
import dev.weir.soap.mtom.MimeMessage;
import dev.weir.soap.mtom.XopPackage;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Settles whether the reply's binary values go into parts: where the request's were, or where the service always has it so. Who
 * has shown that it takes parts gets them, and Fast Infoset only otherwise. What the service attaches goes in parts always.
 */
final class PackMtom<V> implements ExchangeStep<V> {
    private final AttachmentOptions options;
    private final boolean references;

    /** @param references true where the reply may have values of type swaRef: these are parts of a message in text */
    PackMtom(AttachmentOptions options, boolean references) {
        this.options = options;
        this.references = references;
    }

    @Override
    public @Nullable CompletionStage<?> process(Exchange<V> exchange) {
        MimeMessage request = exchange.attachments();
        boolean asked = request != null && request.isXop();
        boolean others = !exchange.attached().isEmpty();
        if (references || others) {
            exchange.replyEncoding(null);
        }
        if (options.use() == Use.ALWAYS || asked && options.use() == Use.AS_ASKED) {
            if (exchange.replyEncoding() == null) {
                exchange.packing(new XopPackage(options.threshold()));
            }
        } else if (references || others) {
            exchange.packing(XopPackage.ofReferences());
        }
        return null;
    }
}
