package dev.weir.server.admin;

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
import dev.weir.store.AuditSpan;
import dev.weir.store.ComponentId;
import java.io.IOException;
import java.time.Instant;
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
            return Instant.parse(in.getText());
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

    /** An audit event as the API shows it: all fields on one level. */
    private record EventView(
            long flow,
            long instance,
            long span,
            long parent,
            Instant at,
            AuditEvent.Kind kind,
            ComponentId component,
            String name,
            @Nullable String detail) {}

    private static final class ToView extends StdConverter<AuditEvent, EventView> {
        @Override
        public EventView convert(AuditEvent event) {
            return new EventView(
                    event.flow(),
                    event.instance(),
                    event.span(),
                    event.parent(),
                    event.at(),
                    event.kind(),
                    event.component(),
                    event.name(),
                    event.detail());
        }
    }

    private static final class FromView extends StdConverter<EventView, AuditEvent> {
        @Override
        public AuditEvent convert(EventView view) {
            return new AuditEvent(
                    new AuditSpan(view.flow, view.instance, view.span, view.parent),
                    view.at,
                    view.kind,
                    view.component,
                    view.name,
                    view.detail);
        }
    }
}
