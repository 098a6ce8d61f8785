/**
 * What can be done with the objects of one type. Every call takes an AbortSignal; whatever the server refuses is thrown as
 * the StatusError that the server means.
 *
 *     const pods = client.api(pod, "default");
 *     for await (const { type, object } of pods.watch({ labelSelector: "app=web" })) console.log(type, object.metadata.name);
 */
import { formatGroupVersion } from "../meta/group-version.ts";
import type { ApiObject } from "../meta/object-meta.ts";
import type { Status } from "../meta/status.ts";
import { listAll, listExactly } from "./complete-list.ts";
import type { ObjectList } from "./object-list.ts";
import { errorOf, isSuccess, type JsonForm, readAnswer, readLines, statusError } from "./read-answer.ts";
import {
  type ApplyOptions,
  type DeleteOptions,
  deleteBody,
  type ListOptions,
  listQuery,
  type PatchType,
  patchTypes,
  type RequestParts,
  type RequestTarget,
  type ResourceType,
  type RowOptions,
  requestOf,
  type WatchOptions,
  type WriteOptions,
  watchQuery,
  writeQuery,
} from "./requests.ts";
import type { Transport, TransportResponse } from "./transport.ts";

/** The state of an object after something has happened to it; of a bookmark, only its resourceVersion counts. */
export interface WatchEvent<T> {
  readonly type: "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK";
  readonly object: T;
}

/** Rows as the server makes them for people. */
export interface Table<T> {
  readonly kind: "Table";
  readonly apiVersion: string;
  readonly columnDefinitions: readonly {
    readonly name: string;
    readonly type: string;
    readonly format: string;
    readonly description: string;
    readonly priority: number;
  }[];
  readonly rows: readonly { readonly cells: readonly unknown[]; readonly object: T }[];
  readonly metadata: {
    readonly resourceVersion?: string;
    readonly continue?: string;
    readonly remainingItemCount?: number;
  };
}

/** A Table with the row of the object that has changed; only the first one names the columns. */
export interface TableEvent<T> {
  readonly type: WatchEvent<T>["type"];
  readonly object: Omit<Table<T>, "columnDefinitions"> & {
    readonly columnDefinitions: Table<T>["columnDefinitions"] | null;
  };
}

/** An object that is not stored yet: the server says the rest. */
export type NewObject<T extends ApiObject> = Omit<T, "kind" | "apiVersion"> & Partial<Pick<T, "kind" | "apiVersion">>;

/** What somebody applies: the fields that it cares for. */
export type Applied<T> = T extends readonly (infer Item)[]
  ? readonly Applied<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]?: Applied<T[Name]> | null }
    : T;

/** What an Api is made of; `client.api()` makes it. */
export interface ApiOptions {
  readonly transport: Transport;
  readonly type: ResourceType;
  /** Empty: all namespaces, or a type without. */
  readonly namespace: string;
  /** Of documents that speak of objects of any type: `meta.orch.io`. */
  readonly metaGroup: string;
  /** Whether answers hold the metadata of objects alone. Default: false. */
  readonly metadataOnly?: boolean;
  /** Default: `JSON`. */
  readonly json?: JsonForm;
}

/** Objects of one type, in one namespace or in all of them. */
export class Api<T extends ApiObject = ApiObject> {
  readonly type: ResourceType;
  readonly namespace: string;
  readonly #options: ApiOptions;

  constructor(options: ApiOptions) {
    this.#options = options;
    this.type = options.type;
    this.namespace = options.namespace;
  }

  /** The same type in another namespace; empty: in all of them. */
  in(namespace: string): Api<T> {
    return new Api<T>({ ...this.#options, namespace });
  }

  /** @throws StatusError 404 */
  async get(
    name: string,
    options: { readonly resourceVersion?: string; readonly signal?: AbortSignal } = {},
  ): Promise<T> {
    const { signal, ...query } = options;
    return await this.#answer({ method: "GET", target: this.#one(name), query, signal });
  }

  /**
   * One chunk, or everything where no `limit` is set.
   * @throws StatusError 410 for a token or a version that has expired
   * @throws InexactListError when the server answers `resourceVersionMatch: "Exact"` with another version
   */
  async list(options: ListOptions = {}): Promise<ObjectList<T>> {
    const isExact = options.resourceVersionMatch === "Exact" && options.continue === undefined;
    return isExact ? await listExactly(this.#listOnce, options) : await this.#listOnce(options);
  }

  /**
   * Everything, read in chunks of one state (500 objects unless `limit` says otherwise). When the chunks expire before the
   * last one has come, everything is listed anew.
   */
  async listAll(options: Omit<ListOptions, "continue"> = {}): Promise<ObjectList<T>> {
    return await listAll(this.#listOnce, options);
  }

  readonly #listOnce = async (options: ListOptions): Promise<ObjectList<T>> => {
    const answer = await this.#answer<ListAnswer<T>>({
      method: "GET",
      target: this.#all(),
      query: listQuery(options),
      signal: options.signal,
    });
    return toList(answer, this.type);
  };

  /** Everything, in chunks of one state. @throws StatusError 410 when it expires before the last one has come */
  async *chunks(options: Omit<ListOptions, "continue"> & { readonly limit: number }): AsyncIterable<ObjectList<T>> {
    let list = await this.list(options);
    yield list;
    while (list.continue !== undefined) {
      const { resourceVersion: _, resourceVersionMatch: __, ...rest } = options;
      list = await this.list({ ...rest, continue: list.continue });
      yield list;
    }
  }

  /** Rows for people; with a name, the one of this object. */
  async table(options: ListOptions & RowOptions & { readonly name?: string } = {}): Promise<Table<T>> {
    const { name, signal, ...query } = options;
    const target = name === undefined ? this.#all() : this.#one(name);
    return await this.#answer({ method: "GET", target, query, accept: this.#asTable, signal });
  }

  /**
   * Events as they come, until the server ends the watch, or the loop is left.
   * @throws StatusError for a watch that is refused, and for an event that is an error: 410 Expired is the usual one
   */
  watch(options: WatchOptions = {}): AsyncIterable<WatchEvent<T>> {
    return this.#events<WatchEvent<T>>(options);
  }

  /** The same as rows for people. */
  watchTable(options: WatchOptions & RowOptions = {}): AsyncIterable<TableEvent<T>> {
    return this.#events<TableEvent<T>>(options, this.#asTable);
  }

  /** @throws StatusError 409 AlreadyExists, 422 */
  async create(object: NewObject<T>, options: WriteOptions = {}): Promise<T> {
    const body = this.#typed(object);
    const target = { ...this.#all(), namespace: this.#namespaceOf(body) };
    return await this.#answer({ method: "POST", target, query: writeQuery(options), body, signal: options.signal });
  }

  /** Replaces the object. @throws StatusError 409 when it has changed since it was read, 422 */
  async update(object: T, options: WriteOptions = {}): Promise<T> {
    return await this.#put(object, "", options);
  }

  /** Replaces the status alone. */
  async updateStatus(object: T, options: WriteOptions = {}): Promise<T> {
    return await this.#put(object, "status", options);
  }

  /** @param patch of the type: operations, or what shall change */
  async patch(name: string, type: PatchType, patch: unknown, options: WriteOptions & OfSubresource = {}): Promise<T> {
    return await this.#answer({
      method: "PATCH",
      target: this.#one(name, options.subresource),
      query: writeQuery(options),
      contentType: patchTypes[type],
      body: patch,
      signal: options.signal,
    });
  }

  /**
   * Makes the object say this, whoever else writes it, and creates it where there is none.
   * @throws StatusError 409 with a cause for each field that another owns
   */
  async apply(name: string, object: Applied<T>, options: ApplyOptions & OfSubresource): Promise<T> {
    const { metadata } = object as { readonly metadata?: object };
    return await this.#answer({
      method: "PATCH",
      target: this.#one(name, options.subresource),
      query: { ...writeQuery(options), force: options.force },
      contentType: patchTypes.apply,
      body: this.#typed({ ...object, metadata: { ...metadata, name } }),
      signal: options.signal,
    });
  }

  /** @returns the object where it is still there or the kind answers it, else a Status */
  async delete(name: string, options: DeleteOptions = {}): Promise<T | Status> {
    const parts = { method: "DELETE", target: this.#one(name), body: deleteBody(options), signal: options.signal };
    return await this.#answer(parts);
  }

  /** Deletes what the selectors leave. */
  async deleteCollection(selected: ListOptions = {}, options: DeleteOptions = {}): Promise<void> {
    await this.#answer({
      method: "DELETE",
      target: this.#all(),
      query: listQuery(selected),
      body: deleteBody(options),
      signal: options.signal,
    });
  }

  /** Reads a document of the object: `scale`. */
  async getSubresource<S>(
    name: string,
    subresource: string,
    options: { readonly signal?: AbortSignal } = {},
  ): Promise<S> {
    return await this.#answer({ method: "GET", target: this.#one(name, subresource), signal: options.signal });
  }

  /** Replaces it. */
  async updateSubresource<S>(name: string, subresource: string, document: S, options: WriteOptions = {}): Promise<S> {
    return await this.#answer({
      method: "PUT",
      target: this.#one(name, subresource),
      query: writeQuery(options),
      body: document,
      signal: options.signal,
    });
  }

  /** Asks for something to be done: `eviction`, `binding`. */
  async post<S>(name: string, subresource: string, document: unknown, options: WriteOptions = {}): Promise<S> {
    return await this.#answer({
      method: "POST",
      target: this.#one(name, subresource),
      query: writeQuery(options),
      body: document,
      signal: options.signal,
    });
  }

  async *#events<E>({ signal, ...query }: WatchOptions & RowOptions, accept?: string): AsyncIterable<E> {
    const parts = { method: "GET", target: this.#all(), query: watchQuery(query), signal };
    const response = await this.#send(accept === undefined ? parts : { ...parts, accept });
    if (!isSuccess(response)) throw await errorOf(response);
    for await (const event of readLines(response, this.#options.json)) {
      const { type, object } = event as { readonly type: string; readonly object: Status };
      if (type === "ERROR") throw statusError(object);
      yield event as E;
    }
  }

  get #asTable(): string {
    return `application/json;as=Table;v=v1;g=${this.#options.metaGroup}`;
  }

  async #put(object: T, subresource: string, options: WriteOptions): Promise<T> {
    const body = this.#typed(object);
    const target = { ...this.#one(body.metadata.name ?? "", subresource), namespace: this.#namespaceOf(body) };
    return await this.#answer({ method: "PUT", target, query: writeQuery(options), body, signal: options.signal });
  }

  #all(): RequestTarget {
    return { type: this.type, namespace: this.namespace, name: "", subresource: "" };
  }

  #one(name: string, subresource = ""): RequestTarget {
    if (name === "") throw new TypeError(`a ${this.type.kind} has a name`);
    return { ...this.#all(), name, subresource };
  }

  /** Where an object goes: it says so itself, or the Api does. */
  #namespaceOf({ metadata }: ApiObject): string {
    if (!this.type.namespaced) return "";
    const namespace = metadata.namespace || this.namespace;
    if (namespace === "") throw new TypeError(`a ${this.type.kind} needs metadata.namespace, or an Api of a namespace`);
    return namespace;
  }

  #typed(object: object): ApiObject {
    return { kind: this.type.kind, apiVersion: formatGroupVersion(this.type), ...object } as ApiObject;
  }

  async #answer<A = T>(parts: RequestParts): Promise<A> {
    return await readAnswer<A>(await this.#send(parts), this.#options.json);
  }

  async #send(parts: RequestParts): Promise<TransportResponse> {
    const { metadataOnly, json } = this.#options;
    return await this.#options.transport.send(requestOf(metadataOnly ? this.#metadataOf(parts) : parts, json));
  }

  /**
   * Asks for the metadata of one object or of a list, which a deletion of a collection returns as well. An answer of
   * another kind, such as a Status, comes as it is.
   */
  #metadataOf(parts: RequestParts): RequestParts {
    if (parts.accept !== undefined) return parts;
    const { metaGroup } = this.#options;
    const isOfCollection = parts.target.name === "" && (parts.method === "GET" || parts.method === "DELETE");
    const isList = isOfCollection && parts.query?.["watch"] === undefined;
    const kind = isList ? "PartialObjectMetadataList" : "PartialObjectMetadata";
    return { ...parts, accept: `application/json;as=${kind};v=v1;g=${metaGroup},application/json` };
  }
}

/** Whether a request is about a part of the object. */
export interface OfSubresource {
  /** `status`; default: the object itself. */
  readonly subresource?: string;
}

interface ListAnswer<T> {
  readonly items: readonly T[] | null;
  readonly metadata: {
    readonly resourceVersion?: string;
    readonly continue?: string;
    readonly remainingItemCount?: number;
  };
}

/** Items of a list do not say what they are. */
function toList<T extends ApiObject>({ items, metadata }: ListAnswer<T>, type: ResourceType): ObjectList<T> {
  const { kind } = type;
  const apiVersion = formatGroupVersion(type);
  const { resourceVersion = "", continue: next, remainingItemCount } = metadata;
  return {
    items: (items ?? []).map((item) => ({ ...item, kind, apiVersion })),
    resourceVersion,
    ...(next ? { continue: next } : {}),
    ...(remainingItemCount === undefined ? {} : { remainingItemCount }),
  };
}
