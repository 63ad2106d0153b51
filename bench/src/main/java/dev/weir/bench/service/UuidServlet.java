package dev.weir.bench.service;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;

/** Makes random UUIDs as somebody would write it who has a servlet container and a StAX parser, without a framework. Thread-safe. */
final class UuidServlet extends HttpServlet {
    private static final long serialVersionUID = 1;

    private final transient XMLInputFactory readers = XMLInputFactory.newInstance();
    private final transient XMLOutputFactory writers = XMLOutputFactory.newInstance();

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        try {
            answer(UuidServers.count(request.getParameter("count")), response);
        } catch (IllegalArgumentException | XMLStreamException wrong) {
            response.sendError(HttpServletResponse.SC_BAD_REQUEST, wrong.getMessage());
        }
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        try {
            answer(wanted(readers.createXMLStreamReader(request.getInputStream())), response);
        } catch (IllegalArgumentException | XMLStreamException wrong) {
            response.sendError(HttpServletResponse.SC_BAD_REQUEST, wrong.getMessage());
        }
    }

    private static int wanted(XMLStreamReader reader) throws XMLStreamException {
        int all = 0;
        reader.nextTag();
        reader.require(XMLStreamReader.START_ELEMENT, null, "request");
        while (reader.nextTag() == XMLStreamReader.START_ELEMENT) {
            reader.require(XMLStreamReader.START_ELEMENT, null, "generate-uuid");
            all += UuidServers.count(reader.getAttributeValue(null, "count"));
            reader.getElementText();
        }
        while (reader.hasNext()) {
            reader.next(); // what follows must be well-formed
        }
        reader.close();
        return all;
    }

    /** The whole answer is made before it is sent, as in the example, so that it has a Content-Length. */
    private void answer(int count, HttpServletResponse response) throws IOException, XMLStreamException {
        ByteArrayOutputStream out = new ByteArrayOutputStream(64 + 49 * count);
        XMLStreamWriter writer = writers.createXMLStreamWriter(out, "UTF-8");
        writer.writeStartDocument("UTF-8", "1.0");
        writer.writeStartElement("response");
        for (int i = 0; i < count; i++) {
            writer.writeStartElement("uuid");
            writer.writeCharacters(UuidServers.nextRandom().toString());
            writer.writeEndElement();
        }
        writer.writeEndElement();
        writer.writeEndDocument();
        writer.close();
        response.setContentType(ServiceRequests.TEXT);
        response.setContentLength(out.size());
        out.writeTo(response.getOutputStream());
    }
}
