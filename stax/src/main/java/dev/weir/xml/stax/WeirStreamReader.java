package dev.weir.xml.stax;

import dev.weir.xml.transform.CursorAccess;
import org.codehaus.stax2.XMLStreamReader2;

/** A StAX reader of Weir's, which lends the cursor behind it. */
public interface WeirStreamReader extends XMLStreamReader2, CursorAccess {}
