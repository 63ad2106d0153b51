package dev.weir.composite.fault;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A Java action that answers with its property {@code answer}. */
public final class NotingRecovery implements FaultRecovery {
    public static final List<String> NOTED = new CopyOnWriteArrayList<>();

    @Override
    public String faulted(Context context) {
        NOTED.add("faulted " + context.component() + "/" + context.reference() + ": " + context.reason());
        String answer = context.properties().get("answer");
        if ("throw".equals(answer)) {
            throw new IllegalStateException("on purpose");
        }
        return answer;
    }

    @Override
    public void retrySucceeded(Context context) {
        NOTED.add("succeeded " + context.component() + "/" + context.reference());
    }
}
