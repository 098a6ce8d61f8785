/** What a server serves: its types in every version, in one question to the core group and one to the named ones. */
import { readAnswer } from "./read-answer.ts";
import type { ResourceType } from "./requests.ts";
import type { Transport } from "./transport.ts";

/** A type, and what the server does with its objects. */
export interface DiscoveredType extends ResourceType {
  /** `get`, `list`, `watch`, `create`, `update`, `patch`, `delete`, `deletecollection`. */
  readonly verbs: readonly string[];
  /** By which people know it besides the plural, as far as the server says. */
  readonly names?: {
    readonly singular: string;
    readonly short: readonly string[];
    /** Of several types together: `all`. */
    readonly categories: readonly string[];
  };
}

/** A document of aggregated discovery. */
interface DiscoveryDocument {
  readonly items: readonly {
    readonly metadata: { readonly name?: string };
    readonly versions?: readonly DiscoveredVersion[];
  }[];
}

interface DiscoveredVersion {
  readonly version: string;
  /** `Stale`: whoever serves it could not be asked, and the types are those that it had before, or none. */
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

/** Every type that is served. */
export interface ServedTypes {
  /** Groups in the server's order, in each the versions in the order in which the server prefers them. */
  readonly types: readonly DiscoveredType[];
  /** Group versions of which nothing certain is known. */
  readonly stale: readonly string[];
}

/** The two questions, asked as often as somebody likes: what has not changed is neither sent nor read again. */
export class Discovery {
  readonly #transport: Transport;
  readonly #accept: string;
  readonly #known = new Map<string, { readonly tag: string; readonly document: DiscoveryDocument }>();
  #last: { readonly documents: readonly DiscoveryDocument[]; readonly served: ServedTypes } | undefined;

  /** @param group in which such documents are: `apidiscovery.orch.io` */
  constructor(transport: Transport, group: string) {
    this.#transport = transport;
    this.#accept = `application/json;g=${group};v=v2;as=APIGroupDiscoveryList`;
  }

  /** The same object as before while the server serves the same. */
  async read(signal: AbortSignal | undefined): Promise<ServedTypes> {
    const documents = await Promise.all(["/api", "/apis"].map((target) => this.#document(target, signal)));
    if (!this.#last || documents.some((document, index) => document !== this.#last?.documents[index])) {
      this.#last = { documents, served: typesOf(documents) };
    }
    return this.#last.served;
  }

  async #document(target: string, signal: AbortSignal | undefined): Promise<DiscoveryDocument> {
    const known = this.#known.get(target);
    const headers = { accept: this.#accept, ...(known ? { "if-none-match": known.tag } : {}) };
    const response = await this.#transport.send({ method: "GET", target, headers, signal });
    if (known && response.status === 304) {
      for await (const _ of response.body);
      return known.document;
    }
    const document = await readAnswer<DiscoveryDocument>(response);
    const { etag: tag } = response.headers;
    if (tag === undefined) this.#known.delete(target);
    else this.#known.set(target, { tag, document });
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

/** Each type once, in the version that the server prefers among those that have it. */
export function preferredTypes(types: readonly DiscoveredType[]): readonly DiscoveredType[] {
  const seen = new Set<string>();
  return types.filter(({ group, plural }) => {
    const key = `${group}/${plural}`;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}
