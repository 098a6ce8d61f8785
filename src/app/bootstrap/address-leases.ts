/** Which API servers of a cluster are running, by their addresses. */
import { type Engine, isStorageError } from "../../storage/index.ts";

/** How long a server counts as running after its last renewal, as in the reference. */
export const addressLeaseMs = 15_000;

/** Number of attempts to renew a lease that another process changes at the same time. */
const attemptsMax = 3;

/** The addresses of the servers that are running. */
export interface AddressLeases {
  /** Adds an address for a limited time. @throws StorageError if the store fails */
  renew(address: string): Promise<void>;
  /** Removes an address. @throws StorageError if the store fails */
  remove(address: string): Promise<void>;
  /** Returns all addresses in ascending order. @throws StorageError if the store fails */
  list(): Promise<readonly string[]>;
}

/** Leases in a store that several servers share. Each is a key that the store deletes when its time is over. */
export class StoredAddressLeases implements AddressLeases {
  readonly #engine: Engine;
  readonly #prefix: string;

  /** @param keyPrefix prefix of all keys of the cluster, such as `/registry` */
  constructor(engine: Engine, keyPrefix: string) {
    this.#engine = engine;
    this.#prefix = `${keyPrefix}/masterleases/`;
  }

  async renew(address: string): Promise<void> {
    const subsets = [{ addresses: [{ ip: address }] }];
    const value = Buffer.from(JSON.stringify({ kind: "Endpoints", apiVersion: "v1", metadata: {}, subsets }));
    await this.#repeat(address, (revision) =>
      this.#engine.put(this.#prefix + address, value, revision ?? 0, addressLeaseMs),
    );
  }

  async remove(address: string): Promise<void> {
    await this.#repeat(address, async (revision) => {
      if (revision !== undefined) await this.#engine.delete(this.#prefix + address, revision);
    });
  }

  async list(): Promise<readonly string[]> {
    const { entries } = await this.#engine.range(this.#prefix);
    return entries.map(({ key }) => key.slice(this.#prefix.length));
  }

  /** Writes a key at its present revision. Repeats the write if the key expired or was changed in between. */
  async #repeat(address: string, write: (revision: number | undefined) => Promise<unknown>): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      const entry = await this.#engine.get(this.#prefix + address);
      try {
        await write(entry?.revision);
        return;
      } catch (error) {
        const isChanged = isStorageError(error, "key-exists", "key-not-found", "revision-conflict");
        if (!isChanged || attempt === attemptsMax) throw error;
      }
    }
  }
}

/** Leases of a server that is the only one, or that replaces all others. Nothing is stored. */
export class OnlyAddress implements AddressLeases {
  #addresses: readonly string[] = [];

  async renew(address: string): Promise<void> {
    this.#addresses = [address];
  }

  async remove(): Promise<void> {
    this.#addresses = [];
  }

  async list(): Promise<readonly string[]> {
    return this.#addresses;
  }
}
