package dev.weir.xml.transform;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.Reader;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.ls.LSInput;

/**
 * A document in memory as resolvers of schema compilers give it (DOM Level 3 Load and Save). All that is not named here is
 * absent, and setting it has no effect.
 *
 * @param location its system identifier, which relative ones in it are resolved against
 * @param bytes the document; not copied
 */
public record XmlLsInput(String location, byte[] bytes) implements LSInput {
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
