package dev.weir.bench.service;

import jakarta.annotation.Resource;
import jakarta.xml.ws.BindingType;
import jakarta.xml.ws.Provider;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.ServiceMode;
import jakarta.xml.ws.WebServiceContext;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.WebServiceProvider;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.http.HTTPBinding;
import java.io.IOException;
import javax.xml.transform.Source;
import javax.xml.transform.sax.SAXSource;
import org.jspecify.annotations.Nullable;
import org.xml.sax.Attributes;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.AttributesImpl;
import org.xml.sax.helpers.DefaultHandler;
import org.xml.sax.helpers.XMLFilterImpl;

/**
 * Makes random UUIDs by the JAX-WS binding for XML without SOAP. Requests and answers are SAX events, which CXF takes from its parser
 * and gives to its writer, so that it makes no tree and parses no answer. Thread-safe.
 */
@WebServiceProvider
@BindingType(HTTPBinding.HTTP_BINDING)
@ServiceMode(Service.Mode.PAYLOAD)
public class UuidProvider implements Provider<Source> {
    private static final Attributes NONE = new AttributesImpl();

    @Resource
    @SuppressWarnings("NullAway.Init") // injected
    private WebServiceContext context;

    @Override
    public Source invoke(@Nullable Source request) {
        MessageContext message = context.getMessageContext();
        boolean get = "GET".equals(message.get(MessageContext.HTTP_REQUEST_METHOD));
        int count = get ? ofQuery((String) message.get(MessageContext.QUERY_STRING)) : ofBody(request);
        return new SAXSource(new Answer(count), new InputSource());
    }

    private static int ofQuery(@Nullable String query) {
        for (String field : query == null ? new String[0] : query.split("&")) {
            if (field.startsWith("count=")) {
                return UuidServers.count(field.substring("count=".length()));
            }
        }
        return UuidServers.count(null);
    }

    private static int ofBody(@Nullable Source body) {
        if (!(body instanceof SAXSource events)) {
            throw new WebServiceException("a POST needs a body, which comes as SAX events, but there is " + body);
        }
        Wanted wanted = new Wanted();
        try {
            events.getXMLReader().setContentHandler(wanted);
            events.getXMLReader().parse(events.getInputSource());
        } catch (IOException | SAXException wrong) {
            throw new WebServiceException(wrong);
        }
        return wanted.all;
    }

    /** Adds up what the elements of a request ask for. */
    private static final class Wanted extends DefaultHandler {
        private int depth;
        private int all;

        @Override
        public void startElement(String uri, String local, String name, Attributes attributes) throws SAXException {
            if (!local.equals(depth == 0 ? "request" : "generate-uuid")) {
                throw new SAXException("<" + name + "> must not be here");
            }
            if (depth++ > 0) {
                all += UuidServers.count(attributes.getValue("", "count"));
            }
        }

        @Override
        public void endElement(String uri, String local, String name) {
            depth--;
        }
    }

    /** The answer's events, made when they are asked for. */
    private static final class Answer extends XMLFilterImpl {
        private final int count;

        Answer(int count) {
            this.count = count;
        }

        @Override
        public void parse(InputSource nothing) throws SAXException {
            startDocument();
            startElement("", "response", "response", NONE);
            for (int i = 0; i < count; i++) {
                startElement("", "uuid", "uuid", NONE);
                char[] text = UuidServers.nextRandom().toString().toCharArray();
                characters(text, 0, text.length);
                endElement("", "uuid", "uuid");
            }
            endElement("", "response", "response");
            endDocument();
        }
    }
}
