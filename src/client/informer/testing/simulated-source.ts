/**
 * Simulates a server with objects of one kind. It has versions, a history that can be compacted, and optional random
 * faults. Events are always in order.
 */
import { deferred } from "../../../base/deferred.ts";
import type { Random } from "../../../base/random.ts";
import type { ApiObject } from "../../../meta/object-meta.ts";
import { expired, invalid, StatusError } from "../../../meta/status-error.ts";
import type {
  ObjectSource,
  SourceChunk,
  SourceEvent,
  SourceListOptions,
  SourceWatchOptions,
} from "../object-source.ts";

/** The simulated kind. */
export interface Thing extends ApiObject {
  readonly value: number;
}

/** Returns an object with this key and version. Its uid is the key by default. */
export function thing(key: string, version: number, rest: { uid?: string; value?: number } = {}): Thing {
  const [namespace, name] = key.split("/") as [string, string];
  const { uid = key, value = 0 } = rest;
  return {
    kind: "Thing",
    apiVersion: "v1",
    metadata: { namespace, name, uid, resourceVersion: String(version) },
    value,
  };
}

/**
 * Returns a BOOKMARK event. @param mark annotation that marks the end of the initial events; without it, a plain
 * bookmark
 */
export function bookmark(version: number, mark?: string): SourceEvent<Thing> {
  const metadata = { resourceVersion: String(version), ...(mark ? { annotations: { [mark]: "true" } } : {}) };
  return { type: "BOOKMARK", object: { kind: "Thing", apiVersion: "v1", metadata, value: 0 } };
}

/** The annotation that marks the end of the initial events in the kubernetes vocabulary. */
export const initialEventsEnd = "k8s.io/initial-events-end";

/** Returns a text that is equal for equal sets of objects. */
export function stateText(objects: Iterable<Readonly<Thing>>): string {
  const lines = [...objects].map(
    ({ metadata, value }) =>
      `${metadata.namespace}/${metadata.name} ${metadata.uid} ${metadata.resourceVersion} ${value}`,
  );
  return lines.sort().join("\n");
}

/** An in-memory source that tests change through `put()` and `delete()`. */
export class SimulatedSource implements ObjectSource<Thing> {
  readonly objects = new Map<string, Thing>();
  /** The requests so far, such as `list 500`, `stream` or `watch 12`. */
  readonly requests: string[] = [];
  streams = true;
  isFaulty = false;
  readonly #random: Random;
  readonly #log: (SourceEvent<Thing> & { readonly version: number })[] = [];
  readonly #states = new Set<string>([""]);
  readonly #tokens = new Map<string, { readonly objects: readonly Thing[]; readonly version: number }>();
  #version = 1;
  #compacted = 0;
  #nextEvent = deferred();
  #nextCut = deferred();

  constructor(random: Random) {
    this.#random = random;
  }

  get version(): number {
    return this.#version;
  }

  /** Whether the source had exactly these objects at some time. */
  hadState(objects: Iterable<Readonly<Thing>>): boolean {
    return this.#states.has(stateText(objects));
  }

  put(key: string, value: number): void {
    const previous = this.objects.get(key);
    const version = ++this.#version;
    const object = thing(key, version, { uid: previous?.metadata.uid ?? `${key}#${version}`, value });
    this.objects.set(key, object);
    this.#emit({ type: previous ? "MODIFIED" : "ADDED", object, version });
  }

  delete(key: string): void {
    const previous = this.objects.get(key);
    if (!previous) return;
    const version = ++this.#version;
    const { uid = "" } = previous.metadata;
    this.objects.delete(key);
    this.#emit({ type: "DELETED", object: thing(key, version, { uid, value: previous.value }), version });
  }

  /** Removes the history, and invalidates all continue tokens. */
  compact(): void {
    this.#compacted = this.#version;
    this.#log.length = 0;
    this.#tokens.clear();
  }

  /** Ends all watches. */
  cut(): void {
    this.#nextCut.resolve();
    this.#nextCut = deferred();
  }

  async list({ limit, continue: token, signal }: SourceListOptions): Promise<SourceChunk<Thing>> {
    this.requests.push(token === undefined ? `list ${limit ?? "all"}` : "list on");
    await this.#fault(signal);
    const list =
      token === undefined ? { objects: [...this.objects.values()], version: this.#version } : this.#tokens.get(token);
    if (!list) throw expired("The provided continue parameter is too old");
    const { objects, version } = list;
    const rest = objects.slice(limit ?? objects.length);
    const next = rest.length > 0 ? `${version}-${rest.length}-${this.#tokens.size}` : undefined;
    if (next !== undefined) this.#tokens.set(next, { objects: rest, version });
    return {
      items: objects.slice(0, limit),
      resourceVersion: String(version),
      ...(next === undefined ? {} : { continue: next }),
    };
  }

  async *watch(options: SourceWatchOptions): AsyncGenerator<SourceEvent<Thing>, void, void> {
    const { sendInitialEvents, resourceVersion, signal } = options;
    this.requests.push(sendInitialEvents ? "stream" : `watch ${resourceVersion}`);
    const cut = this.#nextCut.promise;
    const stopped = aborted(signal);
    stopped.catch(() => undefined);
    await this.#fault(signal);
    let version = Number(resourceVersion ?? this.#version);
    if (sendInitialEvents) {
      if (!this.streams) throw invalid({ group: "", kind: "ListOptions" }, "", []);
      version = this.#version;
      const objects = [...this.objects.values()];
      for (const object of objects) {
        yield { type: "ADDED", object };
        await this.#fault(signal);
      }
      for (const event of this.#after(version)) {
        yield event;
        version = event.version;
      }
      yield bookmark(version, initialEventsEnd);
    }
    for (let isCut = false; !isCut; ) {
      for (const event of this.#after(version)) {
        yield event;
        version = event.version;
        await this.#fault(signal);
        if (this.isFaulty && this.#random.below(10) === 0) yield bookmark(version);
      }
      if (this.isFaulty && this.#random.below(8) === 0) return;
      if (this.#version > version) continue;
      isCut = await Promise.race([this.#nextEvent.promise.then(() => false), cut.then(() => true), stopped]);
    }
  }

  #after(version: number): (SourceEvent<Thing> & { readonly version: number })[] {
    if (version < this.#compacted) throw expired("too old resource version");
    return this.#log.filter((event) => event.version > version);
  }

  #emit(event: SourceEvent<Thing> & { readonly version: number }): void {
    this.#log.push(event);
    this.#states.add(stateText(this.objects.values()));
    this.#nextEvent.resolve();
    this.#nextEvent = deferred();
  }

  /** Randomly throws an error, delays the response, or never responds. */
  async #fault(signal: AbortSignal | undefined): Promise<void> {
    if (!this.isFaulty) return;
    const dice = this.#random.below(40);
    if (dice === 0) throw new Error("the connection was reset");
    if (dice === 1) throw expired("too old resource version");
    if (dice === 2)
      throw new StatusError(429, "too many requests", { reason: "TooManyRequests", details: { retryAfterSeconds: 3 } });
    if (dice === 3) throw new StatusError(500, "etcdserver: request timed out");
    if (dice === 4 && signal && this.#random.below(6) === 0) await aborted(signal);
    if (dice < 10) await new Promise((resolve) => setImmediate(resolve));
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
