package dev.weir.composite.mediator;

import dev.weir.wsdl.MessageValue;
import dev.weir.wsdl.Resources;
import dev.weir.wsdl.Wsdl;
import dev.weir.wsdl.Wsdl.MessageType;

final class PartSchemas {
    PartSchemas(Wsdl wsdl, Resources resources) {}

    void prepare() {}

    void check(MessageType type, MessageValue message) {}
}
