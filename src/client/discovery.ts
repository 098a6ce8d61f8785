/**
 * Reads which types a server serves. Aggregated discovery needs two requests: one for the core group, one for the named
 * groups.
 */
import { readResponse } from "./read-response.ts";
import type { ResourceType } from "./requests.ts";
import type { Transport } from "./transport.ts";

/** A type, and the verbs that the server supports for it. */
export interface DiscoveredType extends ResourceType {
  /** `get`, `list`, `watch`, `create`, `update`, `patch`, `delete`, `deletecollection`. */
  readonly verbs: readonly string[];
  /** Names of the type other than its plural. Undefined if the server does not publish them. */
  readonly names?: {
    readonly singular: string;
    readonly short: readonly string[];
    /** Names of groups of types that include this one, such as `all`. */
    readonly categories: readonly string[];
  };
}

/** An aggregated discovery document. */
interface DiscoveryDocument {
  readonly items: readonly {
    readonly metadata: { readonly name?: string };
    readonly versions?: readonly DiscoveredVersion[];
  }[];
}

interface DiscoveredVersion {
  readonly version: string;
  /**
   * `Stale`: the API server of this group version could not be reached. `resources` is its last known state, or empty.
   */
  readonly freshness?: string;
  readonly resources?: readonly {
    readonly resource: string;
    readonly responseKind?: { readonly kind?: string };
    readonly scope: "Cluster" | "Namespaced";
    readonly verbs: readonly string[];
    readonly singularResource?: string;
    readonly shortNames?: readonly string[];
    readonly categories?: readonly string[];
  }[];
}

/** All types that the server serves. */
export interface ServedTypes {
  /** In the server's order of groups. In each group, the server's preferred version is first. */
  readonly types: readonly DiscoveredType[];
  /** Group versions whose list of types is stale or unknown. */
  readonly stale: readonly string[];
}

/** Reads the two discovery documents with ETags, so that unchanged documents are not sent or parsed again. */
export class Discovery {
  readonly #transport: Transport;
  readonly #accept: string;
  readonly #cached = new Map<string, { readonly tag: string; readonly document: DiscoveryDocument }>();
  #lastResult: { readonly documents: readonly DiscoveryDocument[]; readonly served: ServedTypes } | undefined;

  /** @param groups acceptable API groups of the discovery documents: `apidiscovery.orch.io`. The first one is preferred */
  constructor(transport: Transport, groups: readonly string[]) {
    this.#transport = transport;
    this.#accept = groups.map((group) => `application/json;g=${group};v=v2;as=APIGroupDiscoveryList`).join(",");
  }

  /** Returns the served types. It is the same object as the last time if nothing has changed. */
  async read(signal: AbortSignal | undefined): Promise<ServedTypes> {
    const documents = await Promise.all(["/api", "/apis"].map((target) => this.#document(target, signal)));
    if (!this.#lastResult || documents.some((document, index) => document !== this.#lastResult?.documents[index])) {
      this.#lastResult = { documents, served: typesOf(documents) };
    }
    return this.#lastResult.served;
  }

  async #document(target: string, signal: AbortSignal | undefined): Promise<DiscoveryDocument> {
    const cached = this.#cached.get(target);
    const headers = { accept: this.#accept, ...(cached ? { "if-none-match": cached.tag } : {}) };
    const response = await this.#transport.send({ method: "GET", target, headers, signal });
    if (cached && response.status === 304) {
      for await (const _ of response.body);
      return cached.document;
    }
    const document = await readResponse<DiscoveryDocument>(response);
    const { etag: tag } = response.headers;
    if (tag === undefined) this.#cached.delete(target);
    else this.#cached.set(target, { tag, document });
    return document;
  }
}

function typesOf(documents: readonly DiscoveryDocument[]): ServedTypes {
  const types: DiscoveredType[] = [];
  const stale: string[] = [];
  for (const { metadata, versions = [] } of documents.flatMap(({ items }) => items)) {
    const { name: group = "" } = metadata;
    for (const { version, freshness, resources = [] } of versions) {
      if (freshness === "Stale") stale.push(group === "" ? version : `${group}/${version}`);
      for (const { resource, responseKind, scope, verbs, ...more } of resources) {
        const kind = responseKind?.kind ?? "";
        const { singularResource: singular = "", shortNames: short = [], categories = [] } = more;
        const names = { singular, short, categories };
        types.push({ group, version, kind, plural: resource, namespaced: scope === "Namespaced", verbs, names });
      }
    }
  }
  return { types, stale };
}

/**
 * Returns each type once, in the version that the server prefers.
 * @param types in the server's order, as `client.servedTypes()` returns them
 * @example
 * ```ts
 * const { types } = await client.servedTypes();
 * for (const { plural, version } of preferredTypes(types)) console.log(plural, version);
 * ```
 */
export function preferredTypes(types: readonly DiscoveredType[]): readonly DiscoveredType[] {
  const seen = new Set<string>();
  return types.filter(({ group, plural }) => {
    const key = `${group}/${plural}`;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}
