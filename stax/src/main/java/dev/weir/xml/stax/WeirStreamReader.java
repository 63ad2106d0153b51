package dev.weir.xml.stax;

import dev.weir.xml.transform.CursorAccess;
import org.codehaus.stax2.XMLStreamReader2;

/** A StAX reader of Weir, which gives access to the {@code XmlReader} that it wraps. */
public interface WeirStreamReader extends XMLStreamReader2, CursorAccess {}
