package dev.weir.composite.echo;

import dev.weir.composite.delivery.ComponentStep;
import dev.weir.composite.delivery.DeployedComponent;
import dev.weir.composite.delivery.Destination;
import dev.weir.composite.dispatch.InstanceMessages;
import dev.weir.composite.statistics.ComponentStatistics;
import dev.weir.store.ClaimedInstance;
import dev.weir.store.ComponentId;

/** An echo in a deployed version of its composite: each message begins an instance. Thread-safe. */
record EchoComponent(
        ComponentId id, String version, EchoSteps steps, InstanceMessages messages, ComponentStatistics statistics)
        implements DeployedComponent {
    @Override
    public Destination receiver(String service) {
        return messages.beginning(id, service, version, statistics);
    }

    @Override
    public ComponentStep advance(ClaimedInstance work) {
        return ComponentStep.of(steps.advance(work));
    }
}
