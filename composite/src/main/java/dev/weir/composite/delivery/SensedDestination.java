package dev.weir.composite.delivery;

import dev.weir.composite.message.Incoming;
import dev.weir.composite.sensor.MessageProperties;
import dev.weir.composite.sensor.OperationSensors;
import dev.weir.composite.sensor.Sensor;
import dev.weir.store.AuditEvent.Kind;
import dev.weir.store.ComponentId;
import dev.weir.wsdl.MessageValue;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xpath.XPathException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A destination whose messages sensors look at: behind a service, at a reference, or where an event comes to a component.
 * What they find goes with the audit of the message's way, and is stored where that is. A sensor that fails leaves a line
 * there; the message goes on.
 */
final class SensedDestination implements Destination {
    private static final Logger LOG = System.getLogger(SensedDestination.class.getName());

    private final ComponentId place;
    private final boolean service;
    private final Function<String, @Nullable OperationSensors> sensors;
    private final Destination destination;

    private SensedDestination(
            ComponentId place,
            boolean service,
            Function<String, @Nullable OperationSensors> sensors,
            Destination destination) {
        this.place = place;
        this.service = service;
        this.sensors = sensors;
        this.destination = destination;
    }

    /** @param sensors by operation; none where there are none, and then there is nothing around the destination */
    static Destination ofService(ComponentId service, Map<String, OperationSensors> sensors, Destination destination) {
        return sensors.isEmpty() ? destination : new SensedDestination(service, true, sensors::get, destination);
    }

    /** The same for a reference. */
    static Destination ofReference(
            ComponentId reference, Map<String, OperationSensors> sensors, Destination destination) {
        return sensors.isEmpty() ? destination : new SensedDestination(reference, false, sensors::get, destination);
    }

    /** The same for an event that comes to a component. */
    static Destination ofEvent(ComponentId component, @Nullable OperationSensors sensors, Destination destination) {
        return sensors == null
                ? destination
                : new SensedDestination(component, false, operation -> sensors, destination);
    }

    @Override
    public String describe() {
        return destination.describe();
    }

    @Override
    public CompletionStage<Answer> deliver(Delivery delivery) {
        OperationSensors looking = sensors.apply(delivery.operation());
        if (looking == null) {
            return destination.deliver(delivery);
        }
        Incoming request = request(delivery, delivery.message());
        looking.request(request, findings(delivery));
        if (!looking.lookAtReplies()) {
            return destination.deliver(delivery);
        }
        // Who gets the message may take it apart.
        Incoming before = new Incoming(
                looking.lookBack() ? delivery.message().copy() : new MessageValue(),
                request.properties(),
                request.headers());
        return destination
                .deliver(delivery)
                .thenApply(answer -> delivery.context().watch().run(() -> {
                    if (answer instanceof Answer.Output output) {
                        looking.reply(before, Incoming.of(output.message()), findings(delivery));
                    }
                    return answer;
                }));
    }

    /** A request with what came beside it. What comes to a service came from outside, by SOAP. */
    private Incoming request(Delivery delivery, MessageValue message) {
        DeliveryContext context = delivery.context();
        Map<String, String> properties = new HashMap<>(service ? context.properties(message) : message.properties());
        MessageProperties.addFlow(properties, context.flow());
        List<XmlElement> headers = service && message.headers().isEmpty() ? context.headers() : message.headers();
        return new Incoming(message, properties, headers);
    }

    private OperationSensors.Findings findings(Delivery delivery) {
        DeliveryContext context = delivery.context();
        return new OperationSensors.Findings() {
            @Override
            public void found(Sensor sensor, String value) {
                context.fact(Kind.SENSOR_VALUE, place, sensor.name(), value);
            }

            @Override
            public void failed(Sensor sensor, RuntimeException why) {
                String reason = why instanceof XPathException ? String.valueOf(why.getMessage()) : "internal error";
                context.record(Kind.SENSOR_FAILED, context.newSpan(), delivery.span(), place, sensor.name(), reason);
                if (sensor.isFirstFailure()) {
                    LOG.log(
                            Level.WARNING,
                            "the sensor " + sensor + " at " + place + " found nothing in a message, which went on;"
                                    + " the log has this once: " + reason,
                            why instanceof XPathException ? null : why);
                }
            }
        };
    }
}
