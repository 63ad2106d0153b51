package dev.weir.bench.bind;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.InputStream;
import java.io.OutputStream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLOutputFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MappingIterator;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.dataformat.xml.XmlFactory;
import tools.jackson.dataformat.xml.XmlMapper;
import tools.jackson.module.jakarta.xmlbind.JakartaXmlBindAnnotationModule;

/** Jackson 3 with its module for JAXB annotations, over a StAX parser. */
final class JacksonStack implements BindingStack {
    private final ObjectReader reader;
    private final ObjectReader records;
    private final ObjectWriter writer;

    JacksonStack(Class<?> type, Class<?> record, XMLInputFactory input, XMLOutputFactory output) {
        XmlFactory factory = XmlFactory.builder()
                .xmlInputFactory(input)
                .xmlOutputFactory(output)
                .build();
        XmlMapper mapper = XmlMapper.builder(factory)
                .addModule(new JakartaXmlBindAnnotationModule())
                .defaultUseWrapper(false)
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .disable(DateTimeFeature.WRITE_DATES_AS_TIMESTAMPS)
                .changeDefaultPropertyInclusion(
                        inclusion -> JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, null))
                .build();
        this.reader = mapper.readerFor(type);
        this.records = mapper.readerFor(record);
        this.writer = mapper.writerFor(type);
    }

    @Override
    public Object read(InputStream in) {
        return reader.readValue(in);
    }

    @Override
    public void write(Object value, OutputStream to) {
        writer.writeValue(to, value);
    }

    @Override
    public RecordCursor records(InputStream in) {
        MappingIterator<Object> values = records.readValues(in);
        return () -> values.hasNextValue() ? values.nextValue() : null;
    }
}
