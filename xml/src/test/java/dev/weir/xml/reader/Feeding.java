package dev.weir.xml.reader;

import dev.weir.xml.DtdPolicy;
import dev.weir.xml.XmlLimits;
import dev.weir.xml.XmlReader;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Random;

/** The ways in which a document's bytes may reach the reader: none may make a difference. */
public enum Feeding {
    WHOLE {
        @Override
        public XmlReader open(byte[] document, XmlLimits limits, DtdPolicy policy) {
            return XmlReaders.open(document, 0, document.length, limits, policy);
        }
    },
    SLICE {
        @Override
        public XmlReader open(byte[] document, XmlLimits limits, DtdPolicy policy) {
            byte[] around = new byte[document.length + 20];
            Arrays.fill(around, (byte) '<');
            System.arraycopy(document, 0, around, 7, document.length);
            return XmlReaders.open(around, 7, document.length, limits, policy);
        }
    },
    STREAM {
        @Override
        public XmlReader open(byte[] document, XmlLimits limits, DtdPolicy policy) {
            return XmlReaders.open(new ByteArrayInputStream(document), limits, policy);
        }
    },
    ONE_BYTE {
        @Override
        public XmlReader open(byte[] document, XmlLimits limits, DtdPolicy policy) {
            return new XmlTextReader(inPieces(document, () -> 1), options(limits, policy), 1);
        }
    },
    RANDOM_PIECES {
        @Override
        public XmlReader open(byte[] document, XmlLimits limits, DtdPolicy policy) {
            Random random = new Random(Arrays.hashCode(document));
            return new XmlTextReader(
                    inPieces(document, () -> 1 + random.nextInt(20)), options(limits, policy), 1 + random.nextInt(64));
        }
    };

    public abstract XmlReader open(byte[] document, XmlLimits limits, DtdPolicy policy);

    static ReadOptions options(XmlLimits limits, DtdPolicy policy) {
        return ReadOptions.DEFAULT.withLimits(limits).withDtdPolicy(policy);
    }

    public XmlReader open(byte[] document, XmlLimits limits) {
        return open(document, limits, DtdPolicy.REFUSE);
    }

    public XmlReader open(byte[] document) {
        return open(document, XmlLimits.DEFAULT);
    }

    /** How many bytes the next read may give. */
    interface Piece {
        int next();
    }

    static InputStream inPieces(byte[] document, Piece piece) {
        return new ByteArrayInputStream(document) {
            @Override
            public synchronized int read(byte[] into, int offset, int length) {
                return super.read(into, offset, Math.min(length, piece.next()));
            }
        };
    }

    /** A stream that gives its bytes in two reads. */
    static InputStream splitAt(byte[] document, int boundary) {
        return new ByteArrayInputStream(document) {
            @Override
            public synchronized int read(byte[] into, int offset, int length) {
                return super.read(into, offset, pos < boundary ? Math.min(length, boundary - pos) : length);
            }
        };
    }
}
