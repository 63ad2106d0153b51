package dev.weir.soap.jaxws.model;

import dev.weir.xml.XmlName;
import jakarta.jws.Oneway;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebParam.Mode;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import jakarta.xml.bind.annotation.XmlList;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlSeeAlso;
import jakarta.xml.ws.Action;
import jakarta.xml.ws.AsyncHandler;
import jakarta.xml.ws.FaultAction;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.RequestWrapper;
import jakarta.xml.ws.Response;
import jakarta.xml.ws.ResponseWrapper;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** Reads the annotations of one service endpoint interface (section 3 of the specification, and JSR 181). For one use. */
final class InterfaceReader {
    private static final Annotation[] NONE = {};

    private final Class<?> type;
    private final String namespace;
    private final XmlName portType;
    private final Set<Class<?>> bound = new LinkedHashSet<>();
    private final PartFields fields;
    private final Map<Class<?>, Fault> knownFaults = new LinkedHashMap<>();
    /** What a value is called in messages, by the field of a class that was made for it. */
    private final Map<String, String> places = new HashMap<>();

    private int made;

    InterfaceReader(Class<?> type) {
        WebService service = type.getAnnotation(WebService.class);
        if (service == null) {
            throw new InterfaceException(type.getName() + " is no service endpoint interface: it must be annotated with"
                    + " jakarta.jws.WebService");
        }
        this.type = type;
        this.namespace = service.targetNamespace().isEmpty() ? defaultNamespace(type) : service.targetNamespace();
        this.portType = XmlName.of(
                namespace,
                Names.require(
                        service.name().isEmpty() ? type.getSimpleName() : service.name(),
                        type.getName(),
                        "WebService.name"));
        this.fields = new PartFields(type);
    }

    /** Section 3.2 of the specification: the package's name, backwards. */
    static String defaultNamespace(Class<?> type) {
        List<String> steps = Arrays.asList(type.getPackageName().split("\\."));
        if (type.getPackageName().isEmpty()) {
            throw new InterfaceException(
                    type.getName() + " is in no package, so that its annotation must give a targetNamespace");
        }
        StringBuilder text = new StringBuilder("http://");
        for (int i = steps.size() - 1; i >= 0; i--) {
            text.append(steps.get(i)).append(i > 0 ? "." : "/");
        }
        return text.toString();
    }

    EndpointInterface read() {
        XmlSeeAlso also = type.getAnnotation(XmlSeeAlso.class);
        if (also != null) {
            bound.addAll(Arrays.asList(also.value()));
        }
        Map<String, List<Method>> async = new LinkedHashMap<>();
        Map<String, Method> methods = new LinkedHashMap<>();
        for (Method method : methods()) {
            String name = operationName(method);
            if (isAsync(method)) {
                async.computeIfAbsent(name, n -> new ArrayList<>(2)).add(method);
            } else {
                Method same = methods.putIfAbsent(name, method);
                if (same != null) {
                    throw new InterfaceException(where(method) + " and " + same.getName() + "("
                            + same.getParameterCount() + " parameters) are both operation " + name
                            + "; give one of them another name by WebMethod.operationName");
                }
            }
        }
        List<Operation> operations = new ArrayList<>();
        methods.forEach((name, method) -> operations.add(operation(name, method, async.getOrDefault(name, List.of()))));
        if (operations.isEmpty()) {
            throw new InterfaceException(type.getName() + " has no operation: no public method is one");
        }
        Class<?> parts = fields.define();
        if (parts != null) {
            bound.add(parts);
            fields.places().forEach((field, where) -> places.put(parts.getName() + "." + field, where));
        }
        return new EndpointInterface(type, portType, operations, bound, parts, places);
    }

    /** In an order that does not depend on the JVM, so that a service has the same description after each start. */
    private List<Method> methods() {
        List<Method> found = new ArrayList<>();
        for (Method method : type.getMethods()) {
            WebMethod mark = method.getAnnotation(WebMethod.class);
            boolean declared = type.isInterface()
                    || method.getDeclaringClass().isAnnotationPresent(WebService.class)
                            && method.getDeclaringClass() != Object.class;
            if (declared
                    && !Modifier.isStatic(method.getModifiers())
                    && !method.isBridge()
                    && !method.isSynthetic()
                    && (mark == null || !mark.exclude())) {
                found.add(method);
            }
        }
        found.sort(Comparator.comparing(InterfaceReader::operationName).thenComparing(Method::toGenericString));
        return found;
    }

    private static boolean isAsync(Method method) {
        boolean callback = Future.class.isAssignableFrom(method.getReturnType())
                && Arrays.asList(method.getParameterTypes()).contains(AsyncHandler.class);
        return method.getName().endsWith("Async") && (callback || method.getReturnType() == Response.class);
    }

    private static String operationName(Method method) {
        WebMethod mark = method.getAnnotation(WebMethod.class);
        if (mark != null && !mark.operationName().isEmpty()) {
            return mark.operationName();
        }
        String name = method.getName();
        return isAsync(method) ? name.substring(0, name.length() - "Async".length()) : name;
    }

    private static String where(Method method) {
        return method.getDeclaringClass().getName() + "." + method.getName();
    }

    // ---------------------------------------------------------------- one operation

    private Operation operation(String name, Method method, List<Method> async) {
        Names.require(name, where(method), "WebMethod.operationName");
        Style style = style(method);
        boolean oneWay = method.isAnnotationPresent(Oneway.class);
        List<Parameter> parameters = new ArrayList<>();
        List<Slot> slots = new ArrayList<>();
        Type returned = method.getGenericReturnType();
        if (returned != void.class) {
            slots.add(result(method, name, style, returned));
        }
        for (int i = 0; i < method.getParameterCount(); i++) {
            Parameter parameter = parameter(method, i);
            parameters.add(parameter);
            slots.add(parameterSlot(method, name, style, i, parameter));
        }
        List<Slot> in = slots.stream().filter(slot -> slot.mode != Mode.OUT).toList();
        List<Slot> out = slots.stream().filter(slot -> slot.mode != Mode.IN).toList();
        if (oneWay && (!out.isEmpty() || method.getExceptionTypes().length > 0)) {
            throw new InterfaceException(where(method)
                    + " is Oneway, so that it must return nothing, have no OUT or INOUT parameter and throw nothing");
        }
        Action action = method.getAnnotation(Action.class);
        WebMethod mark = method.getAnnotation(WebMethod.class);
        return new Operation(
                method,
                name,
                style,
                mark == null ? "" : mark.action(),
                action == null ? "" : action.input(),
                action == null ? "" : action.output(),
                request(method, name, style, in),
                oneWay ? null : response(method, name, style, out),
                parameters,
                faults(method, action),
                async);
    }

    private Style style(Method method) {
        SOAPBinding mark = method.getAnnotation(SOAPBinding.class);
        if (mark == null) {
            mark = type.getAnnotation(SOAPBinding.class);
        }
        if (mark == null) {
            return Style.WRAPPED;
        }
        boolean encoded = mark.use() == SOAPBinding.Use.ENCODED;
        if (encoded && mark.style() != SOAPBinding.Style.RPC) {
            throw new InterfaceException(where(method)
                    + ": SOAPBinding.use ENCODED is supported with style RPC only; say style RPC, or use LITERAL");
        }
        boolean bare = mark.parameterStyle() == SOAPBinding.ParameterStyle.BARE;
        if (mark.style() == SOAPBinding.Style.RPC) {
            if (bare) {
                throw new InterfaceException(
                        where(method) + ": SOAPBinding.parameterStyle BARE does not go with style RPC; leave it out");
            }
            return encoded ? Style.ENCODED : Style.RPC;
        }
        return bare ? Style.BARE : Style.WRAPPED;
    }

    /** A value of a call, with what its annotations say. */
    private record Slot(
            int index,
            Mode mode,
            boolean header,
            Type type,
            String name,
            XmlName element,
            Annotation[] annotations,
            String where) {}

    private Slot result(Method method, String operation, Style style, Type returned) {
        WebResult mark = method.getAnnotation(WebResult.class);
        boolean header = mark != null && mark.header();
        String given = mark == null ? "" : mark.name();
        String name = !given.isEmpty() ? given : style == Style.BARE && !header ? operation + "Response" : "return";
        String part = mark == null || mark.partName().isEmpty() ? name : mark.partName();
        return slot(
                0,
                Mode.OUT,
                header,
                returned,
                style,
                name,
                part,
                mark == null ? "" : mark.targetNamespace(),
                method.getAnnotations(),
                where(method) + ", the return value",
                "WebResult");
    }

    private Slot parameterSlot(Method method, String operation, Style style, int index, Parameter parameter) {
        Annotation[] annotations = method.getParameterAnnotations()[index];
        WebParam mark = find(annotations, WebParam.class);
        boolean header = mark != null && mark.header();
        String given = mark == null ? "" : mark.name();
        String name = !given.isEmpty() ? given : style == Style.BARE && !header ? operation : "arg" + index;
        String part = mark == null || mark.partName().isEmpty() ? name : mark.partName();
        return slot(
                index + 1,
                parameter.mode(),
                header,
                parameter.type(),
                style,
                name,
                part,
                mark == null ? "" : mark.targetNamespace(),
                annotations,
                where(method) + ", parameter " + (index + 1),
                "WebParam");
    }

    private Slot slot(
            int index,
            Mode mode,
            boolean header,
            Type type,
            Style style,
            String name,
            String part,
            String wanted,
            Annotation[] annotations,
            String where,
            String mark) {
        Names.require(name, where, mark + ".name");
        Names.require(part, where, mark + ".partName");
        String inBody = style.isRpc() || style == Style.WRAPPED && wanted.isEmpty()
                ? ""
                : wanted.isEmpty() ? namespace : wanted;
        XmlName element = header
                ? XmlName.of(wanted.isEmpty() ? namespace : wanted, name)
                : XmlName.of(inBody, style.isRpc() ? part : name);
        return new Slot(
                index,
                mode,
                header,
                type,
                style == Style.WRAPPED && !header ? name : part,
                element,
                annotations,
                where);
    }

    private static Parameter parameter(Method method, int index) {
        Type type = method.getGenericParameterTypes()[index];
        boolean holder = method.getParameterTypes()[index] == Holder.class;
        WebParam mark = find(method.getParameterAnnotations()[index], WebParam.class);
        Mode mode = mark == null ? Mode.IN : mark.mode();
        if (holder) {
            if (!(type instanceof ParameterizedType generic)) {
                throw new InterfaceException(
                        where(method) + ", parameter " + (index + 1) + ": Holder must say of what, as Holder<String>");
            }
            Type value = generic.getActualTypeArguments()[0];
            return new Parameter(value, GenericSignature.erasure(value), mode == Mode.IN ? Mode.INOUT : mode, true);
        }
        if (mode != Mode.IN) {
            throw new InterfaceException(where(method) + ", parameter " + (index + 1) + " is " + mode
                    + ", so that its type must be a Holder");
        }
        return new Parameter(type, GenericSignature.erasure(type), Mode.IN, false);
    }

    private static <A extends Annotation> @Nullable A find(Annotation[] annotations, Class<A> wanted) {
        for (Annotation annotation : annotations) {
            if (wanted.isInstance(annotation)) {
                return wanted.cast(annotation);
            }
        }
        return null;
    }

    // ---------------------------------------------------------------- messages

    /** What RequestWrapper and ResponseWrapper say; empty for the defaults. */
    private record Wanted(String local, String namespace, String className, String partName) {
        static final Wanted NOTHING = new Wanted("", "", "", "parameters");
    }

    private Message request(Method method, String operation, Style style, List<Slot> slots) {
        RequestWrapper mark = method.getAnnotation(RequestWrapper.class);
        Wanted wanted = mark == null
                ? Wanted.NOTHING
                : new Wanted(mark.localName(), mark.targetNamespace(), mark.className(), mark.partName());
        return message(method, style, slots, operation, wanted, "RequestWrapper", capitalized(method.getName()));
    }

    private Message response(Method method, String operation, Style style, List<Slot> slots) {
        ResponseWrapper mark = method.getAnnotation(ResponseWrapper.class);
        Wanted wanted = mark == null
                ? Wanted.NOTHING
                : new Wanted(mark.localName(), mark.targetNamespace(), mark.className(), mark.partName());
        return message(
                method,
                style,
                slots,
                operation + "Response",
                wanted,
                "ResponseWrapper",
                capitalized(method.getName()) + "Response");
    }

    private static String capitalized(String name) {
        return name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
    }

    private Message message(
            Method method,
            Style style,
            List<Slot> slots,
            String name,
            Wanted wanted,
            String mark,
            String defaultClass) {
        List<Slot> body = slots.stream().filter(slot -> !slot.header).toList();
        if (style != Style.BARE) { // whose body has one value
            requireDistinct(body);
        }
        requireDistinct(slots.stream().filter(slot -> slot.header).toList());
        List<Part> parts = new ArrayList<>();
        if (style == Style.WRAPPED) {
            XmlName wrapper = XmlName.of(
                    wanted.namespace.isEmpty() ? namespace : wanted.namespace,
                    Names.require(wanted.local.isEmpty() ? name : wanted.local, where(method), mark + ".localName"));
            Class<?> bean = wrapperBean(wrapper, body, wanted.className, defaultClass);
            bound.add(bean);
            body.forEach(slot -> parts.add(new Part(
                    slot.index, slot.name, slot.element, false, slot.type, GenericSignature.erasure(slot.type), null)));
            headers(slots, parts);
            return new Message(
                    name,
                    Names.require(
                            wanted.partName.isEmpty() ? "parameters" : wanted.partName,
                            where(method),
                            mark + ".partName"),
                    wrapper,
                    bean,
                    fields.field(wrapper, bean, NONE, where(method)),
                    parts);
        }
        body.forEach(slot -> parts.add(style == Style.ENCODED ? encodedPart(slot) : part(slot)));
        headers(slots, parts);
        return new Message(name, "", style.isRpc() ? XmlName.of(namespace, name) : null, null, null, parts);
    }

    /** Values of one name could not be distinguished in the message. */
    private static void requireDistinct(List<Slot> slots) {
        Map<XmlName, Slot> seen = new HashMap<>();
        for (Slot slot : slots) {
            Slot same = seen.putIfAbsent(slot.element, slot);
            if (same != null) {
                throw new InterfaceException(slot.where + " has the name " + slot.element + ", as " + same.where
                        + " has; WebParam or WebResult must give each value of a message a name of its own");
            }
        }
    }

    private void headers(List<Slot> slots, List<Part> parts) {
        slots.stream().filter(slot -> slot.header).forEach(slot -> parts.add(part(slot)));
    }

    private Part part(Slot slot) {
        Class<?> raw = GenericSignature.erasure(slot.type);
        boolean list = find(slot.annotations, XmlList.class) != null;
        if (Collection.class.isAssignableFrom(raw) && !list) {
            throw new InterfaceException(
                    slot.where + " is a collection, which only a wrapped document/literal operation"
                            + " can carry in its body; use an array, or a class that holds the collection");
        }
        boolean array = raw.isArray() && raw != byte[].class && !list;
        if (array) {
            bound.add(raw);
        }
        return new Part(
                slot.index,
                slot.name,
                slot.element,
                slot.header,
                slot.type,
                raw,
                array ? null : fields.field(slot.element, slot.type, slot.annotations, slot.where));
    }

    /** A part of a graph: the classes of structs and enums are bound, what is around them is not. */
    private Part encodedPart(Slot slot) {
        Class<?> raw = GenericSignature.erasure(slot.type);
        Class<?> leaf = raw;
        while (leaf.isArray() && leaf != byte[].class) {
            leaf = leaf.getComponentType();
        }
        if (Collection.class.isAssignableFrom(leaf)) {
            throw new InterfaceException(
                    slot.where + " is a collection, which rpc/encoded does not know; use an array");
        }
        if (!leaf.isPrimitive()
                && !leaf.getName().startsWith("java.")
                && !leaf.getName().startsWith("javax.")) {
            bound.add(leaf);
        }
        return new Part(slot.index, slot.name, slot.element, false, slot.type, raw, null);
    }

    /** A class that is there (of wsimport or wsgen, say), else one that is made. */
    private Class<?> wrapperBean(XmlName wrapper, List<Slot> body, String wanted, String defaultName) {
        Class<?> given = found(wanted, defaultName, wrapper);
        if (given != null) {
            return given;
        }
        BeanClassWriter writer = new BeanClassWriter(type, Integer.toString(made++), wrapper, wrapper);
        int i = 0;
        for (Slot slot : body) {
            writer.field("v" + i++, slot.type, slot.element, slot.annotations);
        }
        Class<?> bean = writer.define();
        for (i = 0; i < body.size(); i++) {
            places.put(bean.getName() + ".v" + i, body.get(i).where);
        }
        return bean;
    }

    /** Section 3.7.2.1 of the specification. */
    private String beanPackage() {
        String own = type.getPackageName();
        return own.isEmpty() ? "jaxws." : own + ".jaxws.";
    }

    /**
     * The class that an annotation names, else the one of the default name, where it is for this element. It may be for
     * another: interfaces of one package share the default names of methods and exceptions of the same name, and Metro
     * defines such classes in the class loader of the interface that it meets first.
     *
     * @param wanted empty where no annotation names a class
     */
    private @Nullable Class<?> found(String wanted, String defaultName, XmlName element) {
        try {
            Class<?> found = Class.forName(
                    wanted.isEmpty() ? beanPackage() + defaultName : wanted, false, type.getClassLoader());
            return !wanted.isEmpty() || isFor(element, found.getAnnotation(XmlRootElement.class)) ? found : null;
        } catch (ClassNotFoundException none) {
            return null;
        }
    }

    private static boolean isFor(XmlName element, @Nullable XmlRootElement root) {
        return root == null
                || isDefaultOr(element.local(), root.name()) && isDefaultOr(element.namespace(), root.namespace());
    }

    private static boolean isDefaultOr(String name, String given) {
        return given.equals("##default") || given.equals(name);
    }

    // ---------------------------------------------------------------- faults

    private List<Fault> faults(Method method, @Nullable Action action) {
        List<Fault> faults = new ArrayList<>();
        for (Class<?> thrown : method.getExceptionTypes()) {
            if (FaultClasses.isServiceSpecific(thrown)) {
                faults.add(fault(thrown.asSubclass(Exception.class), action));
            }
        }
        return faults;
    }

    private Fault fault(Class<? extends Exception> exception, @Nullable Action action) {
        Fault known = knownFaults.get(exception);
        if (known == null) {
            known = newFault(exception);
            knownFaults.put(exception, known);
        }
        for (FaultAction one : action == null ? new FaultAction[0] : action.fault()) {
            if (one.className() == exception) {
                return new Fault(
                        exception,
                        known.element(),
                        known.bean(),
                        known.info(),
                        known.field(),
                        known.messageName(),
                        one.value());
            }
        }
        return known;
    }

    private Fault newFault(Class<? extends Exception> exception) {
        FaultClasses.Names names = FaultClasses.names(exception, namespace);
        Names.require(names.element().local(), exception.getName(), "WebFault.name");
        Names.require(names.messageName(), exception.getName(), "WebFault.messageName");
        Class<?> info = FaultClasses.infoType(exception);
        Class<?> bean = info;
        if (bean == null) {
            bean = found(names.beanClass(), exception.getSimpleName() + "Bean", names.element());
        }
        if (bean == null) {
            XmlName typeName = XmlName.of(names.element().namespace(), exception.getSimpleName());
            BeanClassWriter writer = new BeanClassWriter(type, Integer.toString(made++), typeName, names.element());
            FaultClasses.properties(exception)
                    .forEach((property, getter) -> writer.field(
                            property, getter.getGenericReturnType(), XmlName.of(property), getter.getAnnotations()));
            bean = writer.define();
        }
        if (!bean.isPrimitive() && bean != String.class) {
            bound.add(bean);
        }
        return new Fault(
                exception,
                names.element(),
                bean,
                info != null,
                fields.field(names.element(), bean, NONE, exception.getName()),
                names.messageName(),
                "");
    }
}
