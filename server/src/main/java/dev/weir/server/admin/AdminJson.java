package dev.weir.server.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.FromStringDeserializer;
import com.fasterxml.jackson.databind.deser.std.StdDelegatingDeserializer;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdDelegatingSerializer;
import com.fasterxml.jackson.databind.ser.std.StdScalarSerializer;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import com.fasterxml.jackson.databind.util.StdConverter;
import dev.weir.store.AuditEvent;
import dev.weir.store.AuditPayload;
import dev.weir.store.AuditSpan;
import dev.weir.store.ComponentId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;

/** The JSON of the admin API: records by their components, instants in ISO 8601, identities in their text form. */
final class AdminJson {
    static final ObjectMapper MAPPER = new ObjectMapper()
            .registerModule(new SimpleModule()
                    .addSerializer(Instant.class, new InstantWriter())
                    .addDeserializer(Instant.class, new InstantReader())
                    .addSerializer(ComponentId.class, ToStringSerializer.instance)
                    .addDeserializer(ComponentId.class, new ComponentReader())
                    .addSerializer(AuditEvent.class, new StdDelegatingSerializer(AuditEvent.class, new ToView()))
                    .addDeserializer(AuditEvent.class, new StdDelegatingDeserializer<>(new FromView())))
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

    private AdminJson() {}

    private static final class InstantWriter extends StdScalarSerializer<Instant> {
        InstantWriter() {
            super(Instant.class);
        }

        @Override
        public void serialize(Instant value, JsonGenerator out, SerializerProvider provider) throws IOException {
            out.writeString(value.toString());
        }
    }

    private static final class InstantReader extends StdScalarDeserializer<Instant> {
        InstantReader() {
            super(Instant.class);
        }

        @Override
        public Instant deserialize(JsonParser in, DeserializationContext context) throws IOException {
            String text = in.getText();
            try {
                return Instant.parse(text);
            } catch (DateTimeParseException e) {
                return (Instant) context.handleWeirdStringValue(Instant.class, text, "not an instant");
            }
        }
    }

    private static final class ComponentReader extends FromStringDeserializer<ComponentId> {
        ComponentReader() {
            super(ComponentId.class);
        }

        @Override
        protected ComponentId _deserialize(String value, DeserializationContext context) {
            return ComponentId.parse(value);
        }
    }

    /**
     * An audit event as the API shows it: all fields on one level.
     *
     * @param activity its number in the process, as {@code /composites/NAME/components/NAME/activities} has it; 0 for none
     */
    record EventView(
            long flow,
            long instance,
            long span,
            long parent,
            int activity,
            Instant at,
            AuditEvent.Kind kind,
            ComponentId component,
            String name,
            @Nullable String detail,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable PayloadView payload) {}

    /**
     * What a message or variables held.
     *
     * @param id by which the rest is read, at {@code /instances/ID/payloads/PAYLOAD}; 0 where it is here as a whole
     * @param size in bytes
     * @param xml null where it is stored apart
     */
    record PayloadView(long id, long size, @Nullable String xml) {
        static @Nullable PayloadView of(@Nullable AuditPayload payload) {
            if (payload == null) {
                return null;
            }
            byte[] bytes = payload.bytes();
            return new PayloadView(
                    payload.id(), payload.size(), bytes == null ? null : new String(bytes, StandardCharsets.UTF_8));
        }

        AuditPayload payload() {
            return new AuditPayload(id, size, xml == null ? null : xml.getBytes(StandardCharsets.UTF_8));
        }
    }

    private static final class ToView extends StdConverter<AuditEvent, EventView> {
        @Override
        public EventView convert(AuditEvent event) {
            return new EventView(
                    event.flow(),
                    event.instance(),
                    event.span(),
                    event.parent(),
                    event.activity(),
                    event.at(),
                    event.kind(),
                    event.component(),
                    event.name(),
                    event.detail(),
                    PayloadView.of(event.payload()));
        }
    }

    private static final class FromView extends StdConverter<EventView, AuditEvent> {
        @Override
        public AuditEvent convert(EventView view) {
            return new AuditEvent(
                    new AuditSpan(view.flow, view.instance, view.span, view.parent, view.activity),
                    view.at,
                    view.kind,
                    view.component,
                    view.name,
                    view.detail,
                    view.payload == null ? null : view.payload.payload());
        }
    }
}
