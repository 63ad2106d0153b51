package dev.weir.composite.delivery;

import dev.weir.composite.statistics.ComponentStatistics;
import dev.weir.composite.statistics.RequestOutcome;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Counts the messages that a component takes, with the time until it is done with each. */
public final class CountedDelivery {
    private CountedDelivery() {}

    /**
     * Lets a component take a message. It is counted before whoever waits for the answer goes on.
     *
     * @param statistics of the component
     * @param taking what the component does with the message
     */
    public static CompletionStage<Answer> of(
            ComponentStatistics statistics, Delivery delivery, Function<Delivery, CompletionStage<Answer>> taking) {
        long began = System.nanoTime();
        String operation = delivery.operation();
        CompletionStage<Answer> answer;
        try {
            answer = taking.apply(delivery);
        } catch (RuntimeException | Error e) {
            statistics.done(operation, RequestOutcome.FAILED, began);
            throw e;
        }
        return answer.whenComplete((given, failure) -> statistics.done(operation, outcome(given, failure), began));
    }

    private static RequestOutcome outcome(@Nullable Answer given, @Nullable Throwable failure) {
        if (failure != null) {
            return RequestOutcome.FAILED;
        }
        return given instanceof Answer.Faulted ? RequestOutcome.FAULTED : RequestOutcome.DONE;
    }
}
