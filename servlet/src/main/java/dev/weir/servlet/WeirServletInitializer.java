package dev.weir.servlet;

import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRegistration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Registers a {@link WeirServlet} for applications with a {@code /WEB-INF/sun-jaxws.xml} whose web.xml has none, at the
 * paths that the file names. Found by servlet containers.
 */
public final class WeirServletInitializer implements ServletContainerInitializer {
    /** For the container. */
    public WeirServletInitializer() {}

    @Override
    public void onStartup(@Nullable Set<Class<?>> classes, ServletContext context) throws ServletException {
        for (ServletRegistration known : context.getServletRegistrations().values()) {
            if (WeirServlet.class.getName().equals(known.getClassName())) {
                return;
            }
        }
        SunJaxwsFile file = SunJaxwsFile.of(context);
        if (file == null) {
            return;
        }
        ServletRegistration.Dynamic registration = context.addServlet("weir", new WeirServlet());
        if (registration == null) {
            throw new ServletException("the application has a servlet named weir, which is no WeirServlet; rename it");
        }
        registration.setLoadOnStartup(1);
        registration.setAsyncSupported(true);
        Set<String> taken = registration.addMapping(file.urlPatterns().toArray(new String[0]));
        if (!taken.isEmpty()) {
            throw new ServletException(
                    "other servlets of the application have paths of /WEB-INF/sun-jaxws.xml: " + taken);
        }
    }
}
