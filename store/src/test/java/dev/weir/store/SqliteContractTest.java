package dev.weir.store;

import dev.weir.store.sqlite.SqliteStore;
import org.junit.jupiter.api.Tag;

@Tag("jdk")
class SqliteContractTest extends StoreContract {
    SqliteContractTest() {
        super(SqliteStore::open);
    }
}
