package dev.weir.metro;

import com.oracle.webservices.api.databinding.DatabindingModeFeature;
import com.sun.xml.ws.db.glassfish.JAXBRIContextFactory;
import com.sun.xml.ws.spi.db.BindingContext;
import com.sun.xml.ws.spi.db.BindingContextFactory;
import com.sun.xml.ws.spi.db.BindingInfo;
import com.sun.xml.ws.spi.db.DatabindingException;
import jakarta.xml.bind.JAXBContext;

/**
 * Makes Metro bind the messages of its services and clients by Weir's codecs. Metro finds it as a service where this
 * artefact is before Metro on the class path, and wherever it is by the system property {@code
 * com.sun.xml.ws.spi.db.BindingContextFactory} with the name of this class as its value. Thread-safe.
 *
 * <p>With the first binding, Metro's factories of stream readers and writers are replaced by those of {@link
 * WeirStreams}, for the context class loader of the thread, unless an application has set its own.
 *
 * <p>A port for which {@code UsesJAXBContext} or the databinding mode {@code glassfish.jaxb} is requested is bound by
 * the reference implementation, as it asks for, and so is a JAXBContext of the reference implementation that is given
 * to a Dispatch.
 */
public final class WeirBindingContextFactory extends BindingContextFactory {
    private static final String REFERENCE = "org.glassfish.jaxb.runtime.v2.runtime";
    private static final String WEIR = "dev.weir.bind.jaxb";

    private final ReferenceContexts reference = new ReferenceContexts();

    /** Called by Metro. */
    public WeirBindingContextFactory() {}

    @Override
    protected BindingContext newContext(JAXBContext context) {
        if (context.getClass().getPackageName().equals(WEIR)) {
            return new CodecContext(context, null);
        }
        return reference.newContext(context);
    }

    @Override
    protected BindingContext newContext(BindingInfo info) {
        if (DatabindingModeFeature.GLASSFISH_JAXB.equals(info.getDatabindingMode())) {
            return reference.newContext(info);
        }
        if (!info.subclassReplacements().isEmpty()) {
            throw new DatabindingException(
                    "Weir binds no class in place of another; without this property Metro binds by the reference"
                            + " implementation: " + JAXB_CONTEXT_FACTORY_PROPERTY + ", replacements "
                            + info.subclassReplacements());
        }
        WeirStreams.use();
        return CodecContext.of(info, reference);
    }

    /** Metro asks with a mode, the name of a factory, or the package of a JAXBContext. */
    @Override
    protected boolean isFor(String mode) {
        return mode.equals(WeirBindingContextFactory.class.getName())
                || mode.equals(DatabindingModeFeature.GLASSFISH_JAXB)
                || mode.equals(REFERENCE)
                || mode.equals(WEIR);
    }

    /** Metro's own factory, with the methods that Metro alone may call. */
    static final class ReferenceContexts {
        private final JAXBRIContextFactory factory = new JAXBRIContextFactory();

        BindingContext newContext(JAXBContext context) {
            return factory.newContext(context);
        }

        BindingContext newContext(BindingInfo info) {
            return factory.newContext(info);
        }
    }
}
