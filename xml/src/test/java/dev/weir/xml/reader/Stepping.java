package dev.weir.xml.reader;

import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlReader;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/** A reader that is fed a document in pieces whenever it says that it needs more. */
public final class Stepping {
    /** How often the reader had to be asked again. */
    public int incomplete;

    private final byte[] document;
    private final Feeding.Piece piece;
    private final XmlFeeder feeder;
    private int fed;

    private Stepping(byte[] document, Feeding.Piece piece, ReadOptions options) {
        this.document = document;
        this.piece = piece;
        this.feeder = XmlReaders.feeder(options);
    }

    /** As a reader whose {@code next} is never INCOMPLETE. */
    public static XmlReader reader(byte[] document, Feeding.Piece piece, ReadOptions options) {
        Stepping stepping = new Stepping(document, piece, options);
        return (XmlReader) Proxy.newProxyInstance(
                Stepping.class.getClassLoader(), new Class<?>[] {XmlReader.class}, (proxy, method, arguments) -> {
                    try {
                        return method.getName().equals("next")
                                ? stepping.next()
                                : method.invoke(stepping.feeder, arguments);
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                });
    }

    private XmlEvent next() {
        XmlEvent event = feeder.next();
        while (event == XmlEvent.INCOMPLETE) {
            incomplete++;
            if (fed == document.length) {
                feeder.endOfInput();
            } else if (feeder.needsInput()) {
                int length = Math.min(piece.next(), document.length - fed);
                feeder.feed(document, fed, length);
                fed += length;
            }
            event = feeder.next();
        }
        return event;
    }
}
