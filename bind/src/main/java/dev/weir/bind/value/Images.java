package dev.weir.bind.value;

import java.awt.Graphics;
import java.awt.Image;
import java.awt.image.BufferedImage;
import java.awt.image.DataBuffer;
import java.awt.image.SampleModel;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Iterator;
import java.util.function.LongConsumer;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.ImageTypeSpecifier;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageInputStream;
import javax.imageio.stream.ImageOutputStream;

/**
 * Conversion of {@link Image}. The only class here that needs java.desktop, so it is loaded only if a property holds
 * images.
 */
final class Images extends EncodedType {
    static final String CLASS_NAME = "java.awt.Image";

    private static final int USUAL_PIXEL_BYTES = 4;

    private Images() {
        super(Image.class);
    }

    static EncodedType make() {
        return new Images();
    }

    /** A lossless format. */
    @Override
    public String usualMimeType() {
        return "image/png";
    }

    @Override
    public byte[] encode(Object value, String mimeType) {
        int parameters = mimeType.indexOf(';');
        String type =
                parameters < 0 ? mimeType : mimeType.substring(0, parameters).trim();
        Iterator<ImageWriter> writers =
                ImageIO.getImageWritersByMIMEType(type.startsWith("image/*") ? usualMimeType() : type);
        if (!writers.hasNext()) {
            throw new IllegalArgumentException("no image can be written as " + type);
        }
        ImageWriter writer = writers.next();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ImageOutputStream out = ImageIO.createImageOutputStream(bytes)) {
            writer.setOutput(out);
            writer.write(buffered((Image) value));
        } catch (IOException failed) {
            throw new IllegalArgumentException("the image cannot be written as " + type, failed);
        } finally {
            writer.dispose();
        }
        return bytes.toByteArray();
    }

    private static BufferedImage buffered(Image image) {
        if (image instanceof BufferedImage known) {
            return known;
        }
        BufferedImage copy =
                new BufferedImage(image.getWidth(null), image.getHeight(null), BufferedImage.TYPE_INT_ARGB);
        Graphics drawing = copy.createGraphics();
        drawing.drawImage(image, 0, 0, null);
        drawing.dispose();
        return copy;
    }

    /** The bytes themselves identify the image format. */
    @Override
    public Object decode(byte[] bytes, String mimeType, LongConsumer memory) {
        try (ImageInputStream in = ImageIO.createImageInputStream(new ByteArrayInputStream(bytes))) {
            Iterator<ImageReader> readers = ImageIO.getImageReaders(in);
            if (!readers.hasNext()) {
                throw new IllegalArgumentException("not an image of a kind that can be read: " + mimeType);
            }
            ImageReader reader = readers.next();
            try {
                reader.setInput(in, true, true);
                memory.accept(pixelBytes(reader));
                return reader.read(0);
            } finally {
                reader.dispose();
            }
        } catch (IOException broken) {
            throw new IllegalArgumentException("an image that cannot be read: " + broken.getMessage(), broken);
        }
    }

    /** What the pixels take in memory, however little they take where they are packed. */
    private static long pixelBytes(ImageReader reader) throws IOException {
        Iterator<ImageTypeSpecifier> types = reader.getImageTypes(0);
        long perPixel = USUAL_PIXEL_BYTES;
        if (types.hasNext()) {
            SampleModel samples = types.next().getSampleModel();
            perPixel = (long) samples.getNumDataElements() * DataBuffer.getDataTypeSize(samples.getDataType()) / 8;
        }
        long pixels = (long) reader.getWidth(0) * reader.getHeight(0);
        return pixels > Long.MAX_VALUE / perPixel ? Long.MAX_VALUE : pixels * perPixel;
    }
}
