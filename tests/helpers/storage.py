"""Faults of a browser's storage, for pages under test."""

FAULTS = ("throw", "abort", "close", "slow", "full")
"""Writes: throw an error, are taken back, find the database closed, never end, find no room."""

SCRIPT = """(() => {
    globalThis.storageFault = "";
    const { transaction } = IDBDatabase.prototype;
    const { put } = IDBObjectStore.prototype;
    const { commit } = IDBTransaction.prototype;
    IDBDatabase.prototype.transaction = function (stores, mode) {
        if (mode === "readwrite" && storageFault === "throw") throw new DOMException("broken", "UnknownError");
        if (storageFault === "close") {
            storageFault = "";
            this.close();
        }
        return transaction.call(this, stores, mode);
    };
    IDBObjectStore.prototype.put = function (...how) {
        if (storageFault === "full") throw new DOMException("no room", "QuotaExceededError");
        return put.apply(this, how);
    };
    IDBTransaction.prototype.commit = function () {
        if (storageFault === "abort") return this.abort();
        if (storageFault !== "slow") return commit.call(this);
        const [name] = this.objectStoreNames;
        const again = () => {
            if (storageFault === "slow") this.objectStore(name).count().onsuccess = again;
        };
        again();
    };
})()"""
"""Makes writes fail as `storageFault` says, once it is set."""
