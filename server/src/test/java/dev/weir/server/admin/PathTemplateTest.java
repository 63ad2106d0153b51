package dev.weir.server.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which paths a template stands for, and what their steps are. */
class PathTemplateTest {
    private static final PathTemplate PAYLOAD = new PathTemplate("/instances/{id}/payloads/{payload}");

    @Test
    void aStepThatVariesIsAnyStepButAnEmptyOne() {
        assertTrue(PAYLOAD.matches("/instances/1/payloads/x%2Fy"));
        for (String other : List.of(
                "",
                "/",
                "/instances/1/payloads",
                "/instances/1/payloads/",
                "/instances//payloads/2",
                "/instances/1/payloads/2/",
                "/instances/1/payloads/2/3",
                "/instances/1/payload/2",
                "instances/1/payloads/2")) {
            assertFalse(PAYLOAD.matches(other), other);
        }
    }

    @Test
    void aTemplateOfFixedStepsIsOnePath() {
        PathTemplate fixed = new PathTemplate("/retention/run");
        assertTrue(fixed.matches("/retention/run"));
        assertFalse(fixed.matches("/retention/runs"));
        assertEquals(List.of(), fixed.names());
    }

    @Test
    void valuesAreTheStepsAsTheyWereSent() {
        assertEquals(List.of("id", "payload"), PAYLOAD.names());
        assertEquals(Map.of("id", "1", "payload", "x%2Fy"), PAYLOAD.values("/instances/1/payloads/x%2Fy"));
    }
}
