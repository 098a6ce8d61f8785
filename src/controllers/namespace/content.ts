/** Deletes the content of a namespace, and reports what is left. */
import { reasonOf } from "../../base/reason-of.ts";
import { type Client, type DiscoveredType, preferredTypes } from "../../client/index.ts";
import type { ObjectMeta } from "../../meta/object-meta.ts";
import { hasCode } from "../../meta/status-error.ts";
import { forEachConcurrently } from "../frame/index.ts";

/** The remaining objects of one type. */
export interface Remainder {
  readonly type: Pick<DiscoveredType, "group" | "plural">;
  readonly count: number;
  /** Number of remaining objects with each finalizer. */
  readonly finalizers: ReadonlyMap<string, number>;
  /** The longest grace period of these objects. */
  readonly graceSeconds: number;
}

/** The remaining objects of a namespace, and the errors of the removal. */
export interface Content {
  /** Why the list of types is unknown or incomplete. */
  readonly discoveryFailure?: string;
  /** Errors of types that could not be read or deleted. */
  readonly failures: readonly string[];
  readonly remainders: readonly Remainder[];
}

/**
 * With `podsFirst`, Pods are deleted before other objects, because their programs may need these until they end, and
 * network policies protect them.
 */
const podType = { group: "", plural: "pods" };
const typesConcurrentMax = 8;
const deletionsConcurrentMax = 16;
const chunkSize = 500;

/** Options of `removeContent()`. */
export interface RemovalOptions {
  /** Whether other objects are deleted only after the last Pod was deleted. */
  readonly podsFirst: boolean;
  readonly signal: AbortSignal;
}

/** Deletes all objects in a namespace. @returns what is left */
export async function removeContent(
  client: Client,
  namespace: string,
  { podsFirst, signal }: RemovalOptions,
): Promise<Content> {
  const { types, discoveryFailure } = await discover(client, signal);
  const removal = new Removal(client, namespace, signal);
  const isFirst = ({ group, plural }: DiscoveredType): boolean => group === podType.group && plural === podType.plural;
  if (podsFirst) await removal.removeAll(types.filter(isFirst));
  if (removal.isComplete) await removal.removeAll(types.filter((type) => !podsFirst || !isFirst(type)));
  const { failures, remainders } = removal;
  return { failures, remainders, ...(discoveryFailure === undefined ? {} : { discoveryFailure }) };
}

interface Discovered {
  readonly types: readonly DiscoveredType[];
  readonly discoveryFailure?: string;
}

/** Loads the types each time, because a new type may have objects in the namespace, too. */
async function discover(client: Client, signal: AbortSignal): Promise<Discovered> {
  try {
    const { types, stale } = await client.servedTypes({ signal });
    const deletable = preferredTypes(types).filter(({ namespaced, verbs }) => namespaced && verbs.includes("delete"));
    if (stale.length === 0) return { types: deletable };
    const names = stale.join(", ");
    const discoveryFailure = `Discovery failed for some groups, ${stale.length} failing: stale GroupVersion discovery: ${names}`;
    return { types: deletable, discoveryFailure };
  } catch (error) {
    signal.throwIfAborted();
    return { types: [], discoveryFailure: reasonOf(error) };
  }
}

class Removal {
  readonly failures: string[] = [];
  readonly remainders: Remainder[] = [];
  readonly #client: Client;
  readonly #namespace: string;
  readonly #signal: AbortSignal;

  constructor(client: Client, namespace: string, signal: AbortSignal) {
    this.#client = client;
    this.#namespace = namespace;
    this.#signal = signal;
  }

  get isComplete(): boolean {
    return this.failures.length === 0 && this.remainders.length === 0;
  }

  /** Deletes the objects of all types. A failure of one type does not stop the others. */
  async removeAll(types: readonly DiscoveredType[]): Promise<void> {
    const remove = async (type: DiscoveredType): Promise<void> => {
      try {
        const remainder = await this.#remove(type);
        if (remainder.count > 0) this.remainders.push(remainder);
      } catch (error) {
        this.#signal.throwIfAborted();
        this.failures.push(reasonOf(error));
      }
    };
    await forEachConcurrently(types, remove, typesConcurrentMax);
  }

  async #remove(type: DiscoveredType): Promise<Remainder> {
    const nothing: Remainder = { type, count: 0, finalizers: new Map(), graceSeconds: 0 };
    if (!type.verbs.includes("list")) return nothing;
    try {
      if (await this.#isEmpty(type)) return nothing;
      await this.#delete(type);
      return await this.#count(type);
    } catch (error) {
      // The type is no longer served, so it has no objects.
      if (hasCode(error, 404) || hasCode(error, 405)) return nothing;
      throw error;
    }
  }

  async #isEmpty(type: DiscoveredType): Promise<boolean> {
    const { items } = await this.#client.metadata(type, this.#namespace).list({ limit: 1, signal: this.#signal });
    return items.length === 0;
  }

  /** Deletes all objects of a type. Dependents need no special treatment, because they are in the same namespace. */
  async #delete(type: DiscoveredType): Promise<void> {
    const api = this.#client.metadata(type, this.#namespace);
    const options = { propagationPolicy: "Background", signal: this.#signal } as const;
    if (type.verbs.includes("deletecollection")) return await api.deleteCollection({ signal: this.#signal }, options);
    const deleteOne = async (name: string): Promise<void> => {
      await api.delete(name, options).catch((error: unknown) => {
        if (!hasCode(error, 404)) throw error;
      });
    };
    for await (const { items } of api.chunks({ limit: chunkSize, signal: this.#signal })) {
      await forEachConcurrently(
        items.map(({ metadata }) => metadata.name ?? ""),
        deleteOne,
        deletionsConcurrentMax,
      );
    }
  }

  async #count(type: DiscoveredType): Promise<Remainder> {
    const finalizers = new Map<string, number>();
    let [count, graceSeconds] = [0, 0];
    const api = this.#client.metadata(type, this.#namespace);
    for await (const { items } of api.chunks({ limit: chunkSize, signal: this.#signal })) {
      count += items.length;
      for (const { metadata } of items) {
        graceSeconds = Math.max(graceSeconds, metadata.deletionGracePeriodSeconds ?? 0);
        countFinalizers(metadata, finalizers);
      }
    }
    return { type, count, finalizers, graceSeconds };
  }
}

function countFinalizers({ finalizers = [] }: ObjectMeta, counts: Map<string, number>): void {
  for (const finalizer of finalizers) counts.set(finalizer, (counts.get(finalizer) ?? 0) + 1);
}
