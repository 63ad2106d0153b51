package dev.weir.bpel;

import dev.weir.bpel.exec.ProcessClasses;
import java.net.URI;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a process sees of its composite without importing it.
 *
 * @param wsdls those of its component type and composite: a definition in them counts where no document that comes before
 *     it has one of that name, the imported ones first
 * @param linkWsdls those of its partner links by name: where several WSDLs define a port type, a link has that of its own
 * @param linkAddresses where the partners of its partner links are, by the links' names as in {@code subProcesses}, as far as
 *     they have an address: what the process reads of a link that nothing was assigned to
 * @param subProcesses the documents of those that it may call beside its own inline ones, by component: a partner link of
 *     a sub-process that no call gives it is called {@code COMPONENT/LINK} among the process's
 * @param events that it may publish and wait for ({@code bpelx:eventName}): each has a partner link of its own, which no
 *     wire leads from
 * @param lenient true if what matters only when it is reached is left to fail then
 * @param java true if the Java of its exec activities is compiled and run, with all rights of the server
 * @param classes what that Java may use beside the JDK
 */
public record ProcessSurroundings(
        List<URI> wsdls,
        Map<String, URI> linkWsdls,
        Map<String, String> linkAddresses,
        Map<String, URI> subProcesses,
        List<EventType> events,
        boolean lenient,
        boolean java,
        ProcessClasses classes) {
    public ProcessSurroundings(
            List<URI> wsdls, Map<String, URI> subProcesses, List<EventType> events, boolean lenient, boolean java) {
        this(wsdls, Map.of(), Map.of(), subProcesses, events, lenient, java, ProcessClasses.NONE);
    }

    public ProcessSurroundings(List<URI> wsdls, Map<String, URI> subProcesses, List<EventType> events) {
        this(wsdls, subProcesses, events, false, false);
    }

    public ProcessSurroundings {
        wsdls = List.copyOf(wsdls);
        linkWsdls = Map.copyOf(linkWsdls);
        linkAddresses = Map.copyOf(linkAddresses);
        subProcesses = Collections.unmodifiableMap(new LinkedHashMap<>(subProcesses));
        events = List.copyOf(events);
    }
}
