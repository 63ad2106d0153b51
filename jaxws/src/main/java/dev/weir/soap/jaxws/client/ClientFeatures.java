package dev.weir.soap.jaxws.client;

import dev.weir.soap.client.ClientEncodings.FastInfoset;
import dev.weir.soap.jaxws.model.MtomChoice;
import jakarta.xml.ws.RespectBinding;
import jakarta.xml.ws.RespectBindingFeature;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.WebServiceFeature;
import jakarta.xml.ws.soap.Addressing;
import jakarta.xml.ws.soap.AddressingFeature;
import jakarta.xml.ws.soap.MTOM;
import jakarta.xml.ws.soap.MTOMFeature;
import org.jspecify.annotations.Nullable;

/**
 * What of the standard's features a port has.
 *
 * @param addressing messages carry WS-Addressing 1.0 header blocks
 * @param addressingRequired answers without such blocks are refused
 * @param respectBinding what the WSDL binding requires must be supported
 * @param mtom whether binary values are sent in parts
 * @param fastInfoset whether Fast Infoset is spoken; null where nothing is said of it
 */
record ClientFeatures(
        boolean addressing,
        boolean addressingRequired,
        boolean respectBinding,
        MtomChoice mtom,
        @Nullable FastInfoset fastInfoset) {
    /** Metro's: whether the service speaks Fast Infoset. */
    private static final String METRO_SPOKEN = "http://java.sun.com/xml/ns/jaxws/fastinfoset";

    /** Metro's: whether the client makes use of that. */
    private static final String METRO_SELECTED = "http://java.sun.com/xml/ns/jaxws/client/selectOptimalEncoding";

    private static final String CXF_FEATURE = "org.apache.cxf.feature.FastInfosetFeature";

    /**
     * @param type a service endpoint interface, whose annotations count where no feature says otherwise; null for none
     * @throws WebServiceException for an enabled feature that is not supported; names it
     */
    static ClientFeatures of(@Nullable Class<?> type, WebServiceFeature... features) {
        Addressing annotated = type == null ? null : type.getAnnotation(Addressing.class);
        boolean addressing = annotated != null && annotated.enabled();
        boolean required = annotated != null && annotated.enabled() && annotated.required();
        AddressingFeature.Responses responses =
                annotated == null ? AddressingFeature.Responses.ALL : annotated.responses();
        RespectBinding respects = type == null ? null : type.getAnnotation(RespectBinding.class);
        boolean respectBinding = respects != null && respects.enabled();
        MtomChoice mtom =
                type == null ? MtomChoice.UNSAID : MtomChoice.of(type.getAnnotation(MTOM.class), MtomChoice.UNSAID);
        FastInfoset fastInfoset = type == null ? null : ContentNegotiation.annotated(type);
        Boolean spoken = null;
        Boolean selected = null;
        for (WebServiceFeature feature : features) {
            if (feature instanceof AddressingFeature known) {
                addressing = known.isEnabled();
                required = known.isEnabled() && known.isRequired();
                responses = known.getResponses();
            } else if (feature instanceof RespectBindingFeature known) {
                respectBinding = known.isEnabled();
            } else if (feature instanceof MTOMFeature known) {
                mtom = MtomChoice.of(known);
            } else if (METRO_SPOKEN.equals(feature.getID())) {
                spoken = feature.isEnabled();
            } else if (METRO_SELECTED.equals(feature.getID())) {
                selected = feature.isEnabled();
            } else if (feature.getClass().getName().equals(CXF_FEATURE)) {
                fastInfoset = ContentNegotiation.forced(feature.getClass(), feature, "getForce");
            } else if (feature.isEnabled()) {
                throw unsupported(feature.getID() + " (" + feature.getClass() + ")");
            }
        }
        if (Boolean.FALSE.equals(spoken) || Boolean.FALSE.equals(selected)) {
            fastInfoset = FastInfoset.NONE;
        } else if (Boolean.TRUE.equals(selected)) {
            fastInfoset = spoken == null ? FastInfoset.PESSIMISTIC : FastInfoset.OPTIMISTIC;
        }
        if (addressing && responses == AddressingFeature.Responses.NON_ANONYMOUS) {
            throw new WebServiceException("WS-Addressing with responses NON_ANONYMOUS is not supported: answers come on"
                    + " the connection of the request; ask for ALL or ANONYMOUS");
        }
        return new ClientFeatures(addressing, required, respectBinding, mtom, fastInfoset);
    }

    private static WebServiceException unsupported(String feature) {
        return new WebServiceException("the feature " + feature + " is not supported; do without it");
    }
}
