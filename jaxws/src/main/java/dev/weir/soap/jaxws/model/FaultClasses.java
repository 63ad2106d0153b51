package dev.weir.soap.jaxws.model;

import dev.weir.xml.XmlName;
import jakarta.xml.ws.WebFault;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What exception classes say of the faults that they are (sections 2.5 and 3.8 of the specification). */
public final class FaultClasses {
    private static final Set<String> NOT_OF_THE_FAULT =
            Set.of("getCause", "getLocalizedMessage", "getStackTrace", "getSuppressed", "getClass");

    private FaultClasses() {}

    record Names(XmlName element, String beanClass, String messageName) {}

    /** Unchecked exceptions and those of RMI say nothing of the service. */
    static boolean isServiceSpecific(Class<?> thrown) {
        if (!Exception.class.isAssignableFrom(thrown) || RuntimeException.class.isAssignableFrom(thrown)) {
            return false;
        }
        for (Class<?> c = thrown; c != null; c = c.getSuperclass()) {
            if (c.getName().equals("java.rmi.RemoteException")) {
                return false;
            }
        }
        return true;
    }

    static Names names(Class<? extends Exception> exception, String namespace) {
        WebFault mark = exception.getAnnotation(WebFault.class);
        String name = mark == null ? "" : mark.name();
        String wanted = mark == null ? "" : mark.targetNamespace();
        String message = mark == null ? "" : mark.messageName();
        return new Names(
                XmlName.of(wanted.isEmpty() ? namespace : wanted, name.isEmpty() ? exception.getSimpleName() : name),
                mark == null ? "" : mark.faultBean(),
                message.isEmpty() ? exception.getSimpleName() : message);
    }

    /** The type of {@code getFaultInfo} where a constructor takes it with a message; null otherwise. */
    static @Nullable Class<?> infoType(Class<? extends Exception> exception) {
        try {
            Class<?> info = exception.getMethod("getFaultInfo").getReturnType();
            return constructor(exception, String.class, info) != null
                            || constructor(exception, String.class, info, Throwable.class) != null
                    ? info
                    : null;
        } catch (NoSuchMethodException none) {
            return null;
        }
    }

    /** The public constructor of these parameters, or null. */
    public static @Nullable Constructor<?> constructor(Class<?> exception, Class<?>... parameters) {
        try {
            return exception.getConstructor(parameters);
        } catch (NoSuchMethodException none) {
            return null;
        }
    }

    /** The getters of an exception whose values are the fault's, by property name, in alphabetical order. */
    public static Map<String, Method> properties(Class<? extends Exception> exception) {
        Map<String, Method> found = new TreeMap<>();
        for (Method method : exception.getMethods()) {
            String name = method.getName();
            boolean getter = name.startsWith("get") && name.length() > 3 && method.getReturnType() != void.class;
            boolean is = name.startsWith("is") && name.length() > 2 && method.getReturnType() == boolean.class;
            if ((getter || is)
                    && method.getParameterCount() == 0
                    && !Modifier.isStatic(method.getModifiers())
                    && !method.isBridge()
                    && !NOT_OF_THE_FAULT.contains(name)) {
                found.put(decapitalized(name.substring(is ? 2 : 3)), method);
            }
        }
        return found;
    }

    private static String decapitalized(String name) {
        boolean abbreviation =
                name.length() > 1 && Character.isUpperCase(name.charAt(0)) && Character.isUpperCase(name.charAt(1));
        return abbreviation ? name : Character.toLowerCase(name.charAt(0)) + name.substring(1);
    }
}
