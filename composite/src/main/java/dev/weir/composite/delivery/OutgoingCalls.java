package dev.weir.composite.delivery;

import dev.weir.store.Call;
import java.util.concurrent.CompletionStage;

/** What carries out the calls that were leased from a store. */
public interface OutgoingCalls {
    /**
     * Runs a call; the stage completes, always normally, when the lease has ended.
     *
     * @param watch of all that is computed for it on other threads than this one
     * @param onRest run when the call waits for a process and costs nothing but memory; perhaps never, perhaps often
     */
    CompletionStage<Void> run(Call call, StepWatch watch, Runnable onRest);

    /**
     * Lets a call rest until an operator decides, without trying it; the stage completes, always normally, when that is
     * stored.
     *
     * @param why for people
     */
    CompletionStage<Void> hold(Call call, String why);
}
