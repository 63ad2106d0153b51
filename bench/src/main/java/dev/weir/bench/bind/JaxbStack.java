package dev.weir.bench.bind;

import dev.weir.bind.RecordReader;
import jakarta.xml.bind.JAXBContextFactory;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.Marshaller;
import jakarta.xml.bind.Unmarshaller;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Map;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;

/** An implementation of JAXB, with its default parser or a StAX parser. */
final class JaxbStack implements BindingStack {
    private final Class<?> type;
    private final Class<?> record;
    private final Unmarshaller unmarshaller;
    private final Marshaller marshaller;
    private final @Nullable XMLInputFactory input;
    private final @Nullable XMLOutputFactory output;
    private final boolean isWeir;

    JaxbStack(
            String factory,
            Class<?> type,
            Class<?> record,
            @Nullable XMLInputFactory input,
            @Nullable XMLOutputFactory output)
            throws JAXBException, ReflectiveOperationException {
        var context = Class.forName(factory)
                .asSubclass(JAXBContextFactory.class)
                .getConstructor()
                .newInstance()
                .createContext(new Class<?>[] {type}, Map.of());
        this.type = type;
        this.record = record;
        this.unmarshaller = context.createUnmarshaller();
        this.marshaller = context.createMarshaller();
        this.input = input;
        this.output = output;
        this.isWeir = factory.startsWith("dev.weir.");
    }

    @Override
    public Object read(InputStream in) throws Exception {
        if (input == null) {
            return unmarshaller.unmarshal(in);
        }
        XMLStreamReader reader = input.createXMLStreamReader(in);
        Object value = unmarshaller.unmarshal(reader);
        reader.close();
        return value;
    }

    @Override
    public void write(Object value, OutputStream to) throws Exception {
        if (output == null) {
            marshaller.marshal(value, to);
            return;
        }
        XMLStreamWriter writer = output.createXMLStreamWriter(to, "UTF-8");
        marshaller.marshal(value, writer);
        writer.close();
    }

    @Override
    public RecordCursor records(InputStream in) throws Exception {
        if (isWeir) {
            RecordReader<?> reader = RecordReader.open(record, "/persons/person", in);
            return () -> reader.hasNext() ? reader.next() : null;
        }
        XMLInputFactory factory = input == null ? XMLInputFactory.newDefaultFactory() : input;
        XMLStreamReader reader = factory.createXMLStreamReader(in);
        reader.nextTag();
        if (!type.getSimpleName().equalsIgnoreCase(reader.getLocalName())) {
            throw new IllegalStateException("not the element of " + type + ": " + reader.getLocalName());
        }
        reader.next();
        return () -> {
            while (reader.hasNext() && reader.getEventType() != XMLStreamConstants.START_ELEMENT) {
                reader.next();
            }
            // Unmarshalling leaves the reader after the record.
            return reader.hasNext() ? unmarshaller.unmarshal(reader, record).getValue() : null;
        };
    }
}
