package dev.weir.bpel.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.store.ComponentId;
import dev.weir.store.LiveInstance;
import dev.weir.store.Message;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OperatorCommandTest {
    private static final ComponentId COMPONENT = ComponentId.parse("default/Shop!1.0/P");
    private static final LiveInstance INSTANCE = new LiveInstance(7, 3, COMPONENT);

    @ParameterizedTest
    @EnumSource
    void aCommandIsReadFromItsMessage(OperatorCommand command) {
        Message message = command.message(11, INSTANCE, Instant.EPOCH, "otto");
        assertEquals(command, OperatorCommand.of(message));
        assertEquals(7, message.instance());
        assertEquals(3, message.flow());
        assertFalse(message.isSignal());
        assertEquals("by otto", command.by(message));
    }

    @Test
    void commandsThatAreInStoresAreRead() {
        assertEquals(OperatorCommand.SUSPEND, OperatorCommand.of(message("!command", "suspend")));
        assertEquals(OperatorCommand.RESUME, OperatorCommand.of(message("!command", "resume")));
        assertEquals(OperatorCommand.TERMINATE, OperatorCommand.of(message("!command", "terminate")));
        assertEquals("by an operator", OperatorCommand.TERMINATE.by(message("!command", "terminate")));
    }

    @Test
    void otherMessagesAreNoCommands() {
        assertNull(OperatorCommand.of(message("client", "suspend")));
        assertNull(OperatorCommand.of(message("", "suspend")));
        assertThrows(IllegalArgumentException.class, () -> OperatorCommand.of(message("!command", "restart")));
    }

    private static Message message(String partnerLink, String operation) {
        return Message.to(COMPONENT, partnerLink, operation).build();
    }
}
