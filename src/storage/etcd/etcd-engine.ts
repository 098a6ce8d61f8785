/**
 * The engine over an etcd cluster. Several processes may use the cluster at the same time. Nothing is cached: each read
 * and each write is a request, and consistency is etcd's. Revisions are etcd's. All writes of one commit have the same.
 */
import { assert } from "../../base/assert.ts";
import type { Clock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import type { Random } from "../../base/random.ts";
import { Semaphore } from "../../base/semaphore.ts";
import { GrpcCallError } from "../../grpc/index.ts";
import { checkWrites } from "../check-writes.ts";
import type {
  ChangeBatch,
  Engine,
  EngineWatchOptions,
  Entry,
  Page,
  PastStates,
  RangeOptions,
  Write,
} from "../engine.ts";
import { closed, compacted, futureRevision, keyNotFound, revisionConflict, unavailable } from "../failures.ts";
import { valueBytesMaxDefault, waitingBytesMax, waitingWritesMax } from "../limits.ts";
import { isCertainFailure } from "./call-outcome.ts";
import { checkStore } from "./check-store.ts";
import { CoalescedRead } from "./coalesced-read.ts";
import { Compaction } from "./compaction.ts";
import { isCompacted, isFutureRevision, isLeaseMissing, toStorageError, unknownOutcome } from "./errors.ts";
import { EtcdPast, RevisionNotes } from "./etcd-past.ts";
import type { EtcdTls } from "./etcd-tls.ts";
import { EtcdWatch } from "./etcd-watch.ts";
import { KeySpace } from "./key-space.ts";
import { Leases } from "./leases.ts";
import { leaseReuseMsDefault, runningWritesMax } from "./limits.ts";
import { findOutcome } from "./lost-write.ts";
import { Members } from "./members.ts";
import { RangeReader } from "./range-reader.ts";
import type { TxnResponse } from "./responses.ts";
import { compactRpc, rangeRpc, statusRpc, txnRpc } from "./rpcs.ts";
import { rejectionOf, toEntry, transactionOf } from "./transaction.ts";

/** The etcd cluster, and what the engine needs to use it. */
export interface EtcdEngineOptions {
  /** URLs of the members: `http://host:port` or `https://host:port`. At least one. */
  readonly servers: readonly string[];
  /** Certificates for https. Default: Node's CAs, and no client certificate. */
  readonly tls?: EtcdTls;
  /** Text before all keys in etcd. Default: none. */
  readonly root?: string;
  /** How long a lease is given to further keys, but at most for a twentieth of their lifetime. Default: a minute. */
  readonly leaseReuseMs?: number;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** Maximum length of a value. Default: 8 MiB. etcd itself rejects requests of more than 1.5 MiB by default. */
  readonly valueBytesMax?: number;
}

/** Reads and writes through the members of a cluster. Call `connect` first. `openEtcdEngine` makes one for a server. */
export class EtcdEngine implements Engine {
  readonly expiresKeys = true;
  readonly past: PastStates;
  readonly #options: EtcdEngineOptions;
  readonly #notes: RevisionNotes;
  readonly #members: Members;
  readonly #keys: KeySpace;
  readonly #ranges: RangeReader;
  readonly #leases: Leases;
  readonly #compaction: Compaction;
  readonly #watches = new Set<EtcdWatch>();
  readonly #writeSlots = new Semaphore(runningWritesMax);
  readonly #writesInProgress = new Set<Promise<unknown>>();
  readonly #revisionRead = new CoalescedRead(() => this.#readRevision());
  #writeBytes = 0;
  #revision = 0;
  #compactedRevision = 0;
  #closing: Promise<void> | undefined;

  constructor(options: EtcdEngineOptions) {
    const { servers, tls = {}, root = "", clock, random, logger } = options;
    this.#options = options;
    this.#notes = new RevisionNotes(clock);
    this.past = new EtcdPast(this, this.#notes, clock);
    this.#members = new Members({ servers, tls, clock, random, logger });
    this.#keys = new KeySpace(root);
    this.#ranges = new RangeReader(this.#members, this.#keys);
    this.#leases = new Leases(this.#members, { clock, random, reuseMs: options.leaseReuseMs ?? leaseReuseMsDefault });
    this.#compaction = new Compaction(this.#members);
  }

  /** Reads the revisions of the store. @throws StorageError `unavailable` */
  async connect(): Promise<void> {
    await this.#run(() => this.#readRevision());
    await this.#findCompacted();
  }

  get revision(): number {
    return this.#revision;
  }

  /** Includes the compactions by other processes as far as this one has noticed them. */
  get compactedRevision(): number {
    return this.#compactedRevision;
  }

  async get(key: string, at?: number): Promise<Entry | undefined> {
    this.#checkOpen();
    if (at === 0) return this.#atStart(undefined);
    return await this.#readAt(at, async () => {
      const request = { key: this.#keys.encode(key), revision: at ?? 0 };
      const { entries, revision } = await this.#members.read(rangeRpc, request);
      this.#advance(revision);
      return entries[0] && toEntry(key, entries[0]);
    });
  }

  async range(prefix: string, options: RangeOptions = {}): Promise<Page> {
    const { after, limit = Number.POSITIVE_INFINITY, at } = options;
    assert(limit > 0, "a range needs a positive limit");
    this.#checkOpen();
    if (at === 0) return this.#atStart({ entries: [], revision: 0, more: false });
    return await this.#readAt(at, async () => {
      const page = await this.#ranges.read({ prefix, after, limit, at: at ?? 0 });
      this.#advance(page.revision);
      return page;
    });
  }

  watch(prefix: string, options: EngineWatchOptions): AsyncIterable<ChangeBatch> {
    const source = {
      members: this.#members,
      keys: this.#keys,
      clock: this.#options.clock,
      running: this.#watches,
      onRevision: (revision: number) => this.#advance(revision),
      findCompacted: () => this.#findCompacted(),
    };
    return new EtcdWatch(source, prefix, options).batches();
  }

  async progress(): Promise<number> {
    this.#checkOpen();
    const revision = await this.#run(() => this.#revisionRead.run());
    for (const watch of this.#watches) watch.want(revision);
    return revision;
  }

  async put(key: string, value: Uint8Array, expected: number, lifetimeMs?: number): Promise<number> {
    return await this.commit([{ key, value, expected, ...(lifetimeMs === undefined ? {} : { lifetimeMs }) }]);
  }

  async delete(key: string, expected: number): Promise<number> {
    return await this.commit([{ key, value: undefined, expected }]);
  }

  async commit(writes: readonly Write[]): Promise<number> {
    this.#checkOpen();
    checkWrites(writes, this.#options.valueBytesMax ?? valueBytesMaxDefault);
    const bytes = writes.reduce((sum, { key, value }) => sum + key.length + (value?.length ?? 0), 0);
    if (this.#writesInProgress.size >= waitingWritesMax || this.#writeBytes + bytes > waitingBytesMax) {
      throw unavailable("too many writes are waiting for etcd");
    }
    this.#writeBytes += bytes;
    const write = this.#commitInTurn(writes);
    this.#writesInProgress.add(write);
    try {
      return await write;
    } finally {
      this.#writesInProgress.delete(write);
      this.#writeBytes -= bytes;
    }
  }

  async compact(revision: number): Promise<void> {
    this.#checkOpen();
    if (revision <= this.#compactedRevision) return;
    try {
      this.#advance(await this.#members.read(compactRpc, { revision }));
    } catch (error) {
      if (isFutureRevision(error)) throw futureRevision(revision, await this.progress());
      if (!isCompacted(error)) throw this.#translate(error);
      await this.#findCompacted();
    }
    this.#compactedRevision = Math.max(this.#compactedRevision, revision);
  }

  async takeCompactionTurn(revision: number): Promise<boolean> {
    this.#checkOpen();
    const hasTurn = await this.#run(() => this.#compaction.takeTurn(revision));
    if (!hasTurn) await this.#findCompacted();
    return hasTurn;
  }

  /** etcd returns every value that it has. So there is no damaged value to remove. */
  async removeDamaged(key: string): Promise<number> {
    const current = await this.get(key);
    throw current ? revisionConflict(key, 0, current) : keyNotFound(key);
  }

  /** Always empty. etcd checks its values itself, and the caches find those that are no objects. */
  damagedKeys(): ReadonlyMap<string, string> {
    return new Map();
  }

  /** Compares the members' keys, and reads the alarms. See `checkStore`. */
  async check(): Promise<readonly string[]> {
    const revision = await this.progress();
    return await this.#run(() => checkStore(this.#members, revision));
  }

  /** Returns the size of the database of the member that this process uses. Members may have different sizes. */
  async storedBytes(): Promise<number> {
    this.#checkOpen();
    const { databaseBytes } = await this.#run(() => this.#members.read(statusRpc, undefined));
    return databaseBytes;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing ??= this.#close();
    await this.#closing;
  }

  /** Writes that were sent end as usual. All else fails with `closed`. */
  async #close(): Promise<void> {
    this.#members.beginToClose();
    await Promise.allSettled(this.#writesInProgress);
    this.#members.close();
  }

  async #commitInTurn(writes: readonly Write[]): Promise<number> {
    using slot = await this.#writeSlots.take(this.#members.closing);
    if (!slot) throw closed();
    const since = this.#revision;
    try {
      return this.#conclude(writes, await this.#send(writes));
    } catch (error) {
      if (!(error instanceof GrpcCallError)) throw error;
      if (isCertainFailure(error)) throw toStorageError(error, this.#members.closing.aborted, writes[0]?.key);
      return await this.#searchOutcome(writes, since, error);
    }
  }

  async #send(writes: readonly Write[]): Promise<TxnResponse> {
    try {
      return await this.#members.write(txnRpc, await this.#transaction(writes));
    } catch (error) {
      if (!isLeaseMissing(error)) throw error;
      for (const { lifetimeMs } of writes) if (lifetimeMs !== undefined) this.#leases.replace(lifetimeMs);
      return await this.#members.write(txnRpc, await this.#transaction(writes));
    }
  }

  async #transaction(writes: readonly Write[]): Promise<ReturnType<typeof transactionOf>> {
    const leases = writes.some(({ lifetimeMs }) => lifetimeMs !== undefined)
      ? await Promise.all(writes.map((write) => this.#leaseOf(write)))
      : [];
    return transactionOf(writes, this.#keys, leases);
  }

  async #leaseOf({ lifetimeMs }: Write): Promise<number> {
    return lifetimeMs === undefined ? 0 : await this.#leases.leaseFor(lifetimeMs);
  }

  #conclude(writes: readonly Write[], { revision, succeeded, ranges }: TxnResponse): number {
    this.#advance(revision);
    if (succeeded) return revision;
    throw rejectionOf(writes, ranges);
  }

  async #searchOutcome(writes: readonly Write[], since: number, error: GrpcCallError): Promise<number> {
    const source = { members: this.#members, keys: this.#keys, clock: this.#options.clock };
    const outcome = await findOutcome(source, writes, since);
    if (outcome === "unknown") throw unknownOutcome(writes[0]?.key ?? "", error);
    if ("failed" in outcome) {
      const current = await this.#members.read(rangeRpc, { key: this.#keys.encode(outcome.failed.key) });
      throw rejectionOf([outcome.failed], [current]);
    }
    this.#advance(outcome.revision);
    return outcome.revision;
  }

  async #readRevision(): Promise<number> {
    const { revision } = await this.#members.read(rangeRpc, { key: this.#keys.range("").key, isCountOnly: true });
    this.#advance(revision);
    return revision;
  }

  async #findCompacted(): Promise<number> {
    const found = await this.#run(async () => {
      return await this.#compaction.findCompacted(this.#compactedRevision, await this.#readRevision());
    });
    this.#compactedRevision = Math.max(this.#compactedRevision, found);
    return this.#compactedRevision;
  }

  #advance(revision: number): void {
    this.#revision = Math.max(this.#revision, revision);
    this.#notes.add(this.#revision);
  }

  /** Runs a read, and translates its errors. */
  async #readAt<T>(at: number | undefined, read: () => Promise<T>): Promise<T> {
    try {
      return await read();
    } catch (error) {
      if (at !== undefined && isCompacted(error)) throw compacted(at, await this.#findCompacted());
      if (at !== undefined && isFutureRevision(error)) throw futureRevision(at, await this.progress());
      throw this.#translate(error);
    }
  }

  async #run<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      throw this.#translate(error);
    }
  }

  #translate(error: unknown): unknown {
    return toStorageError(error, this.#members.closing.aborted);
  }

  /** Returns the result of a read at revision 0, at which etcd cannot read. */
  #atStart<T>(empty: T): T {
    if (this.#compactedRevision > 0) throw compacted(0, this.#compactedRevision);
    return empty;
  }

  #checkOpen(): void {
    if (this.#closing) throw closed();
  }
}
