package dev.weir.bpel.graph;

import java.util.ArrayList;
import java.util.List;

/** The links of a process while their ends are being found. That each has one of both is a rule of static analysis. */
final class FlowLinks {
    private final List<Declared> links = new ArrayList<>();

    private static final class Declared {
        final String name;
        final int flow;
        final int index;
        int source = -1;
        int target = -1;

        Declared(String name, int flow, int index) {
            this.name = name;
            this.flow = flow;
            this.index = index;
        }
    }

    /**
     * @param flow the id of the flow that declares it
     * @param index which of its links it is
     * @return the link's id
     */
    int declare(String name, int flow, int index) {
        links.add(new Declared(name, flow, index));
        return links.size() - 1;
    }

    void leaves(int link, int activity) {
        links.get(link).source = activity;
    }

    void enters(int link, int activity) {
        links.get(link).target = activity;
    }

    String name(int link) {
        return links.get(link).name;
    }

    List<Link> list() {
        List<Link> list = new ArrayList<>();
        for (Declared link : links) {
            list.add(new Link(list.size(), link.name, link.flow, link.index, link.source, link.target));
        }
        return List.copyOf(list);
    }
}
