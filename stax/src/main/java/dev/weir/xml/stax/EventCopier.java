package dev.weir.xml.stax;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import org.codehaus.stax2.DTDInfo;
import org.codehaus.stax2.XMLStreamReader2;

/**
 * Copies the current event of a cursor to a stream writer.
 *
 * @param namespaces false to copy names as plain XML 1.0 names, without namespaces
 * @param copyingDefaults true to write attributes that are defaulted from the DTD as well
 */
record EventCopier(UntypedStreamWriter to, boolean namespaces, boolean copyingDefaults) implements XMLStreamConstants {
    void copy(XMLStreamReader2 from) throws XMLStreamException {
        switch (from.getEventType()) {
            case START_DOCUMENT -> {
                String version = from.getVersion();
                if (version != null && !version.isEmpty()) {
                    if (from.standaloneSet()) {
                        to.writeStartDocument(version, from.getCharacterEncodingScheme(), from.isStandalone());
                    } else {
                        to.writeStartDocument(from.getCharacterEncodingScheme(), version);
                    }
                }
            }
            case END_DOCUMENT -> to.writeEndDocument();
            case START_ELEMENT -> copyStart(from);
            case END_ELEMENT -> to.writeEndElement();
            case SPACE -> to.writeSpace(from.getText());
            case CDATA -> to.writeCData(from.getText());
            case CHARACTERS -> to.writeCharacters(from.getTextCharacters(), from.getTextStart(), from.getTextLength());
            case COMMENT -> to.writeComment(from.getText());
            case PROCESSING_INSTRUCTION -> to.writeProcessingInstruction(from.getPITarget(), from.getPIData());
            case DTD -> {
                DTDInfo info = from.getDTDInfo();
                if (info == null) {
                    throw UntypedStreamWriter.wrong("the reader gives no document type declaration");
                }
                to.writeDTD(
                        info.getDTDRootName(),
                        info.getDTDSystemId(),
                        info.getDTDPublicId(),
                        info.getDTDInternalSubset());
            }
            case ENTITY_REFERENCE -> to.writeEntityRef(from.getLocalName());
            default -> throw UntypedStreamWriter.wrong("an event that cannot be copied: " + from.getEventType());
        }
    }

    private void copyStart(XMLStreamReader2 from) throws XMLStreamException {
        String prefix = UntypedStreamWriter.orEmpty(from.getPrefix());
        if (namespaces) {
            to.writeStartElement(prefix, from.getLocalName(), from.getNamespaceURI());
        } else {
            to.writeStartElement(qualified(prefix, from.getLocalName()));
        }
        for (int i = 0; i < from.getNamespaceCount(); i++) {
            String declared = UntypedStreamWriter.orEmpty(from.getNamespacePrefix(i));
            String uri = UntypedStreamWriter.orEmpty(from.getNamespaceURI(i));
            if (namespaces) {
                to.writeNamespace(declared, uri);
            } else {
                to.writeAttribute(declared.isEmpty() ? "xmlns" : "xmlns:" + declared, uri);
            }
        }
        for (int i = 0; i < from.getAttributeCount(); i++) {
            if (copyingDefaults || from.isAttributeSpecified(i)) {
                String attributePrefix = UntypedStreamWriter.orEmpty(from.getAttributePrefix(i));
                String local = from.getAttributeLocalName(i);
                if (!namespaces || attributePrefix.isEmpty()) {
                    to.writeAttribute(qualified(attributePrefix, local), from.getAttributeValue(i));
                } else {
                    to.writeAttribute(attributePrefix, from.getAttributeNamespace(i), local, from.getAttributeValue(i));
                }
            }
        }
    }

    private static String qualified(String prefix, String local) {
        return prefix.isEmpty() ? local : prefix + ":" + local;
    }
}
