package dev.weir.bpel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.store.ComponentId;
import dev.weir.store.FlowState;
import dev.weir.wsdl.MessageValue;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class CorrelationTest {
    private static final ComponentId C = ComponentId.parse("default/Test!1.0/c");
    private static final ComponentId D = ComponentId.parse("default/Test!1.0/d");

    private static String by(String initiate) {
        return "<correlations><correlation set='byNumber' initiate='" + initiate + "'/></correlations>";
    }

    private static final String SUBMIT =
            "<receive partnerLink='shop' operation='submit' variable='in' createInstance='yes'>" + by("yes")
                    + "</receive>";

    private static final String CANCEL =
            "<receive name='cancel' partnerLink='shop' operation='cancel' variable='number'>" + by("no") + "</receive>";

    private static World cancellable() {
        return new World(Shop.process("<sequence>" + SUBMIT + CANCEL + "</sequence>"));
    }

    @Test
    void aMessageFindsTheInstanceWithItsNumber() {
        World world = cancellable();
        world.send("shop", "submit", Shop.order("A1", "10"));
        world.send("shop", "submit", Shop.order("A2", "10"));

        world.send("shop", "cancel", Shop.number("A2"));

        assertEquals(1, world.live());
        assertEquals(1, world.ended.size());
        world.send("shop", "cancel", Shop.number("A3"));
        assertEquals(1, world.live());
        world.send("shop", "cancel", Shop.number("A1"));
        assertEquals(0, world.live());
    }

    @Test
    void aMessageThatComesBeforeItsReceiveWaitsForIt() {
        World world = new World(
                Shop.process("<sequence>" + SUBMIT + "<wait><for>'PT1H'</for></wait>" + CANCEL + "</sequence>"));
        world.send("shop", "cancel", Shop.number("A1"));
        world.send("shop", "submit", Shop.order("A1", "10"));
        assertEquals(1, world.waitingMessages());

        world.pass(java.time.Duration.ofHours(1));

        assertEquals(FlowState.COMPLETED, world.end());
        assertEquals(0, world.waitingMessages());
    }

    private static final String AGAIN =
            "<receive name='again' partnerLink='shop' operation='submit' variable='in'>" + by("no") + "</receive>";

    private static final String WAIT = "<wait><for>'PT1H'</for></wait>";

    @Test
    void aMessageThatMayStartAnInstanceMeetsTheOneThatHasYetToReceiveIt() {
        World world = new World(Shop.process("<sequence>" + SUBMIT + WAIT + AGAIN + WAIT + AGAIN + "</sequence>"));
        world.send("shop", "submit", Shop.order("A1", "10"));
        world.send("shop", "submit", Shop.order("A1", "11"));
        assertEquals(1, world.live());
        world.send("shop", "submit", Shop.order("A2", "20"));
        assertEquals(2, world.live(), "another number is another's");
        world.send("shop", "submit", Shop.order("A1", "12"));
        assertEquals(2, world.live());

        world.pass(java.time.Duration.ofHours(1));
        world.pass(java.time.Duration.ofHours(1));
        assertEquals(1, world.live());
        assertEquals(2, world.completions.get("again"));
    }

    @Test
    void whatCannotBeReceivedAnyMoreStartsAnInstance() {
        World world = new World(Shop.process("<sequence>" + SUBMIT + AGAIN + WAIT + "</sequence>"));
        world.send("shop", "submit", Shop.order("A1", "10"));
        world.send("shop", "submit", Shop.order("A1", "11"));
        world.send("shop", "submit", Shop.order("A1", "12"));
        assertEquals(2, world.live());
    }

    @Test
    void aLoopGathersAllThatComesWhileItRuns() {
        World world = new World(Shop.process("<sequence>" + SUBMIT + Shop.copy("0", "$count")
                + "<while><condition>$count &lt; 3</condition><sequence>" + WAIT + AGAIN
                + Shop.copy("$count + 1", "$count") + "</sequence></while></sequence>"));
        world.send("shop", "submit", Shop.order("A1", "10"));
        for (int turn = 0; turn < 3; turn++) {
            world.send("shop", "submit", Shop.order("A1", "11"));
            assertEquals(1, world.live());
            world.pass(java.time.Duration.ofHours(1));
        }
        assertEquals(FlowState.COMPLETED, world.end());
    }

    @Test
    void aBranchThatWasNotTakenReceivesNothing() {
        World world = new World(Shop.process(
                "<sequence>" + SUBMIT + "<if><condition>false()</condition>" + AGAIN + "</if>" + WAIT + "</sequence>"));
        world.send("shop", "submit", Shop.order("A1", "10"));
        world.send("shop", "submit", Shop.order("A1", "11"));
        assertEquals(2, world.live());
    }

    @Test
    void aLoopTakesOneMessageATurn() {
        World world = new World(Shop.process("<sequence>" + SUBMIT + Shop.copy("0", "$count")
                + "<while><condition>$count &lt; 3</condition><sequence>" + CANCEL
                + Shop.copy("$count + 1", "$count") + "</sequence></while></sequence>"));
        world.send("shop", "cancel", Shop.number("A1"));
        world.send("shop", "cancel", Shop.number("A1"));
        world.send("shop", "submit", Shop.order("A1", "10"));
        assertEquals(1, world.live());

        world.send("shop", "cancel", Shop.number("A1"));

        assertEquals(FlowState.COMPLETED, world.end());
    }

    @Test
    void aReceiveWithASetThatIsNotInitiatedIsAViolation() {
        World world = new World(Shop.process("<sequence>"
                + "<receive partnerLink='shop' operation='submit' variable='in' createInstance='yes'/>" + CANCEL
                + "</sequence>"));

        world.send("shop", "submit", Shop.order("A1", "10"));

        assertEquals(FlowState.FAULTED, world.end());
        assertTrue(lastDetail(world).contains("correlationViolation"));
    }

    @Test
    void aSetIsInitiatedOnlyOnce() {
        World world = new World(Shop.process("<sequence>" + SUBMIT
                + "<receive partnerLink='shop' operation='cancel' variable='number'>" + by("yes")
                + "</receive></sequence>"));
        world.send("shop", "submit", Shop.order("A1", "10"));

        world.send("shop", "cancel", Shop.number("A1"));

        assertTrue(lastDetail(world).contains("correlationViolation"));
    }

    @Test
    void aMessageInWhichTheAliasSelectsNothingIsASelectionFailure() {
        World world = cancellable();

        world.send(
                "shop",
                "submit",
                MessageValue.of("order", dev.weir.xml.tree.XmlElement.parse("<o/>".getBytes(StandardCharsets.UTF_8))));

        assertTrue(lastDetail(world).contains("selectionFailure"));
    }

    @Test
    void anInvokeMayInitiateFromItsRequestAndCheckItsResponse() {
        World world = new World(Shop.process("<sequence>"
                + "<receive partnerLink='shop' operation='submit' variable='in' createInstance='yes'/>"
                + "<invoke partnerLink='bank' operation='book' inputVariable='in'>" + by("yes") + "</invoke>" + CANCEL
                + "</sequence>"));
        world.send("shop", "submit", Shop.order("A1", "10"));

        world.send("shop", "cancel", Shop.number("A1"));

        assertEquals(FlowState.COMPLETED, world.end());
    }

    @Test
    void eitherOfTwoStartMessagesCreatesTheInstanceAndTheOtherJoinsIt() {
        String flow = "<flow>"
                + "<receive partnerLink='shop' operation='submit' variable='in' createInstance='yes'>" + by("join")
                + "</receive>"
                + "<receive partnerLink='shop' operation='cancel' variable='number' createInstance='yes'>" + by("join")
                + "</receive></flow>";
        for (boolean submitFirst : new boolean[] {true, false}) {
            World world = new World(Shop.process(flow));
            for (boolean first : new boolean[] {true, false}) {
                if (submitFirst == first) {
                    world.send("shop", "submit", Shop.order("A1", "10"));
                } else {
                    world.send("shop", "cancel", Shop.number("A1"));
                }
            }
            assertEquals(FlowState.COMPLETED, world.end());
            assertEquals(0, world.live());
        }
    }

    @Test
    void keysTellFieldsApartAndStayShort() {
        ProcessDefinition process = Shop.process("<sequence>" + SUBMIT + CANCEL + "</sequence>");

        List<String> keys = process.keys(C, "shop", "cancel", Shop.number("A1"), null);

        assertEquals(1, keys.size());
        assertNotEquals(keys, process.keys(C, "shop", "cancel", Shop.number("A11"), null));
        assertNotEquals(keys, process.keys(D, "shop", "cancel", Shop.number("A1"), null));
        String longKey = process.keys(C, "shop", "cancel", Shop.number("A".repeat(10_000)), null)
                .get(0);
        assertTrue(longKey.length() <= 200, longKey);
        assertNotEquals(
                longKey,
                process.keys(C, "shop", "cancel", Shop.number("A".repeat(10_001)), null)
                        .get(0));
        assertEquals(List.of(), process.keys(C, "shop", "submit", Shop.order("A1", "1"), "x"));
    }

    @Test
    void aMessageThatNothingCanFindIsAFault() {
        ProcessDefinition process = Shop.process("<sequence>" + SUBMIT + CANCEL + "</sequence>");

        BpelFault fault =
                assertThrows(BpelFault.class, () -> process.keys(C, "shop", "cancel", new MessageValue(), null));

        assertEquals("selectionFailure", fault.name().local());
    }

    /** Section 9.2: the order's only part is the element t:order, which has an alias of its own. */
    @Test
    void anAliasForItsElementCorrelatesAMessageOfOnePart() {
        String ofMessage =
                "<vprop:propertyAlias propertyName=\"t:number\" messageType=\"t:orderMessage\" part=\"order\">";
        String wsdl = Shop.WSDL
                .replace(ofMessage, ofMessage.replace("t:orderMessage", "t:otherOrderMessage"))
                .replace(
                        "<portType name=\"shop\">",
                        "<message name=\"otherOrderMessage\"><part name=\"order\" element=\"t:order\"/></message>"
                                + "<portType name=\"shop\">");
        World world = new World(Shop.compile(
                Shop.text(Shop.DECLARATIONS + "<sequence>" + SUBMIT + CANCEL + "</sequence>"), "shop.wsdl", wsdl));

        world.send("shop", "submit", Shop.order("A1", "10"));
        world.send("shop", "cancel", Shop.number("A2"));
        assertEquals(1, world.live());
        world.send("shop", "cancel", Shop.number("A1"));

        assertEquals(FlowState.COMPLETED, world.end());
    }

    @Test
    void twoReceivesForTheSameMessageConflict() {
        World world =
                new World(Shop.process("<sequence>" + SUBMIT + "<flow>" + CANCEL + CANCEL + "</flow></sequence>"));

        world.send("shop", "submit", Shop.order("A1", "10"));

        assertTrue(lastDetail(world).contains("conflictingReceive"));
    }

    private static String lastDetail(World world) {
        return world.audit.get(world.audit.size() - 1).detail();
    }
}
