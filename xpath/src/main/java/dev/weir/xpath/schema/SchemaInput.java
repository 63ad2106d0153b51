package dev.weir.xpath.schema;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.Reader;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.ls.LSInput;

/** A schema document for the JDK's schema compiler; all that is not said here is absent, and setting it has no effect. */
record SchemaInput(String location, byte[] bytes) implements LSInput {
    @Override
    public InputStream getByteStream() {
        return new ByteArrayInputStream(bytes);
    }

    @Override
    public String getSystemId() {
        return location;
    }

    @Override
    public @Nullable String getBaseURI() {
        return null;
    }

    @Override
    public @Nullable Reader getCharacterStream() {
        return null;
    }

    @Override
    public @Nullable String getStringData() {
        return null;
    }

    @Override
    public @Nullable String getPublicId() {
        return null;
    }

    @Override
    public @Nullable String getEncoding() {
        return null;
    }

    @Override
    public boolean getCertifiedText() {
        return false;
    }

    @Override
    public void setCharacterStream(Reader characterStream) {}

    @Override
    public void setByteStream(InputStream byteStream) {}

    @Override
    public void setStringData(String stringData) {}

    @Override
    public void setSystemId(String systemId) {}

    @Override
    public void setPublicId(String publicId) {}

    @Override
    public void setBaseURI(String baseURI) {}

    @Override
    public void setEncoding(String encoding) {}

    @Override
    public void setCertifiedText(boolean certifiedText) {}
}
