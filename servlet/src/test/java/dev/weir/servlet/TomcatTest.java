package dev.weir.servlet;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.LifecycleState;
import org.apache.catalina.Wrapper;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.scan.StandardJarScanner;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;

@Tag("jdk")
class TomcatTest extends ServletContract {
    @Override
    Container start(Path files, @Nullable WeirServlet servlet, Map<String, String> parameters) throws Exception {
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(Files.createTempDirectory("tomcat").toString());
        tomcat.setPort(0);
        tomcat.setAddDefaultWebXmlToWebapp(false);
        // With its usual configuration, which looks for initializers.
        Context context = tomcat.addWebapp("/app", files.toString());
        context.setParentClassLoader(TomcatTest.class.getClassLoader());
        StandardJarScanner scanner = new StandardJarScanner();
        scanner.setScanClassPath(false);
        scanner.setScanManifest(false);
        context.setJarScanner(scanner);
        if (servlet != null) {
            Wrapper wrapper = Tomcat.addServlet(context, "services", servlet);
            wrapper.setLoadOnStartup(1);
            wrapper.setAsyncSupported(true);
            parameters.forEach(wrapper::addInitParameter);
            context.addServletMappingDecoded("/services/*", "services");
        }
        tomcat.getConnector();
        // Tomcat logs why an application does not start.
        AtomicReference<Throwable> reason = new AtomicReference<>();
        Handler log = new Handler() {
            @Override
            public void publish(LogRecord line) {
                reason.compareAndSet(null, line.getThrown());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger logger = Logger.getLogger("org.apache.catalina.core");
        logger.addHandler(log);
        tomcat.start();
        logger.removeHandler(log);
        if (context.getState() != LifecycleState.STARTED) {
            tomcat.stop();
            tomcat.destroy();
            throw new LifecycleException("the application has not started", reason.get());
        }
        return new Container() {
            @Override
            public int port() {
                return tomcat.getConnector().getLocalPort();
            }

            @Override
            public void close() {
                try {
                    tomcat.stop();
                    tomcat.destroy();
                } catch (LifecycleException e) {
                    throw new IllegalStateException(e);
                }
            }
        };
    }
}
