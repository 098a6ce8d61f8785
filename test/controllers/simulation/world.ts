/** The objects of a simulated cluster, those that were deleted, and the deletions that the test requested. */
import { configMap, namespace, priorityClass, secret, serviceAccount } from "../../../src/api/index.ts";
import type { RunningServer } from "../../../src/app/server.ts";
import type { ManualClock } from "../../../src/base/manual-clock.ts";
import type { Api, Client } from "../../../src/client/index.ts";
import type { ApiObject, OwnerReference } from "../../../src/meta/object-meta.ts";
import { vocabularies } from "../../../src/meta/vocabulary.ts";

/** The simulated kinds. One of them is cluster-scoped. */
const kinds = [configMap, secret, serviceAccount, priorityClass] as const;
/** Keeps an object until a step removes it. */
export const holdFinalizer = "example.com/hold";

/** Tracks the objects of a simulated cluster. */
export class World {
  readonly client: Client;
  /** Uids of objects whose deletion the test requested. */
  readonly deleted = new Set<string>();
  /** Uids of owners that the test deleted with the Orphan policy. */
  readonly orphaning = new Set<string>();
  /** Names of all namespaces whose deletion the test has requested. */
  readonly emptied = new Set<string>();
  /** All deleted objects, in their state at the beginning of the deletion. */
  readonly gone = new Map<string, ApiObject>();
  /** Objects that are being deleted, in their state at the beginning of the deletion. */
  readonly #marked = new Map<string, ApiObject>();
  readonly #watching = new AbortController();
  readonly #watches: Promise<void>[] = [];

  constructor(server: RunningServer<ManualClock>) {
    this.client = server.client;
  }

  /** Begins to record deletions. */
  async watch(): Promise<void> {
    for (const api of this.apis()) {
      const { resourceVersion } = await api.list();
      this.#watches.push(this.#follow(api, resourceVersion));
    }
  }

  async stopWatching(): Promise<void> {
    this.#watching.abort(new Error("over"));
    await Promise.all(this.#watches);
  }

  apis(): readonly Api[] {
    return kinds.map((kind) => this.#apiOf(kind));
  }

  /** Returns all existing objects. */
  async objects(): Promise<readonly ApiObject[]> {
    const lists = await Promise.all(this.apis().map((api) => api.list()));
    return lists.flatMap(({ items }) => items);
  }

  async namespaces(): Promise<readonly ApiObject[]> {
    const { items } = await this.client.api(namespace).list();
    return items.filter(({ metadata }) => metadata.name?.startsWith("orch-") !== true);
  }

  api(object: ApiObject): Api {
    const found = kinds.find(({ kind }) => kind === object.kind);
    if (!found) throw new Error(`${object.kind} is not simulated`);
    return this.#apiOf(found, object.metadata.namespace);
  }

  #apiOf({ group, version, kind, plural, scope }: (typeof kinds)[number], namespace = ""): Api {
    const namespaced = scope === "Namespaced";
    return this.client.resource({ group: vocabularies.orch.bind(group), version, kind, plural, namespaced }, namespace);
  }

  async #follow(api: Api, resourceVersion: string): Promise<void> {
    const { signal } = this.#watching;
    let version = resourceVersion;
    while (!signal.aborted) {
      try {
        for await (const { type, object } of api.watch({ resourceVersion: version, signal })) {
          version = object.metadata.resourceVersion ?? version;
          const { uid = "", deletionTimestamp } = object.metadata;
          if (type === "DELETED") this.gone.set(uid, this.#marked.get(uid) ?? object);
          else if (deletionTimestamp && !this.#marked.has(uid)) this.#marked.set(uid, object);
        }
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    }
  }
}

/** Returns an owner reference to an object. */
export function reference({ kind, apiVersion, metadata }: ApiObject, blockOwnerDeletion: boolean): OwnerReference {
  return { kind, apiVersion, name: metadata.name ?? "", uid: metadata.uid ?? "", blockOwnerDeletion };
}
