/**
 * Writers that record their writes while servers and connections are lost, and the check of what a watcher has seen of
 * these writes. The writers create, change and delete ConfigMaps, and never use a name twice.
 */
import { expect } from "vitest";
import { type Deferred, deferred } from "../../src/base/deferred.ts";
import type { ServersOnEtcd } from "./servers-on-etcd.ts";
import { until } from "./until.ts";

/** Sends the writes to a cluster. */
export interface WriteTarget {
  /** Returns the version of the new object. */
  create(name: string): Promise<string>;
  /** Changes the object to `value`. Returns its new version. */
  change(name: string, value: string): Promise<string>;
  remove(name: string): Promise<void>;
  /** Whether the error of a write leaves open if the write was carried out. All other errors make the test fail. */
  isOutcomeUnknown(error: unknown): boolean;
}

/** A write, or the event of one. */
export interface RecordedChange {
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  readonly name: string;
  /** Undefined if it is not known. */
  readonly version: string | undefined;
}

const changesOfObject = 2;
const writesBetweenDisturbances = 25;

/** Several writers that run until they are stopped, and the record of their writes. */
export class RecordingWriters {
  readonly acknowledged: RecordedChange[] = [];
  /** Writes whose responses were lost. */
  readonly lost: RecordedChange[] = [];
  readonly #target: WriteTarget;
  readonly #stopping = new AbortController();
  readonly #running: readonly Promise<void>[];
  /** Settles with the next result of a writer, and is replaced then. */
  #nextResult = observedDeferred();
  #names = 0;

  /** Starts the writers. @param count how many of them write at the same time */
  constructor(target: WriteTarget, count: number) {
    this.#target = target;
    this.#running = Array.from({ length: count }, async () => await this.#write());
    // `stop` reports the failures. Without this, a failure before that would be unhandled.
    for (const writer of this.#running) writer.catch(() => undefined);
  }

  /** Resolves when `count` more writes were acknowledged. */
  async haveWritten(count: number): Promise<void> {
    const goal = this.acknowledged.length + count;
    while (this.acknowledged.length < goal) await this.#nextResult.promise;
  }

  /** Stops the writers, and makes a last write. Returns the name of its object. */
  async stop(): Promise<string> {
    this.#stopping.abort();
    await Promise.all(this.#running);
    const name = "written-last";
    this.acknowledged.push({ type: "ADDED", name, version: await this.#target.create(name) });
    return name;
  }

  async #write(): Promise<void> {
    try {
      while (!this.#stopping.signal.aborted) await this.#writeOne(`written-${this.#names++}`);
    } catch (error) {
      const failure = new Error("a writer has failed", { cause: error });
      this.#nextResult.reject(failure);
      throw failure;
    }
  }

  /** Creates an object, changes it and deletes it. Leaves it as it is after a lost response. */
  async #writeOne(name: string): Promise<void> {
    const target = this.#target;
    if (!(await this.#record("ADDED", name, async () => await target.create(name)))) return;
    for (let count = 0; count < changesOfObject; count++) {
      if (!(await this.#record("MODIFIED", name, async () => await target.change(name, String(count))))) return;
    }
    await this.#record("DELETED", name, async () => {
      await target.remove(name);
      return undefined;
    });
  }

  /** @returns whether the write was acknowledged */
  async #record(
    type: RecordedChange["type"],
    name: string,
    write: () => Promise<string | undefined>,
  ): Promise<boolean> {
    try {
      this.acknowledged.push({ type, name, version: await write() });
      this.#nextResult.resolve();
      this.#nextResult = observedDeferred();
      return true;
    } catch (error) {
      if (!this.#target.isOutcomeUnknown(error)) throw error;
      this.lost.push({ type, name, version: undefined });
      return false;
    }
  }
}

/** Returns a deferred whose rejection is not unhandled if nothing waits for it. */
function observedDeferred(): Deferred<void> {
  const made = deferred();
  made.promise.catch(() => undefined);
  return made;
}

/**
 * Breaks all connections, kills each server and starts it again, and breaks all connections again, while the writers continue.
 */
export async function disturb(servers: ServersOnEtcd, writers: RecordingWriters): Promise<void> {
  await writers.haveWritten(writesBetweenDisturbances);
  servers.proxy.cut();
  // All connections to the server that is killed last were made after the other one was killed.
  for (const name of servers.names) {
    await writers.haveWritten(writesBetweenDisturbances);
    await servers.killServer(name);
    await writers.haveWritten(writesBetweenDisturbances);
    await servers.startServer(name);
  }
  await writers.haveWritten(writesBetweenDisturbances);
  servers.proxy.cut();
  await writers.haveWritten(writesBetweenDisturbances);
}

/** Stops each server and starts it again, while the writers continue. */
export async function restartEach(servers: ServersOnEtcd, writers: RecordingWriters): Promise<void> {
  for (const name of servers.names) {
    await writers.haveWritten(writesBetweenDisturbances);
    expect(await servers.stopServer(name)).toBe(0);
    await writers.haveWritten(writesBetweenDisturbances);
    await servers.startServer(name);
  }
  await writers.haveWritten(writesBetweenDisturbances);
}

/** Least number of connections of a watcher during `disturb`: the first one, and one after two cuts and the last kill. */
export const connectionsMin = 4;

/**
 * Checks that a watcher has seen every acknowledged write once and in the order of versions, and besides these only
 * writes whose responses were lost.
 * @param events all events of the watcher, oldest first
 */
function expectEachWriteOnce(events: readonly RecordedChange[], writers: RecordingWriters): void {
  const written = events.filter(({ name }) => name.startsWith("written-"));
  const versions = written.map(({ version }) => Number(version));
  expect(versions).toEqual([...new Set(versions)].toSorted((one, other) => one - other));
  const withoutVersion = ({ type, name }: RecordedChange): string => `${type} ${name}`;
  const withVersion = (change: RecordedChange): string =>
    change.type === "DELETED" ? withoutVersion(change) : `${withoutVersion(change)} ${change.version}`;
  const expected = new Set(writers.acknowledged.map(withVersion));
  const others = written.filter((event) => !expected.delete(withVersion(event)));
  expect([...expected], "acknowledged writes without an event").toEqual([]);
  const lost = new Set(writers.lost.map(withoutVersion));
  const unexplained = others.filter((event) => !lost.delete(withoutVersion(event)));
  expect(unexplained, "events without a write").toEqual([]);
}

/** Stops the writers, waits until each watcher has received the last write, and checks all events of the watchers. */
export async function expectAllSeen(
  watchers: readonly { readonly events: readonly RecordedChange[] }[],
  writers: RecordingWriters,
): Promise<void> {
  const last = await writers.stop();
  for (const { events } of watchers) {
    await until(() => events.some(({ name }) => name === last), "the last write arrives");
    expectEachWriteOnce(events, writers);
  }
}
