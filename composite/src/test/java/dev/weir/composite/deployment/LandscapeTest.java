package dev.weir.composite.deployment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.composite.deployment.Landscape.Revision;
import dev.weir.store.CompositeRevision;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** The rules of what is deployed: each makes another landscape, or says why there is none. */
class LandscapeTest {
    private static final RevisionState OPEN = new RevisionState(true, true);
    private static final CompositeRevision FIRST = credit("1.0");
    private static final CompositeRevision SECOND = credit("2.0");
    private static final CompositeRevision THIRD = credit("3.0");

    private static CompositeRevision credit(String revision) {
        return new CompositeRevision("default", "Credit", revision);
    }

    private static Revision kept(CompositeRevision name) {
        return new Revision(name, OPEN, new Source.Kept(name.revision() + ".jar"), false);
    }

    private static Revision given(CompositeRevision name) {
        return new Revision(name, OPEN, new Source.Given("/composites/Credit", false), false);
    }

    private static Landscape deployed(CompositeRevision... names) {
        Landscape landscape = Landscape.EMPTY;
        for (CompositeRevision name : names) {
            landscape = landscape.deploy(kept(name), false, true);
        }
        return landscape;
    }

    private static List<CompositeRevision> names(Landscape landscape) {
        return landscape.revisions().stream().map(Revision::name).toList();
    }

    private static String refusal(Runnable change) {
        return assertThrows(DeploymentException.class, change::run)
                .problems()
                .get(0)
                .what();
    }

    // Deploying

    @Test
    void theRevisionThatIsDeployedLastIsTheDefaultOne() {
        Landscape two = deployed(FIRST, SECOND);

        assertEquals(List.of(FIRST, SECOND), names(two));
        assertTrue(two.isDefault(SECOND));
    }

    @Test
    void theDefaultRevisionStaysWhereThatIsAskedFor() {
        Landscape two = deployed(FIRST).deploy(kept(SECOND), false, false);

        assertTrue(two.isDefault(FIRST));
    }

    @Test
    void aRevisionThatTakesNoMessagesDoesNotBecomeTheDefaultOne() {
        Revision retired = new Revision(SECOND, new RevisionState(true, false), new Source.Kept("2.jar"), false);

        assertTrue(deployed(FIRST).deploy(retired, false, true).isDefault(FIRST));
        assertNull(Landscape.EMPTY.deploy(retired, false, true).defaultOf(SECOND.composite()));
    }

    @Test
    void aSecondDeploymentOfARevisionIsRefusedUnlessItMayOverwrite() {
        Landscape two = deployed(FIRST, SECOND);

        assertEquals("default/Credit!1.0 is deployed already", refusal(() -> two.deploy(kept(FIRST), false, true)));
        assertEquals(List.of(SECOND, FIRST), names(two.deploy(kept(FIRST), true, false)));
    }

    @Test
    void anOverwrittenDefaultRevisionStaysTheDefaultOneEvenIfItTakesNoMessagesNow() {
        Revision stopped = new Revision(FIRST, new RevisionState(false, true), new Source.Kept("new.jar"), false);

        Landscape overwritten =
                deployed(FIRST, SECOND).change(FIRST, Change.DEFAULT).deploy(stopped, true, false);

        assertTrue(overwritten.isDefault(FIRST));
    }

    @Test
    void whatTheServerIsGivenAtItsStartIsNeitherOverwrittenNorUndeployed() {
        Landscape one = Landscape.EMPTY.deploy(given(FIRST), false, true);

        String reason = "default/Credit!1.0 is served from /composites/Credit, which was given to `weir run`";
        assertEquals(reason, refusal(() -> one.deploy(kept(FIRST), true, true)));
        assertEquals(reason, refusal(() -> one.change(FIRST, Change.UNDEPLOY)));
    }

    // Changing

    @Test
    void aRevisionGoesFromStateToState() {
        Landscape landscape = deployed(FIRST).change(FIRST, Change.STOP);
        assertEquals(new RevisionState(false, true), landscape.find(FIRST).state());
        landscape = landscape.change(FIRST, Change.RETIRE);
        assertEquals(new RevisionState(false, false), landscape.find(FIRST).state());
        landscape = landscape.change(FIRST, Change.START);
        assertEquals(new RevisionState(true, false), landscape.find(FIRST).state());
        landscape = landscape.change(FIRST, Change.ACTIVATE);
        assertEquals(deployed(FIRST), landscape, "as it was");
    }

    @Test
    void theFirstRevisionThatTakesMessagesBecomesTheDefaultOneWhereThereIsNone() {
        Revision retired = new Revision(FIRST, new RevisionState(true, false), new Source.Kept("1.jar"), false);

        Landscape activated = Landscape.EMPTY.deploy(retired, false, true).change(FIRST, Change.ACTIVATE);

        assertTrue(activated.isDefault(FIRST));
    }

    @Test
    void aChangeOfWhatTheServerIsGivenIsToBeRemembered() {
        Landscape one = Landscape.EMPTY.deploy(given(FIRST), false, true);

        assertEquals(
                new Source.Given("/composites/Credit", true),
                one.change(FIRST, Change.STOP).find(FIRST).source());
        assertEquals(
                new Source.Given("/composites/Credit", true),
                one.change(FIRST, Change.DEFAULT).find(FIRST).source());
    }

    @Test
    void theDefaultRevisionMayBeOneThatTakesNoMessages() {
        Landscape two = deployed(FIRST, SECOND).change(FIRST, Change.STOP).change(FIRST, Change.DEFAULT);

        assertTrue(two.isDefault(FIRST));
    }

    @Test
    void inThePlaceOfAnUndeployedDefaultRevisionComesTheLastThatTakesMessages() {
        Landscape three = deployed(FIRST, SECOND, THIRD).change(SECOND, Change.RETIRE);

        Landscape left = three.change(THIRD, Change.UNDEPLOY);
        assertTrue(left.isDefault(FIRST));
        assertNull(left.change(FIRST, Change.UNDEPLOY).defaultOf(FIRST.composite()), "the retired one is left");
    }

    @ParameterizedTest
    @EnumSource
    void whatIsNotDeployedCannotBeChanged(Change change) {
        assertEquals(
                "default/Credit!2.0 is not deployed",
                refusal(() -> deployed(FIRST).change(SECOND, change)));
    }

    @Test
    void aLandscapeThatIsChangedStaysWhatItIs() {
        Landscape one = deployed(FIRST);
        one.deploy(kept(SECOND), false, true);
        one.change(FIRST, Change.UNDEPLOY);

        assertEquals(deployed(FIRST), one);
    }

    // What could not be compiled at a start

    private static Landscape withFailed() {
        return deployed(FIRST).deploy(new Revision(SECOND, OPEN, new Source.Kept("2.0.jar"), true), false, true);
    }

    @Test
    void aFailedRevisionKeepsItsArchiveAndIsNeverTheDefaultOne() {
        assertTrue(withFailed().names("2.0.jar"));
        assertTrue(withFailed().isDefault(FIRST));
        assertNull(withFailed().change(FIRST, Change.UNDEPLOY).defaultOf(FIRST.composite()));
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "UNDEPLOY")
    void aFailedRevisionCannotBeChanged(Change change) {
        assertEquals(
                "default/Credit!2.0 is not deployed", refusal(() -> withFailed().change(SECOND, change)));
    }

    @Test
    void aFailedRevisionIsOverwrittenOrUndeployed() {
        assertEquals(deployed(FIRST), withFailed().change(SECOND, Change.UNDEPLOY));
        assertEquals(deployed(FIRST, SECOND), withFailed().deploy(kept(SECOND), true, true));
    }

    // As it is kept

    @Test
    void aLandscapeIsMadeAgainOfWhatWasKept() {
        Landscape three = deployed(FIRST, SECOND, THIRD).change(SECOND, Change.DEFAULT);

        assertEquals(three, Landscape.of(three.revisions(), List.of(SECOND)));
        assertFalse(three.equals(Landscape.of(three.revisions(), List.of(FIRST))));
    }

    @Test
    void aDefaultRevisionThatIsNotThereDoesNotCount() {
        assertNull(Landscape.of(List.of(kept(FIRST)), List.of(THIRD)).defaultOf(FIRST.composite()));
    }
}
