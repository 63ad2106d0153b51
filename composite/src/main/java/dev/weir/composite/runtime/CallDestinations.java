package dev.weir.composite.runtime;

import dev.weir.bpel.EventType;
import dev.weir.bpel.HeaderUse.Read;
import dev.weir.bpel.ProcessDefinition;
import dev.weir.composite.assembly.CompositeReference;
import dev.weir.composite.delivery.CallTarget;
import dev.weir.composite.delivery.CarriedProperties;
import dev.weir.composite.delivery.DeliveryException;
import dev.weir.composite.delivery.Destination;
import dev.weir.composite.delivery.GuardedCall;
import dev.weir.composite.delivery.MediatorCallback;
import dev.weir.composite.delivery.SoapLinks;
import dev.weir.composite.delivery.Wiring;
import dev.weir.composite.dispatch.ProcessVersion;
import dev.weir.composite.event.EventNetwork;
import dev.weir.composite.fault.FaultPolicies;
import dev.weir.composite.fault.FaultSite;
import dev.weir.store.Call;
import dev.weir.store.ComponentId;
import dev.weir.store.Store;
import dev.weir.wsdl.MessageValue;
import dev.weir.xml.XmlName;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where the calls go that components have left in the store, and under which rules. Thread-safe. */
final class CallDestinations {
    private final Store store;
    private final ProcessVersions versions;
    private final SoapLinks links;
    private final EventNetwork events;
    private final CompositeLinker.Processes processes;

    CallDestinations(
            Store store,
            ProcessVersions versions,
            SoapLinks links,
            EventNetwork events,
            CompositeLinker.Processes processes) {
        this.store = store;
        this.versions = versions;
        this.links = links;
        this.events = events;
        this.processes = processes;
    }

    /** The fault policies under which a call is made. */
    GuardedCall guard(Call call) {
        ProcessVersion caller = versions.of(call.component(), call.definition());
        String name = call.component().name();
        return caller == null
                ? new GuardedCall(FaultPolicies.NONE, new FaultSite(name, call.partnerLink(), null, null))
                : new GuardedCall(caller.wiring().faults(), caller.wiring().site(name, call.partnerLink()));
    }

    /** Which headers of its reply the caller reads. */
    Read readInReplies(Call call) {
        ProcessVersion caller = versions.of(call.component(), call.definition());
        return caller == null ? Read.NOTHING : caller.process().headers().inReplies(call.operation());
    }

    /** The wires of a mediator's version; null for any other component. */
    @Nullable Wiring mediator(ComponentId component, String version) {
        CompositeVersion composite = versions.composite(component, version);
        return composite == null || composite.wiring().plan(component.name()) == null ? null : composite.wiring();
    }

    /** Where a callback to a component of this server goes: an instance of any version may wait for it. */
    private Destination called(CallTarget.ComponentCallback back) {
        if (mediator(back.component(), "") != null) {
            return new MediatorCallback(store, back.component(), back.partnerLink());
        }
        List<ProcessVersion> all = versions.all(back.component());
        return processes.destination(back.component(), all.isEmpty() ? null : all.get(0), back.partnerLink());
    }

    /** Where an event goes that a component has subscribed to: as it is deployed now, whatever it was then. */
    private Destination subscriber(ComponentId component, XmlName event) {
        ProcessVersion process = versions.now(component);
        if (process != null) {
            return processes.destination(component, process, EventType.link(event));
        }
        CompositeVersion composite = versions.now(component.composite());
        if (composite == null) {
            throw new DeliveryException("the component " + component + " is not deployed", true);
        }
        return composite.wiring().ofMediator(component.name());
    }

    /**
     * Where a call goes.
     *
     * @throws DeliveryException if that cannot be known, now or ever
     */
    Destination of(Call call) {
        CallTarget target = CallTarget.of(call);
        if (target instanceof CallTarget.Event event) {
            return subscriber(call.component(), event.name());
        }
        Wiring mediator = mediator(call.component(), call.definition());
        if (mediator != null) {
            return mediator.ofMediator(call, target, this::called);
        }
        ProcessVersion caller = versions.of(call.component(), call.definition());
        if (caller == null) {
            throw new DeliveryException("the component " + call.component() + " is not deployed", true);
        }
        EventType published = caller.process().event(call.partnerLink());
        if (published != null) {
            return events.publisher(call.component(), published.name());
        }
        if (target instanceof CallTarget.ComponentCallback callback) {
            return called(callback);
        }
        if (target instanceof CallTarget.HttpCallback callback) {
            return links.callback(callback, partner(caller, call));
        }
        return target instanceof CallTarget.Assigned assigned
                ? assigned(caller, call, assigned.address())
                : wired(caller, call);
    }

    /** Where a partner link leads that the process has given an address. */
    private Destination assigned(ProcessVersion caller, Call call, String address) {
        String name = call.component().name();
        CompositeReference reference = caller.wiring().reference(name, call.partnerLink());
        return reference == null
                ? links.assigned(address, partner(caller, call))
                : links.reference(reference, address, caller.wiring().callback(name, call.partnerLink()));
    }

    private Destination wired(ProcessVersion caller, Call call) {
        String name = call.component().name();
        if (caller.wiring().leads(name, call.partnerLink())
                || partner(caller, call).myPortType() == null) {
            return caller.wiring().ofReference(name, call.partnerLink());
        }
        String own = CarriedProperties.endpoint(MessageValue.fromBytes(call.payload()));
        if (own == null) {
            throw DeliveryException.hopeless(
                    "there is no address to call back: the request came without wsa:ReplyTo; given up");
        }
        return links.assigned(own, partner(caller, call));
    }

    private static ProcessDefinition.PartnerLink partner(ProcessVersion caller, Call call) {
        for (ProcessDefinition.PartnerLink link : caller.process().partnerLinks()) {
            if (link.name().equals(call.partnerLink())) {
                return link;
            }
        }
        throw new DeliveryException(
                "the process has no partner link " + call.partnerLink() + " at its own level", true);
    }
}
