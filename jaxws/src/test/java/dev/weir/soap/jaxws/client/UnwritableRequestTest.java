package dev.weir.soap.jaxws.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.jaxws.WeirProvider;
import dev.weir.soap.jaxws.endpoint.WeirEndpoint;
import jakarta.activation.DataHandler;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebServiceException;
import java.io.IOException;
import java.io.InputStream;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Values that cannot become a message: the call says so by the one exception that programs catch. */
class UnwritableRequestTest {
    static {
        System.setProperty("jakarta.xml.ws.spi.Provider", WeirProvider.class.getName());
    }

    private static final QName PORT = new QName("urn:test:garden", "GardenPort");
    private static Endpoint endpoint;
    private static String address;

    @WebService(name = "Garden", targetNamespace = "urn:test:garden")
    public interface Garden {
        @WebMethod
        int height(@WebParam(name = "tree") Tree tree);

        @WebMethod
        int length(@WebParam(name = "picture") DataHandler picture);
    }

    @WebService(
            targetNamespace = "urn:test:garden",
            endpointInterface = "dev.weir.soap.jaxws.client.UnwritableRequestTest$Garden")
    public static final class GardenBean implements Garden {
        @Override
        public int height(Tree tree) {
            int height = 0;
            for (Tree each = tree; each != null; each = each.next) {
                height++;
            }
            return height;
        }

        @Override
        public int length(DataHandler picture) {
            return 0;
        }
    }

    @XmlRootElement
    @XmlAccessorType(XmlAccessType.FIELD)
    public static final class Tree {
        public Tree next;

        static Tree of(int height) {
            Tree tree = null;
            for (int i = 0; i < height; i++) {
                Tree below = new Tree();
                below.next = tree;
                tree = below;
            }
            return tree;
        }

        static Tree cycle() {
            Tree tree = new Tree();
            tree.next = tree;
            return tree;
        }
    }

    @BeforeAll
    static void start() {
        endpoint = new WeirProvider().createEndpoint(null, new GardenBean());
        endpoint.publish("http://127.0.0.1:0/garden");
        address = (String) endpoint.getProperties().get(WeirEndpoint.ADDRESS);
    }

    @AfterAll
    static void stop() {
        endpoint.stop();
    }

    private static Service service() {
        Service service = Service.create(new QName("urn:test:garden", "GardenService"));
        service.addPort(PORT, null, address);
        return service;
    }

    @Test
    void valuesThatContainThemselvesAreRefused() {
        Garden garden = service().getPort(PORT, Garden.class);
        assertEquals(7, garden.height(Tree.of(7)));
        for (Tree tree : new Tree[] {Tree.cycle(), Tree.of(1500)}) {
            WebServiceException refused = assertThrows(WebServiceException.class, () -> garden.height(tree));
            assertTrue(refused.getMessage().contains("height"), refused.getMessage());
            assertNotNull(refused.getCause());
        }
        assertEquals(7, garden.height(Tree.of(7)));
    }

    @Test
    void objectsOfADispatchThatContainThemselvesAreRefused() throws Exception {
        Dispatch<Object> dispatch =
                service().createDispatch(PORT, JAXBContext.newInstance(Tree.class), Service.Mode.PAYLOAD);
        WebServiceException refused = assertThrows(WebServiceException.class, () -> dispatch.invoke(Tree.cycle()));
        assertNotNull(refused.getCause());
    }

    @Test
    void dataThatCannotBeReadEndsTheCall() {
        Garden garden = service().getPort(PORT, Garden.class);
        IOException gone = new IOException("disk gone");
        WebServiceException failure =
                assertThrows(WebServiceException.class, () -> garden.length(new DataHandler(new Gone(gone))));
        assertTrue(failure.getMessage().contains("disk gone"), failure.getMessage());
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        assertSame(gone, root);
    }

    private record Gone(IOException failure) implements ReadSource {
        @Override
        public InputStream getInputStream() throws IOException {
            throw failure;
        }
    }
}
