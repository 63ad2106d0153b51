package dev.weir.composite;

import dev.weir.bpel.HeaderUse.Read;
import dev.weir.composite.delivery.Answer;
import dev.weir.composite.delivery.CallSource;
import dev.weir.composite.delivery.Delivery;
import dev.weir.composite.delivery.Destination;
import dev.weir.composite.delivery.GuardedCall;
import dev.weir.store.Call;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** The one to whom every message goes, and every call without fault policies. */
public record Partner(String name, Function<Delivery, CompletionStage<Answer>> answers)
        implements Destination, CallSource {
    @Override
    public CompletionStage<Answer> deliver(Delivery delivery) {
        return answers.apply(delivery);
    }

    @Override
    public String describe() {
        return name;
    }

    @Override
    public Destination destination(Call call) {
        return this;
    }

    @Override
    public GuardedCall guard(Call call) {
        return GuardedCall.none(call);
    }

    @Override
    public Read readInReplies(Call call) {
        return Read.NOTHING;
    }
}
