package dev.weir.bench.engines;

import java.sql.SQLException;

/** An engine that runs. Many threads may use it. */
interface Engine extends AutoCloseable {
    /** Takes an instance from its start to its end, which is in the database when this returns; gives its result. */
    String run(Work work, String number) throws Exception;

    /**
     * How many instances are in the database as ended, with the result that they should have and after every step. It
     * fails if others are there as well.
     */
    long ended(Work work) throws SQLException;

    @Override
    void close();
}
