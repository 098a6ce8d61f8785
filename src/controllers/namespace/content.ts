/** Takes away what lies in a namespace, and says what is left. */
import { reasonOf } from "../../base/reason-of.ts";
import { type Client, type DiscoveredType, preferredTypes } from "../../client/index.ts";
import type { ObjectMeta } from "../../meta/object-meta.ts";
import { hasCode } from "../../meta/status-error.ts";
import { allSettledOf } from "../frame/index.ts";

/** What is left of one type. */
export interface Remainder {
  readonly type: Pick<DiscoveredType, "group" | "plural">;
  readonly count: number;
  /** How many objects each finalizer holds. */
  readonly finalizers: ReadonlyMap<string, number>;
  /** The longest time that one of them was given to end. */
  readonly graceSeconds: number;
}

export interface Content {
  /** Why it is not known which types there are. */
  readonly discoveryFailure?: string;
  /** Why types could not be read or deleted. */
  readonly failures: readonly string[];
  readonly remainders: readonly Remainder[];
}

/** Deleted first where this is asked for: programs may need the rest until they end, and network policies guard them. */
const first = { group: "", plural: "pods" };
const typesAtOnce = 8;
const deletionsAtOnce = 16;
const chunkSize = 500;

export interface RemovalOptions {
  /** Other objects are deleted only after the last Pod was deleted. */
  readonly podsFirst: boolean;
  readonly signal: AbortSignal;
}

/** Deletes everything in a namespace. @returns what is left */
export async function removeContent(
  client: Client,
  namespace: string,
  { podsFirst, signal }: RemovalOptions,
): Promise<Content> {
  const { types, discoveryFailure } = await discover(client, signal);
  const removal = new Removal(client, namespace, signal);
  const isFirst = ({ group, plural }: DiscoveredType): boolean => group === first.group && plural === first.plural;
  if (podsFirst) await removal.removeAll(types.filter(isFirst));
  if (removal.isComplete) await removal.removeAll(types.filter((type) => !podsFirst || !isFirst(type)));
  const { failures, remainders } = removal;
  return { failures, remainders, ...(discoveryFailure === undefined ? {} : { discoveryFailure }) };
}

interface Discovered {
  readonly types: readonly DiscoveredType[];
  readonly discoveryFailure?: string;
}

/** Asked anew: a type that has come since the last time may have objects, too. */
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

  /** Goes on with the others where one type fails. */
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
    await allSettledOf(types, remove, typesAtOnce);
  }

  async #remove(type: DiscoveredType): Promise<Remainder> {
    const nothing: Remainder = { type, count: 0, finalizers: new Map(), graceSeconds: 0 };
    if (!type.verbs.includes("list")) return nothing;
    try {
      if (await this.#isEmpty(type)) return nothing;
      await this.#delete(type);
      return await this.#count(type);
    } catch (error) {
      // A type that is not served any more has no objects that could be left.
      if (hasCode(error, 404) || hasCode(error, 405)) return nothing;
      throw error;
    }
  }

  async #isEmpty(type: DiscoveredType): Promise<boolean> {
    const { items } = await this.#client.metadata(type, this.#namespace).list({ limit: 1, signal: this.#signal });
    return items.length === 0;
  }

  /** Dependents need no care of their own: they lie in the same namespace. */
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
      await allSettledOf(
        items.map(({ metadata }) => metadata.name ?? ""),
        deleteOne,
        deletionsAtOnce,
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
