/**
 * Whether the owner that a reference names is there. Who is known to the monitors is; of anybody else the server is asked,
 * for a monitor may be late: only the server's answer makes an owner absent.
 */
import type { Clock } from "../../base/clock.ts";
import type { Client, DiscoveredType } from "../../client/index.ts";
import type { ApiObject, OwnerReference } from "../../meta/object-meta.ts";
import { hasCode } from "../../meta/status-error.ts";
import type { MonitoredObject, TypeCatalog } from "../frame/index.ts";
import type { OwnerState } from "./decide.ts";
import { isNamedBy, isWaiting, type OwnerGraph } from "./owner-graph.ts";

export interface OwnerLookupOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly types: TypeCatalog;
  readonly graph: OwnerGraph;
  /** Told of owners that are there, but in another namespace than their dependents. */
  readonly onElsewhere: (reference: OwnerReference, dependent: MonitoredObject) => void;
}

/** Uids are never given out twice, but a state that is restored has those again that were gone. */
const absentMs = 60_000;
const absentMax = 10_000;

export class OwnerLookup {
  readonly #options: OwnerLookupOptions;
  /** Until when an owner is taken to be absent, by all that a reference says of it; the oldest first. */
  readonly #absent = new Map<string, number>();
  /** Questions under way: many objects have one owner. */
  readonly #asking = new Map<string, Promise<OwnerState>>();

  constructor(options: OwnerLookupOptions) {
    this.#options = options;
  }

  /** @throws what keeps the server from saying */
  async find(reference: OwnerReference, dependent: MonitoredObject, signal: AbortSignal): Promise<OwnerState> {
    const known = this.#options.graph.get(reference.uid);
    if (known && isNamedBy(known, reference, dependent.metadata.namespace))
      return isWaiting(known) ? "waiting" : "present";
    const type = this.#options.types.ofKind(reference.apiVersion, reference.kind);
    if (!type) return "unknown";
    const namespace = type.namespaced ? (dependent.metadata.namespace ?? "") : "";
    // No namespace says which of several it is.
    if (type.namespaced && namespace === "") return "unknown";
    const key = [type.group, type.version, type.kind, namespace, reference.name, reference.uid].join("/");
    if (this.#isAbsent(key)) return "absent";
    if (known && known.metadata.namespace !== namespace) this.#options.onElsewhere(reference, dependent);
    return await this.#askOnce(key, () => this.#ask(reference, type, namespace, signal));
  }

  async #askOnce(key: string, ask: () => Promise<OwnerState>): Promise<OwnerState> {
    const underWay = this.#asking.get(key);
    if (underWay) return await underWay;
    const asking = ask();
    this.#asking.set(key, asking);
    try {
      const state = await asking;
      if (state === "absent") this.#remember(key);
      return state;
    } finally {
      this.#asking.delete(key);
    }
  }

  async #ask(
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
      // Where the type itself is not served any more, nothing is known of its objects.
      return error.details?.name === name ? "absent" : "unknown";
    }
    if (owner.metadata.uid !== uid) return "absent";
    return isWaiting(owner) ? "waiting" : "present";
  }

  #isAbsent(key: string): boolean {
    const untilMs = this.#absent.get(key);
    return untilMs !== undefined && this.#options.clock.monotonicMs() < untilMs;
  }

  #remember(key: string): void {
    this.#absent.delete(key);
    this.#absent.set(key, this.#options.clock.monotonicMs() + absentMs);
    const [oldest] = this.#absent.keys();
    if (this.#absent.size > absentMax && oldest !== undefined) this.#absent.delete(oldest);
  }
}
