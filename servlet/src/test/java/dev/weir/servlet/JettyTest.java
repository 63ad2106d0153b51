package dev.weir.servlet;

import java.nio.file.Path;
import java.util.Map;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.jspecify.annotations.Nullable;

class JettyTest extends ServletContract {
    @Override
    Container start(Path files, @Nullable WeirServlet servlet, Map<String, String> parameters) throws Exception {
        Server server = new Server(0);
        ServletContextHandler context = new ServletContextHandler("/app");
        context.setClassLoader(JettyTest.class.getClassLoader());
        context.setBaseResourceAsPath(files);
        context.addServletContainerInitializer(new WeirServletInitializer());
        if (servlet != null) {
            ServletHolder holder = new ServletHolder("services", servlet);
            holder.setInitOrder(1);
            holder.setAsyncSupported(true);
            parameters.forEach(holder::setInitParameter);
            context.addServlet(holder, "/services/*");
        }
        server.setHandler(context);
        try {
            server.start();
        } catch (Exception e) {
            server.stop();
            throw e;
        }
        return new Container() {
            @Override
            public int port() {
                return ((ServerConnector) server.getConnectors()[0]).getLocalPort();
            }

            @Override
            public void close() {
                try {
                    server.stop();
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }
        };
    }
}
