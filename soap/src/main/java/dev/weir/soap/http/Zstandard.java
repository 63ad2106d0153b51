package dev.weir.soap.http;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import com.github.luben.zstd.util.Native;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Arrays;

/**
 * Zstandard (RFC 8878) by the native library of zstd-jni; where that is missing, this class cannot be linked. Bodies are
 * unpacked at once, into an array of a bounded length, so that no window is held that a frame may ask for.
 */
final class Zstandard {
    /** What a body may unpack to that does not say its length, in its own lengths: encoders of streams leave it out. */
    private static final int EXPANSION = 32;

    private static final int SMALL_BYTES = 64 * 1024;

    private static final Logger LOG = System.getLogger(Zstandard.class.getName());

    private Zstandard() {}

    /** @throws LinkageError where the library has no code for this machine, or is too old */
    static void load() {
        Native.load();
        var unused = unpack(pack(new byte[1]), 1);
    }

    static byte[] pack(byte[] body) {
        return Zstd.compress(body);
    }

    /** What one frame says that it holds; of one that does not say it, or of several, a multiple of their length. */
    static long declaredBytes(byte[] packed) {
        if (packed.length == 0) {
            return 0;
        }
        try {
            long content = Zstd.getFrameContentSize(packed);
            if (content >= 0 && Zstd.findFrameCompressedSize(packed) == packed.length) {
                return content;
            }
        } catch (ZstdException broken) {
            LOG.log(Level.DEBUG, "a body is no frame of zstd, which its unpacking will say", broken);
        }
        return Math.max(SMALL_BYTES, (long) EXPANSION * packed.length);
    }

    static byte[] unpack(byte[] packed, int maxBytes) {
        if (packed.length == 0) {
            throw new BodyRefusedException(400, "The body cannot be read as zstd: it is empty.");
        }
        byte[] unpacked = new byte[(int) Math.min(maxBytes, declaredBytes(packed))];
        try (ZstdDecompressCtx context = new ZstdDecompressCtx()) {
            int length = context.decompressByteArray(unpacked, 0, unpacked.length, packed, 0, packed.length);
            return length == unpacked.length ? unpacked : Arrays.copyOf(unpacked, length);
        } catch (ZstdException e) {
            if (e.getErrorCode() == Zstd.errDstSizeTooSmall()) {
                throw new BodyRefusedException(
                        413,
                        "The body must not be longer than " + unpacked.length
                                + " bytes when it is unpacked. One that does not say its length may unpack to "
                                + EXPANSION + " times its own.");
            }
            throw new BodyRefusedException(400, "The body cannot be read as zstd: " + e.getMessage() + ".");
        }
    }
}
