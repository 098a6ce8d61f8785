/**
 * Looks up the owner of a reference. An owner that the monitors know exists. For any other one, the server is queried,
 * because a monitor may be late. Only a response of the server proves that an owner is absent.
 */
import type { Clock } from "../../base/clock.ts";
import type { Client, DiscoveredType } from "../../client/index.ts";
import type { ApiObject, OwnerReference } from "../../meta/object-meta.ts";
import { hasCode } from "../../meta/status-error.ts";
import type { MonitoredObject, TypeCatalog } from "../frame/index.ts";
import type { OwnerState } from "./decide.ts";
import { isNamedBy, isWaiting, type OwnerGraph } from "./owner-graph.ts";

/** Options of the `OwnerLookup` constructor. */
export interface OwnerLookupOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly types: TypeCatalog;
  readonly graph: OwnerGraph;
  /** Called for an owner that exists in another namespace than its dependent. */
  readonly onOtherNamespace: (reference: OwnerReference, dependent: MonitoredObject) => void;
}

/**
 * How long an owner is considered absent. A uid is never reused, but restoring an old state brings deleted objects
 * back.
 */
const absentMs = 60_000;
const absentMax = 10_000;

/** Looks up owners, with a cache of absent ones. */
export class OwnerLookup {
  readonly #options: OwnerLookupOptions;
  /** When each absent owner expires from the cache, by all fields of the reference. The oldest entry is first. */
  readonly #absent = new Map<string, number>();
  /** Lookups in progress, because many objects have the same owner. */
  readonly #lookups = new Map<string, Promise<OwnerState>>();

  constructor(options: OwnerLookupOptions) {
    this.#options = options;
  }

  /** Returns the state of the owner. @throws the error of the request to the server */
  async find(reference: OwnerReference, dependent: MonitoredObject, signal: AbortSignal): Promise<OwnerState> {
    const known = this.#options.graph.get(reference.uid);
    if (known && isNamedBy(known, reference, dependent.metadata.namespace))
      return isWaiting(known) ? "waiting" : "present";
    const type = this.#options.types.ofKind(reference.apiVersion, reference.kind);
    if (!type) return "unknown";
    const namespace = type.namespaced ? (dependent.metadata.namespace ?? "") : "";
    const key = [type.group, type.version, type.kind, namespace, reference.name, reference.uid].join("/");
    if (this.#isAbsent(key)) return "absent";
    if (known?.type.namespaced && known.metadata.namespace !== dependent.metadata.namespace)
      this.#options.onOtherNamespace(reference, dependent);
    // A cluster-scoped dependent does not say in which namespace its owner is.
    if (type.namespaced && namespace === "") return "unknown";
    return await this.#queryOnce(key, () => this.#queryServer(reference, type, namespace, signal));
  }

  async #queryOnce(key: string, query: () => Promise<OwnerState>): Promise<OwnerState> {
    const running = this.#lookups.get(key);
    if (running) return await running;
    const lookup = query();
    this.#lookups.set(key, lookup);
    try {
      const state = await lookup;
      if (state === "absent") this.#cacheAbsent(key);
      return state;
    } finally {
      this.#lookups.delete(key);
    }
  }

  async #queryServer(
    { name, uid }: OwnerReference,
    type: DiscoveredType,
    namespace: string,
    signal: AbortSignal,
  ): Promise<OwnerState> {
    let owner: ApiObject;
    try {
      owner = await this.#options.client.metadata(type, namespace).get(name, { signal });
    } catch (error) {
      if (!hasCode(error, 404)) throw error;
      // If the type itself is not found, the state of its objects is unknown.
      return error.details?.name === name ? "absent" : "unknown";
    }
    if (owner.metadata.uid !== uid) return "absent";
    return isWaiting(owner) ? "waiting" : "present";
  }

  #isAbsent(key: string): boolean {
    const untilMs = this.#absent.get(key);
    return untilMs !== undefined && this.#options.clock.monotonicMs() < untilMs;
  }

  #cacheAbsent(key: string): void {
    this.#absent.delete(key);
    this.#absent.set(key, this.#options.clock.monotonicMs() + absentMs);
    const [oldest] = this.#absent.keys();
    if (this.#absent.size > absentMax && oldest !== undefined) this.#absent.delete(oldest);
  }
}
