package dev.weir.composite.sensor;

import dev.weir.composite.message.Incoming;
import dev.weir.composite.message.MessageScope;
import dev.weir.composite.message.MessageScope.Source;
import dev.weir.wsdl.Wsdl.MessageType;
import dev.weir.xml.XmlName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The sensors of one operation of a service or reference, or of one event that comes to a component. Thread-safe. */
public final class OperationSensors {
    private final @Nullable MessageType input;
    private final @Nullable MessageType output;
    private final List<Sensor> ofRequest = new ArrayList<>();
    private final List<Sensor> ofReply = new ArrayList<>();
    private final Map<String, XmlName> headers = new HashMap<>();

    /** Takes what sensors find. */
    public interface Findings {
        void found(Sensor sensor, String value);

        void failed(Sensor sensor, RuntimeException why);
    }

    /**
     * @param input null for an operation without a request
     * @param output null for what is not answered
     */
    OperationSensors(@Nullable MessageType input, @Nullable MessageType output) {
        this.input = input;
        this.output = output;
    }

    /** Only while the file is read. */
    void add(Sensor sensor, Map<String, XmlName> headerBlocks) {
        (sensor.looksAt("out") ? ofReply : ofRequest).add(sensor);
        headers.putAll(headerBlocks);
    }

    @Nullable MessageType type(String word) {
        return word.equals("in") ? input : word.equals("out") ? output : null;
    }

    public boolean lookAtReplies() {
        return !ofReply.isEmpty();
    }

    /** True if sensors of the reply look at the request, too: it must be kept for them as it was. */
    public boolean lookBack() {
        return ofReply.stream().anyMatch(sensor -> sensor.looksAt("in"));
    }

    /** Evaluates the sensors of the request; whatever fails comes to the findings. */
    public void request(Incoming request, Findings findings) {
        evaluate(ofRequest, sources(request), findings);
    }

    /** Evaluates the sensors of the reply. */
    public void reply(Incoming request, Incoming reply, Findings findings) {
        Map<String, Source> sources = sources(request);
        sources.put("out", new Source(Objects.requireNonNull(output), reply));
        evaluate(ofReply, sources, findings);
    }

    private Map<String, Source> sources(Incoming request) {
        Map<String, Source> sources = new HashMap<>();
        if (input != null) {
            sources.put("in", new Source(input, request));
        }
        return sources;
    }

    private void evaluate(List<Sensor> sensors, Map<String, Source> sources, Findings findings) {
        if (sensors.isEmpty()) {
            return;
        }
        try (MessageScope scope = new MessageScope(sources, headers)) {
            for (Sensor sensor : sensors) {
                try {
                    String value = sensor.value(scope);
                    if (value != null) {
                        findings.found(sensor, value);
                    }
                } catch (RuntimeException e) {
                    findings.failed(sensor, e);
                }
            }
        }
    }
}
