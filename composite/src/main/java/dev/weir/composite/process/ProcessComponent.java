package dev.weir.composite.process;

import dev.weir.bpel.BpelFault;
import dev.weir.bpel.EventType;
import dev.weir.bpel.HeaderUse.Read;
import dev.weir.bpel.ProcessActivity;
import dev.weir.bpel.ProcessDefinition.PartnerLink;
import dev.weir.composite.assembly.CompositeReference;
import dev.weir.composite.delivery.CallTarget;
import dev.weir.composite.delivery.CarriedProperties;
import dev.weir.composite.delivery.ComponentStep;
import dev.weir.composite.delivery.DeliveryException;
import dev.weir.composite.delivery.DeployedComponent;
import dev.weir.composite.delivery.Destination;
import dev.weir.composite.delivery.GuardedCall;
import dev.weir.composite.delivery.UndeliveredMessage;
import dev.weir.composite.delivery.Wiring;
import dev.weir.composite.process.SharedTransaction.SharedStep;
import dev.weir.composite.statistics.ComponentStatistics;
import dev.weir.store.Call;
import dev.weir.store.ClaimedInstance;
import dev.weir.store.ComponentId;
import dev.weir.store.Message;
import dev.weir.wsdl.MessageValue;
import dev.weir.xml.XmlName;
import java.util.List;
import java.util.stream.Stream;

/** A process in a deployed version of its composite. Thread-safe. */
final class ProcessComponent implements DeployedComponent {
    private final ProcessHost host;
    private final ProcessVersion version;

    ProcessComponent(ProcessHost host, ProcessVersion version) {
        this.host = host;
        this.version = version;
    }

    ProcessVersion version() {
        return version;
    }

    @Override
    public Destination receiver(String service) {
        return new ProcessDestination(host, version, service);
    }

    @Override
    public Destination callbacks(String reference) {
        return new ProcessDestination(host, version, reference);
    }

    @Override
    public Destination subscriber(XmlName event) {
        return new ProcessDestination(host, version, EventType.link(event));
    }

    @Override
    public Destination destination(Call call, CallTarget target) {
        Destination destination = unchecked(call, target);
        // A process checks by itself what it is sent, and what it replies.
        return host.validates() && !(destination instanceof ProcessDestination)
                ? version.payloads().invoked(call.partnerLink(), destination)
                : destination;
    }

    private Destination unchecked(Call call, CallTarget target) {
        Wiring wiring = version.wiring();
        EventType published = version.process().event(call.partnerLink());
        if (published != null) {
            return wiring.publisher(name(), published.name());
        }
        if (target instanceof CallTarget.ComponentCallback callback) {
            return wiring.caller(callback);
        }
        if (target instanceof CallTarget.HttpCallback callback) {
            return wiring.links().callback(callback, partner(call));
        }
        return target instanceof CallTarget.Assigned assigned ? assigned(call, assigned.address()) : wired(call);
    }

    /** Where a partner link leads that the process has given an address. */
    private Destination assigned(Call call, String address) {
        Wiring wiring = version.wiring();
        CompositeReference reference = wiring.reference(name(), call.partnerLink());
        return reference == null
                ? wiring.links().assigned(address, partner(call))
                : wiring.ofReference(name(), reference, address, call.partnerLink());
    }

    private Destination wired(Call call) {
        Wiring wiring = version.wiring();
        if (wiring.leads(name(), call.partnerLink()) || partner(call).myPortType() == null) {
            return wiring.ofReference(name(), call.partnerLink());
        }
        String own = CarriedProperties.endpoint(MessageValue.fromBytes(call.payload()));
        if (own == null) {
            throw DeliveryException.hopeless(CallTarget.Callback.NO_ADDRESS + "; given up");
        }
        return wiring.links().assigned(own, partner(call));
    }

    private PartnerLink partner(Call call) {
        for (PartnerLink link : version.process().partnerLinks()) {
            if (link.name().equals(call.partnerLink())) {
                return link;
            }
        }
        throw new DeliveryException(
                "the process has no partner link " + call.partnerLink() + " at its own level", true);
    }

    @Override
    public GuardedCall guard(Call call) {
        Wiring wiring = version.wiring();
        return new GuardedCall(wiring.faults(), wiring.site(name(), call.partnerLink()));
    }

    @Override
    public Read readInReplies(Call call) {
        return version.process().headers().inReplies(call.operation());
    }

    @Override
    public ComponentStep advance(ClaimedInstance work) {
        SharedStep shared = host.transactions().step(version, work);
        return new ComponentStep(
                shared.transition(), shared.callees(), () -> host.engine().advance(version.process(), work));
    }

    @Override
    public boolean awaits(String service, String operation) {
        ComponentId id = version.component();
        return Stream.concat(host.versions(id).stream(), host.inOtherRevisions(id).stream())
                .anyMatch(each -> each.process().awaits(service, operation));
    }

    @Override
    public List<String> keys(Message message, MessageValue content) {
        return version.keys(message.partnerLink(), message.operation(), content, message.conversation());
    }

    @Override
    public UndeliveredMessage again(Message message, boolean begins) {
        try {
            return new ProcessDestination(host, version, message.partnerLink()).again(message, begins);
        } catch (BpelFault fault) {
            throw new IllegalArgumentException(
                    message.component() + " can never take message " + message.id() + ": " + fault.getMessage(), fault);
        }
    }

    @Override
    public ComponentStatistics statistics() {
        return version.statistics();
    }

    @Override
    public List<ProcessActivity> activities() {
        return version.process().activities();
    }

    @Override
    public boolean replays(String partnerLink, String operation) {
        return version.process().replays(partnerLink, operation);
    }

    private String name() {
        return version.component().name();
    }
}
