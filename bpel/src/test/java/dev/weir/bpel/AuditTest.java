package dev.weir.bpel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.store.AuditEvent;
import dev.weir.store.AuditEvent.Kind;
import dev.weir.store.AuditLevel;
import dev.weir.store.AuditLevels;
import dev.weir.store.ComponentId;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AuditTest {
    @Test
    void theAuditTellsTheWholeStoryInOrder() {
        World world = new World(Shop.process("<sequence name='main'>" + Shop.BUY
                + "<if name='big'><condition>$in.order/t:total > 5</condition>"
                + Shop.copy("1", "$number.number") + "<else><empty name='small'/></else></if>"
                + "<invoke name='ask' partnerLink='bank' operation='check' inputVariable='number' outputVariable='credit'/>"
                + Shop.answer("1") + Shop.REPLY + "</sequence>"));
        world.send("shop", "buy", Shop.order("A1", "10"));
        world.answer(world.onlyCall(), Shop.credit(true, "1"));

        assertEquals(
                List.of(
                        "STARTED main | sequence",
                        "COMPLETED buy | receive buy",
                        "STARTED big | if $in.order/t:total > 5 holds",
                        "SKIPPED small | empty",
                        "COMPLETED copy | assign 1 copy",
                        "COMPLETED big | if",
                        "WAITING ask | invoke check",
                        "COMPLETED ask | invoke check",
                        "COMPLETED copy | assign 1 copy",
                        "COMPLETED answer | reply buy",
                        "COMPLETED main | sequence"),
                world.story());
    }

    @Test
    void aLoopWithoutAnEndFillsNoStore() {
        World world = new World(Shop.process("<sequence name='main'>" + Shop.BUY + Shop.copy("0", "$count")
                + "<while name='loop'><condition>$count &lt; 50</condition>" + Shop.copy("$count + 1", "$count")
                + "</while><scope name='guarded'><faultHandlers><catchAll><empty name='mend'/></catchAll></faultHandlers>"
                + "<throw name='last' faultName='t:limit'/></scope>" + Shop.answer("$count") + Shop.REPLY
                + "</sequence>"));
        world.levels = mostActivities(7);
        world.send("shop", "buy", Shop.order("A1", "10"));

        assertEquals(
                List.of(
                        "STARTED main | sequence",
                        "COMPLETED buy | receive buy",
                        "COMPLETED copy | assign 1 copy",
                        "STARTED loop | while $count < 50",
                        "COMPLETED copy | assign 1 copy",
                        "COMPLETED copy | assign 1 copy",
                        "HISTORY_REDUCED Order | after 7 activities only faults and what matters to the instance are"
                                + " recorded",
                        "COMPLETED loop | while 50 turns",
                        "FAULTED last | throw {urn:shop}limit",
                        "FAULT_CAUGHT guarded | {urn:shop}limit",
                        "COMPLETED main | sequence"),
                world.story());
        assertEquals(
                Kind.INSTANCE_COMPLETED, world.audit.get(world.audit.size() - 1).kind());
    }

    @Test
    void whereOneActivityIsRecordedTheHistorySaysSo() {
        World world = new World(Shop.buying("<empty/>", Shop.answer("1")));
        world.levels = mostActivities(1);
        world.send("shop", "buy", Shop.order("A1", "10"));

        assertEquals(
                List.of(
                        "HISTORY_REDUCED Order | after 1 activity only faults and what matters to the instance are recorded"),
                world.story());
    }

    private static AuditLevels mostActivities(int most) {
        return new AuditLevels() {
            @Override
            public AuditLevel of(ComponentId component) {
                return AuditLevel.PRODUCTION;
            }

            @Override
            public int mostActivities() {
                return most;
            }
        };
    }

    @Test
    void spansFormATree() {
        World world = new World(Shop.buying("<scope><sequence><empty/></sequence></scope>", Shop.answer("1")));
        world.send("shop", "buy", Shop.order("A1", "10"));

        AuditEvent created = world.audit.get(0);
        assertEquals(Kind.INSTANCE_CREATED, created.kind());
        assertEquals(77, created.parent());
        assertEquals(
                Kind.INSTANCE_COMPLETED, world.audit.get(world.audit.size() - 1).kind());
        Set<Long> spans = new HashSet<>(Set.of(77L));
        for (AuditEvent event : world.audit) {
            assertTrue(spans.contains(event.parent()), () -> "no parent yet for " + event);
            spans.add(event.span());
        }
    }

    @Test
    void eventsNameTheirActivityAlsoAmongSistersWithoutNames() {
        ProcessDefinition process = Shop.buying(
                "<if><condition>false()</condition><sequence><empty/></sequence>"
                        + "<else><sequence><empty name='taken'/></sequence></else></if>",
                Shop.answer("1"));
        World world = new World(process);
        world.send("shop", "buy", Shop.order("A1", "10"));

        List<ProcessActivity> activities = process.activities();
        ProcessActivity taken = activities.stream()
                .filter(each -> each.label().equals("taken"))
                .findFirst()
                .orElseThrow();
        Set<Integer> skipped = new HashSet<>();
        Set<Integer> completed = new HashSet<>();
        for (AuditEvent event : world.audit) {
            if (event.kind() == Kind.ACTIVITY_SKIPPED) {
                skipped.add(event.activity());
            } else if (event.kind() == Kind.ACTIVITY_COMPLETED) {
                completed.add(event.activity());
            }
        }
        assertTrue(completed.contains(taken.id()) && completed.contains(taken.parent()), completed::toString);
        assertEquals(1, skipped.size());
        assertEquals(
                ProcessActivity.Place.IF,
                activities.get(skipped.iterator().next()).place());
    }

    @Test
    void aFaultIsToldFromWhereItRoseToWhereItWasCaught() {
        World world = new World(Shop.buying(
                "<scope name='guarded'><faultHandlers><catchAll><empty name='mend'/></catchAll></faultHandlers>"
                        + "<sequence name='inner'><throw name='raise' faultName='t:oops'/></sequence></scope>",
                Shop.answer("1")));
        world.send("shop", "buy", Shop.order("A1", "10"));

        List<String> story = world.story();
        assertEquals(
                List.of(
                        "STARTED guarded | scope",
                        "STARTED inner | sequence",
                        "FAULTED raise | throw {urn:shop}oops",
                        "FAULTED inner | sequence",
                        "FAULT_CAUGHT guarded | {urn:shop}oops",
                        "COMPLETED mend | empty",
                        "COMPLETED guarded | scope"),
                story.subList(2, 9));
    }
}
