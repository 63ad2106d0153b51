package dev.weir.server.admin;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.type.TypeFactory;
import dev.weir.server.access.Role;
import dev.weir.server.admin.AdminRoute.Body;
import dev.weir.server.admin.AdminRoute.Parameter;
import dev.weir.store.AuditEvent;
import dev.weir.store.ComponentId;
import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The admin API as an OpenAPI 3.1 document, made from the table of its routes and the records of its JSON. */
final class OpenApiDescription {
    private final ObjectNode document = AdminJson.MAPPER.createObjectNode();
    private final Map<String, ObjectNode> schemas = new TreeMap<>();

    private OpenApiDescription() {}

    static ObjectNode of(List<AdminRoute> routes) {
        return new OpenApiDescription().build(routes);
    }

    private ObjectNode build(List<AdminRoute> routes) {
        document.put("openapi", "3.1.0");
        document.putObject("info")
                .put("title", "Weir's admin API")
                .put("version", "1")
                .put("description", "What a running Weir server shows to operators, and what they may do.");
        document.putArray("servers").addObject().put("url", AdminApi.PREFIX.substring(0, AdminApi.PREFIX.length() - 1));
        ObjectNode paths = document.putObject("paths");
        for (AdminRoute route : routes) {
            operation(
                    route,
                    paths.withObjectProperty(route.path().toString())
                            .putObject(route.method().toLowerCase(Locale.ROOT)));
        }
        schema(TypeFactory.defaultInstance().constructType(AdminRecords.ErrorReply.class));
        ObjectNode components = document.putObject("components");
        ObjectNode all = components.putObject("schemas");
        schemas.forEach(all::set);
        ObjectNode schemes = components.putObject("securitySchemes");
        schemes.putObject("token").put("type", "http").put("scheme", "bearer");
        schemes.putObject("password").put("type", "http").put("scheme", "basic");
        return document;
    }

    private void operation(AdminRoute route, ObjectNode operation) {
        operation.put("summary", route.summary());
        operation.put("x-weir-role", route.role().word());
        operation.put(
                "description",
                "Needs the role " + route.role().word()
                        + (route.role() == Role.ADMINISTRATOR ? "." : " or a higher one."));
        ArrayNode parameters = operation.putArray("parameters");
        for (String step : route.path().names()) {
            parameter(parameters, step, "path", "as the lists show it", true).put("type", "string");
        }
        for (Parameter each : route.parameters()) {
            parameter(parameters, each);
        }
        Body body = route.body();
        if (body != null) {
            ObjectNode content = operation
                    .putObject("requestBody")
                    .put("required", body.required())
                    .putObject("content");
            ObjectNode media = content.putObject(body.mediaType());
            if (body.type() != null) {
                media.set("schema", schema(TypeFactory.defaultInstance().constructType(body.type())));
            }
        }
        ObjectNode responses = operation.putObject("responses");
        response(responses, "200", "Done.", schema(TypeFactory.defaultInstance().constructType(route.reply())));
        response(
                responses,
                "default",
                "Refused: 400, 401, 403, 404, 405, 409, 413, 415, 422 or 429.",
                AdminJson.MAPPER.createObjectNode().put("$ref", "#/components/schemas/ErrorReply"));
        ArrayNode security = operation.putArray("security");
        security.addObject().putArray("token");
        security.addObject().putArray("password");
    }

    private static void parameter(ArrayNode parameters, Parameter query) {
        ObjectNode schema = parameter(parameters, query.name(), "query", query.description(), query.required());
        if (query.repeated()) {
            schema.put("type", "array").putObject("items").put("type", query.type());
        } else {
            schema.put("type", query.type());
        }
    }

    /** Returns its schema, which is empty. */
    private static ObjectNode parameter(
            ArrayNode parameters, String name, String in, String description, boolean required) {
        return parameters
                .addObject()
                .put("name", name)
                .put("in", in)
                .put("required", required)
                .put("description", description)
                .putObject("schema");
    }

    private static void response(ObjectNode responses, String status, String description, JsonNode schema) {
        responses
                .putObject(status)
                .put("description", description)
                .putObject("content")
                .putObject(AdminRoute.JSON)
                .set("schema", schema);
    }

    private ObjectNode schema(JavaType type) {
        ObjectNode schema = AdminJson.MAPPER.createObjectNode();
        Class<?> raw = type.getRawClass();
        if (type.isCollectionLikeType()) {
            schema.put("type", "array").set("items", schema(type.getContentType()));
        } else if (type.isMapLikeType()) {
            schema.put("type", "object").set("additionalProperties", schema(type.getContentType()));
        } else if (raw == boolean.class || raw == Boolean.class) {
            schema.put("type", "boolean");
        } else if (raw == int.class || raw == Integer.class || raw == long.class || raw == Long.class) {
            schema.put("type", "integer").put("format", raw == int.class || raw == Integer.class ? "int32" : "int64");
        } else if (raw == double.class) {
            schema.put("type", "number");
        } else if (raw == Double.class) {
            // Boxed where it may be missing, in lists and maps too.
            schema.putArray("type").add("number").add("null");
        } else if (raw == String.class || raw == ComponentId.class) {
            schema.put("type", "string");
        } else if (raw == Instant.class) {
            schema.put("type", "string").put("format", "date-time");
        } else if (raw.isEnum()) {
            ArrayNode values = schema.put("type", "string").putArray("enum");
            for (Object value : raw.getEnumConstants()) {
                values.add(((Enum<?>) value).name());
            }
        } else if (raw == AuditEvent.class) {
            schema.put("$ref", named(AdminJson.EventView.class));
        } else if (raw.isRecord()) {
            schema.put("$ref", named(raw));
        } else {
            schema.put("type", "object");
        }
        return schema;
    }

    private String named(Class<?> type) {
        String name = type.getSimpleName();
        if (!schemas.containsKey(name)) {
            ObjectNode schema = AdminJson.MAPPER.createObjectNode();
            schemas.put(name, schema);
            ObjectNode properties = schema.put("type", "object").putObject("properties");
            ArrayNode required = schema.putArray("required");
            for (RecordComponent component : type.getRecordComponents()) {
                ObjectNode each = schema(TypeFactory.defaultInstance().constructType(component.getGenericType()));
                if (component.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
                    nullable(each);
                } else {
                    required.add(component.getName());
                }
                properties.set(component.getName(), each);
            }
        }
        return "#/components/schemas/" + name;
    }

    private static void nullable(ObjectNode schema) {
        JsonNode type = schema.get("type");
        if (type != null) {
            schema.putArray("type").add(type.asText()).add("null");
        }
    }
}
