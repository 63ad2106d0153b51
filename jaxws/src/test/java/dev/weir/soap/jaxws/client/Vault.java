package dev.weir.soap.jaxws.client;

import jakarta.activation.DataHandler;
import jakarta.jws.Oneway;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.xml.bind.annotation.XmlAttachmentRef;
import jakarta.xml.bind.annotation.XmlMimeType;
import jakarta.xml.ws.soap.MTOM;
import java.awt.Image;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import javax.xml.transform.Source;

/** A service that takes binary data in all forms and gives it back. */
@WebService(targetNamespace = "urn:test:vault", name = "Vault")
public interface Vault {
    @WebMethod
    @WebResult(name = "content")
    byte[] bytes(@WebParam(name = "content") byte[] content);

    @WebMethod
    @WebResult(name = "content")
    @XmlMimeType("application/octet-stream")
    DataHandler handler(@WebParam(name = "content") @XmlMimeType("application/octet-stream") DataHandler content);

    @WebMethod
    @WebResult(name = "content")
    List<byte[]> several(@WebParam(name = "content") List<byte[]> contents);

    @WebMethod
    @WebResult(name = "content")
    @XmlMimeType("image/png")
    Image image(@WebParam(name = "content") @XmlMimeType("image/png") Image content);

    @WebMethod
    @WebResult(name = "content")
    @XmlMimeType("text/xml")
    Source source(@WebParam(name = "content") @XmlMimeType("text/xml") Source content);

    @WebMethod
    @WebResult(name = "length")
    long length(@WebParam(name = "content") @XmlMimeType("application/octet-stream") DataHandler content);

    @WebMethod
    @Oneway
    void store(@WebParam(name = "content") @XmlMimeType("application/octet-stream") DataHandler content);

    /** Gives back what it gets. */
    @MTOM(threshold = 100)
    @WebService(
            targetNamespace = "urn:test:vault",
            serviceName = "VaultService",
            portName = "VaultPort",
            endpointInterface = "dev.weir.soap.jaxws.client.Vault")
    class Bean implements Vault {
        /** A permit for each one-way call whose caller has its answer; until then its method waits. */
        final Semaphore answered = new Semaphore(0);

        /** The lengths of what one-way calls have brought. */
        final BlockingQueue<Long> stored = new LinkedBlockingQueue<>();

        @Override
        public byte[] bytes(byte[] content) {
            return content;
        }

        @Override
        public List<byte[]> several(List<byte[]> contents) {
            return contents;
        }

        @Override
        public DataHandler handler(DataHandler content) {
            return content;
        }

        @Override
        public Image image(Image content) {
            return content;
        }

        @Override
        public Source source(Source content) {
            return content;
        }

        @Override
        public long length(DataHandler content) {
            return count(content);
        }

        @Override
        public void store(DataHandler content) {
            try {
                if (answered.tryAcquire(1, TimeUnit.MINUTES)) {
                    stored.add(count(content));
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        static long count(DataHandler content) {
            try (InputStream in = content.getInputStream()) {
                return in.transferTo(java.io.OutputStream.nullOutputStream());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Data that an element names, as an attachment (WS-I Attachments Profile 1.0). */
    @WebService(targetNamespace = "urn:test:vault", name = "Annex")
    interface Annex {
        @WebMethod
        @WebResult(name = "content")
        @XmlAttachmentRef
        DataHandler reference(@WebParam(name = "content") @XmlAttachmentRef DataHandler content);
    }

    /** Gives back what it gets. */
    @WebService(
            targetNamespace = "urn:test:vault",
            serviceName = "AnnexService",
            portName = "AnnexPort",
            endpointInterface = "dev.weir.soap.jaxws.client.Vault$Annex")
    class AnnexBean implements Annex {
        @Override
        public DataHandler reference(DataHandler content) {
            return content;
        }
    }
}
