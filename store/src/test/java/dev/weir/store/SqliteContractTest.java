package dev.weir.store;

import dev.weir.store.sqlite.SqliteStore;

class SqliteContractTest extends StoreContract {
    SqliteContractTest() {
        super(SqliteStore::open);
    }
}
