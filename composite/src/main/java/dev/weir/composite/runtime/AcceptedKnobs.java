package dev.weir.composite.runtime;

import dev.weir.composite.tuning.KnobGroup;
import dev.weir.composite.tuning.WholeNumber;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Knobs of Oracle's that scripts set and that nothing here needs: they are checked and kept, so that a script finds what it
 * has set, and change nothing. Where a value asks for something that is not done here, it is refused. The page
 * docs/tuning.md says of each what is there in its place.
 */
final class AcceptedKnobs implements KnobGroup {
    private static final String METRICS = "Mediator/MetricsLevel";
    private static final int MOST = 999_999;

    @Override
    public Map<String, String> standard() {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("Mediator/ParallelWorkerThreads", "4");
        all.put("Mediator/ParallelMaxRowsRetrieved", "200");
        all.put("Mediator/ParallelLockerThreadSleep", "2");
        all.put("Mediator/ResequencerWorkerThreadCount", "4");
        all.put("Mediator/ResequencerMaxGroupsLocked", "4");
        all.put("Mediator/ResequencerLockerThreadSleep", "10");
        all.put(METRICS, "Enabled");
        all.put("BPEL/largeDocumentThreshold", "10000");
        all.put("BPEL/instanceKeyBlockSize", "10000");
        all.put("BPEL/maximumNumberOfInvokeMessagesInCache", "100000");
        all.put("BPEL/minBPELWait", "2");
        all.put("BPEL/expirationMaxRetry", "5");
        all.put("BPEL/expirationRetryDelay", "120");
        return all;
    }

    @Override
    public boolean owns(String name) {
        return standard().containsKey(name);
    }

    @Override
    public String standard(String name) {
        return standard().getOrDefault(name, "");
    }

    @Override
    public String checked(String name, String value) {
        if (name.equals(METRICS)) {
            for (String word : new String[] {"Enabled", "Disabled"}) {
                if (value.equalsIgnoreCase(word)) {
                    return word;
                }
            }
            throw new IllegalArgumentException(name + " must be Enabled or Disabled: '" + value + "'");
        }
        return Long.toString(WholeNumber.parse(value, 0, MOST)
                .orElseThrow(() -> new IllegalArgumentException(
                        name + " must be a whole number from 0 to " + MOST + ": '" + value + "'")));
    }

    @Override
    public void hold(Map<String, String> kept) {
        // Nothing goes by them.
    }
}
