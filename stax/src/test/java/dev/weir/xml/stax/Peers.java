package dev.weir.xml.stax;

import javax.xml.stream.XMLInputFactory;
import org.codehaus.stax2.XMLInputFactory2;

/** Other implementations of StAX, to compare with. */
final class Peers {
    private Peers() {}

    /** By name: its class file wants annotations that are not here when something is compiled against it. */
    static XMLInputFactory2 woodstox() {
        try {
            return (XMLInputFactory2) Class.forName("com.ctc.wstx.stax.WstxInputFactory")
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException missing) {
            throw new AssertionError("Woodstox must be on the class path", missing);
        }
    }

    static XMLInputFactory jdk() {
        return XMLInputFactory.newDefaultFactory();
    }
}
