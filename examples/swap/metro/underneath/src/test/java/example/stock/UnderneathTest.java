package example.stock;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.xml.ws.api.streaming.XMLStreamReaderFactory;
import com.sun.xml.ws.api.streaming.XMLStreamWriterFactory;
import com.sun.xml.ws.api.streaming.XMLStreamWriterFactory.HasEncodingWriter;
import com.sun.xml.ws.model.AbstractSEIModelImpl;
import com.sun.xml.ws.transport.http.servlet.WSServlet;
import com.sun.xml.ws.transport.http.servlet.WSServletDelegate;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Metro binds, reads and writes the messages of the deployed endpoint by. */
class UnderneathTest {
    private static final Tomcat TOMCAT = new Tomcat();

    @TempDir
    static Path work;

    private static Context application;

    @BeforeAll
    static void start() throws Exception {
        TOMCAT.setBaseDir(work.toString());
        TOMCAT.setPort(0);
        TOMCAT.setAddDefaultWebXmlToWebapp(false);
        application = TOMCAT.addWebapp("/shop", new File("../src/main/webapp").getAbsolutePath());
        TOMCAT.getConnector();
        TOMCAT.start();
    }

    @AfterAll
    static void stop() throws Exception {
        TOMCAT.stop();
        TOMCAT.destroy();
    }

    private static void assertWeirs(Object object) {
        String name = object.getClass().getName();
        assertTrue(name.startsWith("dev.weir."), name);
    }

    @Test
    void theContentOfMessagesIsBoundByWeir() {
        WSServletDelegate delegate =
                (WSServletDelegate) application.getServletContext().getAttribute(WSServlet.JAXWS_RI_RUNTIME_INFO);
        AbstractSEIModelImpl model =
                (AbstractSEIModelImpl) delegate.adapters.get(0).getEndpoint().getSEIModel();
        assertWeirs(model.getBindingContext());
        assertWeirs(model.getBindingContext().getJAXBContext());
    }

    /** Metro asks its factories for a stream with each message; they are those of the application's class loader. */
    @Test
    void messagesAreReadAndWrittenByWeir() {
        Thread thread = Thread.currentThread();
        ClassLoader tests = thread.getContextClassLoader();
        thread.setContextClassLoader(application.getLoader().getClassLoader());
        try {
            InputStream in = new ByteArrayInputStream("<message/>".getBytes(StandardCharsets.UTF_8));
            assertWeirs(XMLStreamReaderFactory.create(null, in, true));
            OutputStream out = new ByteArrayOutputStream();
            assertWeirs(((HasEncodingWriter) XMLStreamWriterFactory.create(out)).getWriter());
        } finally {
            thread.setContextClassLoader(tests);
        }
    }
}
