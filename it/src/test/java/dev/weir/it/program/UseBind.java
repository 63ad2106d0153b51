package dev.weir.it.program;

import jakarta.xml.bind.JAXBContext;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.Objects;

/** Binds an object, both ways. */
public final class UseBind {
    private UseBind() {}

    public static void main(String[] arguments) throws Exception {
        JAXBContext context = JAXBContext.newInstance(Order.class);
        Order order = (Order)
                context.createUnmarshaller().unmarshal(new StringReader("<order id='17'><item>weir</item></order>"));
        StringWriter written = new StringWriter();
        context.createMarshaller().marshal(order, written);
        System.out.println("bind " + Objects.requireNonNull(order.item) + " "
                + written.toString().contains("id=\"17\""));
        System.out.println(context.getClass().getName());
    }
}
