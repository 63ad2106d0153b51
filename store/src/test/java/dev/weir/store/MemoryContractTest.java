package dev.weir.store;

/** The yardstick of the randomized test keeps the contract too. */
class MemoryContractTest extends StoreContract {
    MemoryContractTest() {
        super(MemoryStore::open);
    }
}
