package dev.weir.store.sqlite;

import dev.weir.store.StoreException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * What a write-ahead log holds, read from the file alone (SQLite file format, section 4). A frame counts if it and all
 * before it have the salts of the log's header and right checksums, each of which goes on from the one before, and if a
 * commit comes with it or after it: these are the frames that SQLite recovers. What else is in the file is of a
 * transaction without an end, or of an earlier round.
 *
 * <p>Read in pieces: a log of any size takes a megabyte of memory, and a bit for each of its frames if pages are sought.
 */
final class CommittedLog implements AutoCloseable {
    private static final int HEADER = 32;
    private static final int FRAME_HEADER = 24;
    private static final int MAGIC = 0x377f0682;
    private static final int PIECE = 1 << 20;
    /** The page with this byte is for locks: SQLite never writes it. */
    private static final long LOCK_BYTE = 1 << 30;

    private final FileChannel channel;
    private final int pageSize;
    private final long frames;
    private final long pages;

    private CommittedLog(FileChannel channel, int pageSize, long frames, long pages) {
        this.channel = channel;
        this.pageSize = pageSize;
        this.frames = frames;
        this.pages = pages;
    }

    /** Null for a log without a commit, or none. */
    static @Nullable CommittedLog open(Path file) throws IOException {
        FileChannel channel;
        try {
            channel = FileChannel.open(file, StandardOpenOption.READ);
        } catch (NoSuchFileException e) {
            return null;
        }
        CommittedLog log = null;
        try {
            log = read(channel);
            return log;
        } finally {
            if (log == null) {
                channel.close();
            }
        }
    }

    private static @Nullable CommittedLog read(FileChannel channel) throws IOException {
        ByteBuffer header = ByteBuffer.allocate(HEADER);
        StoreMarker.fill(header, channel, 0);
        if (header.limit() < HEADER) {
            return null;
        }
        int magic = header.getInt(0);
        int pageSize = header.getInt(8);
        Checksum sum = new Checksum((magic & 1) == 0 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
        sum.add(header, 0, 24);
        boolean sound = (magic & ~1) == MAGIC
                && pageSize >= 512
                && pageSize <= 65_536
                && Integer.bitCount(pageSize) == 1
                && sum.isAt(header, 24);
        if (!sound) {
            return null;
        }
        long salts = header.getLong(16);
        int frame = FRAME_HEADER + pageSize;
        ByteBuffer piece = ByteBuffer.allocate(PIECE / frame * frame);
        long read = 0;
        long frames = 0;
        long pages = 0;
        boolean valid = true;
        while (valid) {
            StoreMarker.fill(piece, channel, HEADER + read * frame);
            valid = piece.limit() == piece.capacity();
            for (int at = 0; at + frame <= piece.limit(); at += frame) {
                sum.add(piece, at, at + 8);
                sum.add(piece, at + FRAME_HEADER, at + frame);
                if (piece.getInt(at) == 0 || piece.getLong(at + 8) != salts || !sum.isAt(piece, at + 16)) {
                    valid = false;
                    break;
                }
                read++;
                int pagesAfterCommit = piece.getInt(at + 4);
                if (pagesAfterCommit != 0) {
                    frames = read;
                    pages = Integer.toUnsignedLong(pagesAfterCommit);
                }
            }
        }
        return frames == 0 ? null : new CommittedLog(channel, pageSize, frames, pages);
    }

    private static final class Checksum {
        private final ByteOrder order;
        private int first;
        private int second;

        Checksum(ByteOrder order) {
            this.order = order;
        }

        void add(ByteBuffer bytes, int from, int to) {
            ByteBuffer words = bytes.duplicate().order(order);
            int a = first;
            int b = second;
            for (int at = from; at < to; at += 8) {
                a += words.getInt(at) + b;
                b += words.getInt(at + 4) + a;
            }
            first = a;
            second = b;
        }

        boolean isAt(ByteBuffer bytes, int at) {
            return bytes.getInt(at) == first && bytes.getInt(at + 4) == second;
        }
    }

    /**
     * A database has all pages that its last commit counts, each in its own file or here. (In both, the one here is the
     * newer; that a checkpoint has written some of them already changes nothing.)
     *
     * @param size of the database's own file
     * @throws StoreException if a page is in neither
     */
    void requirePagesBeyond(long size) throws IOException {
        long held = size / pageSize;
        // Of more pages than there are frames one is missing among the first: nothing larger need be remembered.
        long wanted = Math.min(pages - held, frames + 2);
        if (wanted <= 0) {
            return;
        }
        BitSet found = new BitSet();
        mark(found, LOCK_BYTE / pageSize - held, wanted);
        ByteBuffer page = ByteBuffer.allocate(Integer.BYTES);
        for (long i = 0; i < frames; i++) {
            StoreMarker.fill(page, channel, HEADER + i * (FRAME_HEADER + pageSize));
            mark(found, Integer.toUnsignedLong(page.getInt(0)) - 1 - held, wanted);
        }
        long first = found.nextClearBit(0);
        if (first < wanted) {
            throw new StoreException(
                    "the file has " + size + " bytes, but with its write-ahead log it must have " + pages
                            + " pages of " + pageSize + ", and page " + (held + first + 1)
                            + " is in neither: its end is missing"
                            + DatabaseHeader.REMEDY);
        }
    }

    private static void mark(BitSet found, long at, long wanted) {
        if (at >= 0 && at < wanted) {
            found.set(Math.toIntExact(at));
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
