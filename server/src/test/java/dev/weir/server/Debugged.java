package dev.weir.server;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.VMDisconnectedException;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.AttachingConnector;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.IllegalConnectorArgumentsException;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.MethodEntryEvent;
import com.sun.jdi.event.MethodExitEvent;
import com.sun.jdi.request.EventRequest;
import com.sun.jdi.request.MethodEntryRequest;
import com.sun.jdi.request.MethodExitRequest;
import dev.weir.testing.FreePort;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * A program under a debugger, so that a test can kill it between two steps of its work, wherever these are: it is notified when
 * a method is entered or left, and the program waits there meanwhile.
 */
final class Debugged {
    private final int port = FreePort.next();

    /** For the program's JVM. */
    String option() {
        return "-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=127.0.0.1:" + port;
    }

    /**
     * Has the program stop when it enters a method next, or leaves it.
     *
     * @return is completed when it has stopped, which it does for good: it can only be killed
     */
    CompletableFuture<Void> stopAt(String type, String method, boolean entered) throws IOException {
        VirtualMachine vm = attach();
        if (entered) {
            MethodEntryRequest request = vm.eventRequestManager().createMethodEntryRequest();
            request.addClassFilter(type);
            request.setSuspendPolicy(EventRequest.SUSPEND_ALL);
            request.enable();
        } else {
            MethodExitRequest request = vm.eventRequestManager().createMethodExitRequest();
            request.addClassFilter(type);
            request.setSuspendPolicy(EventRequest.SUSPEND_ALL);
            request.enable();
        }
        CompletableFuture<Void> stopped = new CompletableFuture<>();
        Thread events = new Thread(() -> {
            try {
                await(vm, method);
                stopped.complete(null);
            } catch (VMDisconnectedException | InterruptedException e) {
                stopped.completeExceptionally(e);
            }
        });
        events.setDaemon(true);
        events.start();
        return stopped;
    }

    private static void await(VirtualMachine vm, String method) throws InterruptedException {
        while (true) {
            var events = vm.eventQueue().remove();
            for (Event event : events) {
                if (method.equals(methodOf(event))) {
                    return;
                }
            }
            events.resume();
        }
    }

    private static String methodOf(Event event) {
        if (event instanceof MethodEntryEvent entry) {
            return entry.method().name();
        }
        return event instanceof MethodExitEvent exit ? exit.method().name() : "";
    }

    private VirtualMachine attach() throws IOException {
        for (AttachingConnector connector : Bootstrap.virtualMachineManager().attachingConnectors()) {
            if (connector.name().equals("com.sun.jdi.SocketAttach")) {
                Map<String, Connector.Argument> arguments = connector.defaultArguments();
                arguments.get("hostname").setValue("127.0.0.1");
                arguments.get("port").setValue(Integer.toString(port));
                try {
                    return connector.attach(arguments);
                } catch (IllegalConnectorArgumentsException e) {
                    throw new IllegalStateException(e);
                }
            }
        }
        throw new IllegalStateException("this JDK has no debugger");
    }
}
