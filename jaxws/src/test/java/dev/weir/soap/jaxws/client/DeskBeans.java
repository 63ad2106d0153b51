package dev.weir.soap.jaxws.client;

import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import jakarta.xml.ws.Holder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;

/** The services of these tests, whoever serves them: wrapped, bare and rpc. */
public final class DeskBeans {
    private DeskBeans() {}

    private static Desk.Order approved(Desk.Order order) {
        if (order != null) {
            order.approved = true;
            order.items.add("stamp & seal");
        }
        return order;
    }

    @WebService(
            endpointInterface = "dev.weir.soap.jaxws.client.Desk",
            targetNamespace = Desk.NAMESPACE,
            serviceName = "DeskService",
            portName = "DeskPort")
    public static final class DeskBean implements Desk {
        private final Queue<String> notes;
        private final Runnable onAdd;

        /** Receives what one-way requests say, and is run by each addition. */
        DeskBean(Queue<String> notes, Runnable onAdd) {
            this.notes = notes;
            this.onAdd = onAdd;
        }

        @Override
        public int add(int a, int b) {
            onAdd.run();
            return a + b;
        }

        @Override
        public Order approve(Order order) {
            return approved(order);
        }

        @Override
        public String rename(Holder<String> name, Holder<Integer> length) {
            String old = name.value;
            name.value = "new " + old;
            length.value = old == null ? 0 : old.length();
            return old;
        }

        @Override
        public String greet(String name, String language, Holder<String> ticket) {
            ticket.value = ticket.value + "+1";
            return language + ":" + name;
        }

        @Override
        public List<Double> roots(int count) {
            List<Double> roots = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                roots.add(Math.sqrt(i));
            }
            return roots;
        }

        @Override
        public void refuse(String why) throws Refused {
            if (why.isEmpty()) {
                throw new IllegalStateException("nothing said");
            }
            Refusal refusal = new Refusal();
            refusal.why = why;
            refusal.code = 7;
            throw new Refused("refused: " + why, refusal);
        }

        @Override
        public void note(String text) {
            notes.add(text);
        }
    }

    @WebService(name = "Bare", targetNamespace = Desk.NAMESPACE)
    @SOAPBinding(parameterStyle = SOAPBinding.ParameterStyle.BARE)
    public interface Bare {
        @WebResult(name = "approved", targetNamespace = Desk.NAMESPACE)
        Desk.Order approve(@WebParam(name = "order", targetNamespace = Desk.NAMESPACE) Desk.Order order);
    }

    @WebService(
            endpointInterface = "dev.weir.soap.jaxws.client.DeskBeans$Bare",
            targetNamespace = Desk.NAMESPACE,
            serviceName = "DeskService",
            portName = "DeskPort")
    public static final class BareBean implements Bare {
        @Override
        public Desk.Order approve(Desk.Order order) {
            return approved(order);
        }
    }

    @WebService(name = "Rpc", targetNamespace = Desk.NAMESPACE)
    @SOAPBinding(style = SOAPBinding.Style.RPC)
    public interface Rpc {
        @WebResult(name = "sorted")
        String[] sorted(@WebParam(name = "words") String[] words);

        @WebResult(name = "order")
        Desk.Order approve(
                @WebParam(name = "order") Desk.Order order,
                @WebParam(name = "count", mode = WebParam.Mode.OUT) Holder<Integer> count);
    }

    @WebService(
            endpointInterface = "dev.weir.soap.jaxws.client.DeskBeans$Rpc",
            targetNamespace = Desk.NAMESPACE,
            serviceName = "DeskService",
            portName = "DeskPort")
    public static final class RpcBean implements Rpc {
        @Override
        public String[] sorted(String[] words) {
            Arrays.sort(words);
            return words;
        }

        @Override
        public Desk.Order approve(Desk.Order order, Holder<Integer> count) {
            count.value = order.items.size();
            return approved(order);
        }
    }
}
