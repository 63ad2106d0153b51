package dev.weir.soap.jaxws.client;

import dev.weir.soap.jaxws.model.Operation;
import dev.weir.soap.jaxws.model.Parameter;
import dev.weir.soap.jaxws.model.Part;
import jakarta.jws.WebParam;
import jakarta.jws.WebParam.Mode;
import jakarta.xml.ws.AsyncHandler;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where an asynchronous method has the values of its operation: one argument for each that is sent, in their order, and an
 * AsyncHandler where it has one. CXF's tools add Holders behind that for the header blocks of the reply, as those are not in
 * what the Response gives.
 *
 * @param places for each parameter of the synchronous method, that of its argument; {@link #NOWHERE} for one without
 * @param handler the place of the AsyncHandler; {@link #NOWHERE} for a method that returns a Response
 */
record AsyncArguments(List<Integer> places, int handler) {
    static final int NOWHERE = -1;

    static AsyncArguments of(Operation operation, Method method) {
        int handler = NOWHERE;
        Deque<Integer> sent = new ArrayDeque<>();
        Map<String, Integer> received = new HashMap<>();
        Class<?>[] types = method.getParameterTypes();
        for (int i = 0; i < types.length; i++) {
            WebParam mark = mark(method.getParameterAnnotations()[i]);
            if (types[i] == AsyncHandler.class) {
                handler = i;
            } else if (mark != null && mark.mode() == Mode.OUT) {
                received.put(mark.name(), i);
            } else {
                sent.add(i);
            }
        }
        List<Integer> places = new ArrayList<>();
        List<Parameter> parameters = operation.parameters();
        for (int i = 0; i < parameters.size(); i++) {
            Integer place =
                    parameters.get(i).mode() != Mode.OUT ? sent.poll() : received.get(replyName(operation, i + 1));
            places.add(place == null ? NOWHERE : place);
        }
        return new AsyncArguments(List.copyOf(places), handler);
    }

    /** True for a parameter, by its index, that is only given back and has a Holder here. */
    boolean isHolder(Parameter parameter, int index) {
        return parameter.mode() == Mode.OUT && places.get(index) != NOWHERE;
    }

    private static @Nullable WebParam mark(Annotation[] annotations) {
        for (Annotation each : annotations) {
            if (each instanceof WebParam mark) {
                return mark;
            }
        }
        return null;
    }

    private static String replyName(Operation operation, int slot) {
        Part part = operation.response() == null ? null : operation.response().part(slot);
        return part == null ? "" : part.element().local();
    }
}
