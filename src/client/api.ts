/**
 * Requests for the objects of one type. Every method accepts an AbortSignal. An error response of the server is thrown
 * as a `StatusError`.
 *
 *     const pods = client.api(pod, "default");
 * for await (const { type, object } of pods.watch({ labelSelector: "app=web" })) console.log(type,
 * object.metadata.name);
 */
import { formatGroupVersion } from "../meta/group-version.ts";
import type { ApiObject } from "../meta/object-meta.ts";
import type { StatusResponse } from "../meta/status.ts";
import { listAll, listExactly } from "./complete-list.ts";
import type { BodyEncodings } from "./encoding/body-encodings.ts";
import type { ObjectHistory, PastOptions } from "./object-history.ts";
import type { ObjectList } from "./object-list.ts";
import { errorOfStatus } from "./read-response.ts";
import {
  type ApplyOptions,
  type DeleteCallOptions,
  deleteBody,
  type ListOptions,
  listQuery,
  type PatchType,
  type Representation,
  type RequestParts,
  type RequestTarget,
  type ResourceType,
  type RowOptions,
  type WatchOptions,
  type WriteOptions,
  watchQuery,
  writeQuery,
} from "./requests.ts";
import type { Transport, TransportResponse } from "./transport.ts";

/**
 * A change of an object, with the object's state after the change. A DELETED event has the last state. In a BOOKMARK
 * event, only `metadata.resourceVersion` is meaningful.
 */
export interface WatchEvent<T> {
  readonly type: "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK";
  readonly object: T;
}

/** A list as printable rows, in the server's Table format. `cells` are in the order of `columnDefinitions`. */
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

/**
 * A watch event whose object is a Table with one row, for the changed object. Only the first event of a watch has
 * column definitions.
 */
export interface TableEvent<T> {
  readonly type: WatchEvent<T>["type"];
  readonly object: Omit<Table<T>, "columnDefinitions"> & {
    readonly columnDefinitions: Table<T>["columnDefinitions"] | null;
  };
}

/** An object to create. `kind` and `apiVersion` are optional, because the Api fills them in. */
export type NewObject<T extends ApiObject> = Omit<T, "kind" | "apiVersion"> & Partial<Pick<T, "kind" | "apiVersion">>;

/** The body of a server-side apply: any subset of the object's fields. */
export type FieldsToApply<T> = T extends readonly (infer Item)[]
  ? readonly FieldsToApply<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]?: FieldsToApply<T[Name]> | null }
    : T;

/** Options of the `Api` constructor. Programs usually call `client.api()` instead. */
export interface ApiOptions {
  /** Sends the requests. */
  readonly transport: Transport;
  /** The type of the objects. */
  readonly type: ResourceType;
  /** Empty for all namespaces, or for a cluster-scoped type. */
  readonly namespace: string;
  /** API group of documents about objects of any type, such as Table: `meta.orch.io` or `meta.k8s.io`. */
  readonly metaGroup: string;
  /** Whether responses contain only the metadata of objects. Default: false. */
  readonly metadataOnly?: boolean;
  /** Encode requests and decode responses. */
  readonly encodings: BodyEncodings;
}

/**
 * The objects of one type, in one namespace or in all namespaces. `client.api()` creates it.
 *
 * Every method throws a `StatusError` if the server responds with an error, and a `ConnectionError` if it does not
 * respond. An aborted `signal` rejects the call with the reason of the abort.
 * @example
 * ```ts
 * const maps = client.api(configMap, "default");
 * const created = await maps.create({ metadata: { name: "settings" }, data: { colour: "blue" } });
 * await maps.update({ ...created, data: { colour: "red" } });
 * await maps.delete("settings");
 * ```
 */
export class Api<T extends ApiObject = ApiObject> {
  readonly type: ResourceType;
  readonly namespace: string;
  readonly #options: ApiOptions;

  constructor(options: ApiOptions) {
    this.#options = options;
    this.type = options.type;
    this.namespace = options.namespace;
  }

  /** Returns the same Api for another namespace. @param namespace empty for all namespaces */
  in(namespace: string): Api<T> {
    return new Api<T>({ ...this.#options, namespace });
  }

  /**
   * Reads one object.
   * @param name must not be empty
   * @param options `resourceVersion` is the oldest acceptable version; "0" accepts any version. `at` is an earlier state
   * @throws StatusError 404 if the object does not exist, 410 if the state at `at` is no longer kept
   */
  async get(
    name: string,
    options: { readonly resourceVersion?: string; readonly signal?: AbortSignal } & PastOptions = {},
  ): Promise<T> {
    const { signal, ...query } = options;
    return await this.#request({ method: "GET", target: this.#objectTarget(name), query, signal });
  }

  /**
   * Reads the changes of an object, newest first. Only servers of this project support it.
   * @param name must not be empty; it may be the name of a deleted object
   * @param options `limit` is the number of changes, at most 500. `before` excludes this version and later ones
   * @throws StatusError 404 if the history has no such object
   */
  async history(
    name: string,
    options: { readonly limit: number; readonly before?: string; readonly signal?: AbortSignal },
  ): Promise<ObjectHistory<T>> {
    const { limit, before, signal } = options;
    return await this.#request({
      method: "GET",
      target: this.#objectTarget(name),
      query: { history: limit, before },
      signal,
    });
  }

  /**
   * Reads the objects that the selectors select: at most `limit` of them, or all of them without a `limit`. Pass the
   * returned `continue` token to read the next chunk.
   * @throws StatusError 410 if the continue token or the `resourceVersion` has expired
   * @throws InexactListError if the server responds to `resourceVersionMatch: "Exact"` with another version
   */
  async list(options: ListOptions = {}): Promise<ObjectList<T>> {
    const isExact = options.resourceVersionMatch === "Exact" && options.continue === undefined;
    return isExact ? await listExactly(this.#listOnce, options) : await this.#listOnce(options);
  }

  /**
   * Reads all objects of one state of the collection, in chunks of `limit` objects (default: 500). If the continue
   * token expires before the last chunk, the whole list is read again in one request.
   * @param options selectors, version and the maximum number of objects per request
   * @throws StatusError 410 if `resourceVersionMatch` is "Exact" and this version has expired
   */
  async listAll(options: Omit<ListOptions, "continue"> = {}): Promise<ObjectList<T>> {
    return await listAll(this.#listOnce, options);
  }

  readonly #listOnce = async (options: ListOptions): Promise<ObjectList<T>> => {
    const response = await this.#request<ListResponse<T>>({
      method: "GET",
      target: this.#collectionTarget(),
      query: listQuery(options),
      signal: options.signal,
    });
    return toList(response, this.type);
  };

  /**
   * Reads all objects of one state of the collection, and yields them in chunks of at most `limit` objects. @throws
   * StatusError 410 if the continue token expires before the last chunk
   * @param options selectors, version and the maximum number of objects per chunk
   */
  async *chunks(options: Omit<ListOptions, "continue"> & { readonly limit: number }): AsyncIterable<ObjectList<T>> {
    let list = await this.list(options);
    yield list;
    while (list.continue !== undefined) {
      const { resourceVersion: _, resourceVersionMatch: __, ...rest } = options;
      list = await this.list({ ...rest, continue: list.continue });
      yield list;
    }
  }

  /** Reads the list as printable rows. @param options with `name`, the table has only the row of this object */
  async table(options: ListOptions & RowOptions & { readonly name?: string } = {}): Promise<Table<T>> {
    const { name, signal, ...query } = options;
    const target = name === undefined ? this.#collectionTarget() : this.#objectTarget(name);
    return await this.#request({ method: "GET", target, query, as: this.#as("Table"), signal });
  }

  /**
   * Yields changes until the server ends the watch, `signal` is aborted, or the caller leaves the loop. For a watch
   * that reconnects by itself, use `resumingWatch()` or an `Informer`.
   * @throws StatusError if the server rejects the watch or sends an ERROR event, usually 410 for an expired
   * `resourceVersion`
   */
  watch(options: WatchOptions = {}): AsyncIterable<WatchEvent<T>> {
    return this.#watchEvents<WatchEvent<T>>(options);
  }

  /** Watches like `watch()`, but yields printable rows instead of objects. */
  watchTable(options: WatchOptions & RowOptions = {}): AsyncIterable<TableEvent<T>> {
    return this.#watchEvents<TableEvent<T>>(options, this.#as("Table"));
  }

  /**
   * Creates an object.
   * @param object its `metadata.namespace` overrides the namespace of the Api
   * @returns the object as the server stored it
   * @throws StatusError 409 AlreadyExists, or 422 if the object is invalid
   * @throws TypeError if neither the object nor the Api names a namespace, and the type is namespaced
   */
  async create(object: NewObject<T>, options: WriteOptions = {}): Promise<T> {
    const body = this.#withTypeMeta(object);
    const target = { ...this.#collectionTarget(), namespace: this.#namespaceOf(body) };
    return await this.#request({ method: "POST", target, query: writeQuery(options), body, signal: options.signal });
  }

  /**
   * Replaces an object.
   * @param object if it has a `metadata.resourceVersion`, the update succeeds only on this version
   * @returns the object as the server stored it
   * @throws StatusError 409 if the object has changed since it was read, or 422 if the new state is invalid
   */
  async update(object: T, options: WriteOptions = {}): Promise<T> {
    return await this.#put(object, "", options);
  }

  /**
   * Replaces only the status of an object.
   * @param object the object with its new status; changes of its spec are ignored
   * @returns the whole object
   * @throws StatusError 409 if the object has changed
   * since it was read
   */
  async updateStatus(object: T, options: WriteOptions = {}): Promise<T> {
    return await this.#put(object, "status", options);
  }

  /**
   * Changes an object by a patch.
   * @param type format of the patch
   * @param patch an array of operations for "json", otherwise a partial object
   * @param name name of the object, not empty
   * @returns the changed object
   * @throws StatusError 404, 409, or 422 if the patch or the result is invalid
   */
  async patch(
    name: string,
    type: PatchType,
    patch: unknown,
    options: WriteOptions & SubresourceOptions = {},
  ): Promise<T> {
    return await this.#request({
      method: "PATCH",
      target: this.#objectTarget(name, options.subresource),
      query: writeQuery(options),
      patch: type,
      body: patch,
      signal: options.signal,
    });
  }

  /**
   * Sets the given fields by server-side apply, and creates the object if it does not exist.
   * @param object the fields that `options.fieldManager` wants to own. Fields that it owned and leaves out are removed
   * @param name name of the object, not empty
   * @returns the object as the server stored it
   * @throws StatusError 409 with one cause per field that another manager owns, unless `options.force` is set
   */
  async apply(name: string, object: FieldsToApply<T>, options: ApplyOptions & SubresourceOptions): Promise<T> {
    const { metadata } = object as { readonly metadata?: object };
    return await this.#request({
      method: "PATCH",
      target: this.#objectTarget(name, options.subresource),
      query: { ...writeQuery(options), force: options.force },
      patch: "apply",
      body: this.#withTypeMeta({ ...object, metadata: { ...metadata, name } }),
      signal: options.signal,
    });
  }

  /**
   * Deletes an object.
   * @param name name of the object, not empty
   * @returns the object if it is still being deleted or the kind returns it, otherwise a Status
   * @throws StatusError 404, or 409 if a precondition fails
   */
  async delete(name: string, options: DeleteCallOptions = {}): Promise<T | StatusResponse> {
    const parts = {
      method: "DELETE",
      target: this.#objectTarget(name),
      body: deleteBody(options),
      signal: options.signal,
    };
    return await this.#request(parts);
  }

  /**
   * Deletes all objects that the selectors select. @param selected without selectors, every object of the Api is
   * deleted
   */
  async deleteCollection(selected: ListOptions = {}, options: DeleteCallOptions = {}): Promise<void> {
    await this.#request({
      method: "DELETE",
      target: this.#collectionTarget(),
      query: listQuery(selected),
      body: deleteBody(options),
      signal: options.signal,
    });
  }

  /**
   * Reads a subresource, such as `scale`.
   * @param name name of the object, not empty
   * @param subresource name of the subresource, such as `scale`
   * @param options `signal` aborts the request
   * @throws StatusError 404
   */
  async getSubresource<S>(
    name: string,
    subresource: string,
    options: { readonly signal?: AbortSignal } = {},
  ): Promise<S> {
    return await this.#request({
      method: "GET",
      target: this.#objectTarget(name, subresource),
      signal: options.signal,
    });
  }

  /**
   * Replaces a subresource, such as `scale`.
   * @param name name of the object, not empty
   * @param subresource name of the subresource, such as `scale`
   * @param document the new state of the subresource
   * @throws StatusError 404, 409, or 422
   */
  async updateSubresource<S>(name: string, subresource: string, document: S, options: WriteOptions = {}): Promise<S> {
    return await this.#request({
      method: "PUT",
      target: this.#objectTarget(name, subresource),
      query: writeQuery(options),
      body: document,
      signal: options.signal,
    });
  }

  /**
   * Creates a subresource of an object, such as `eviction` or `binding`.
   * @param name name of the object, not empty
   * @param subresource name of the subresource, such as `eviction`
   * @param document the object to create, such as an Eviction
   * @throws StatusError 404, 409, 422, or 429 if a
   * PodDisruptionBudget forbids the eviction
   */
  async post<S>(name: string, subresource: string, document: unknown, options: WriteOptions = {}): Promise<S> {
    return await this.#request({
      method: "POST",
      target: this.#objectTarget(name, subresource),
      query: writeQuery(options),
      body: document,
      signal: options.signal,
    });
  }

  async *#watchEvents<E>({ signal, ...query }: WatchOptions & RowOptions, as?: Representation): AsyncIterable<E> {
    const parts = { method: "GET", target: this.#collectionTarget(), query: watchQuery(query), signal };
    const response = await this.#send(as ? { ...parts, as } : parts);
    for await (const event of this.#options.encodings.readEvents(response)) {
      const { type, object } = event as { readonly type: string; readonly object: StatusResponse };
      if (type === "ERROR") throw errorOfStatus(object);
      yield event as E;
    }
  }

  #as(kind: Representation["kind"]): Representation {
    return { kind, group: this.#options.metaGroup };
  }

  async #put(object: T, subresource: string, options: WriteOptions): Promise<T> {
    const body = this.#withTypeMeta(object);
    const target = { ...this.#objectTarget(body.metadata.name ?? "", subresource), namespace: this.#namespaceOf(body) };
    return await this.#request({ method: "PUT", target, query: writeQuery(options), body, signal: options.signal });
  }

  #collectionTarget(): RequestTarget {
    return { type: this.type, namespace: this.namespace, name: "", subresource: "" };
  }

  #objectTarget(name: string, subresource = ""): RequestTarget {
    if (name === "") throw new TypeError(`a ${this.type.kind} has a name`);
    return { ...this.#collectionTarget(), name, subresource };
  }

  /** Returns the namespace of the object, or else that of the Api. */
  #namespaceOf({ metadata }: ApiObject): string {
    if (!this.type.namespaced) return "";
    const namespace = metadata.namespace || this.namespace;
    if (namespace === "") throw new TypeError(`a ${this.type.kind} needs metadata.namespace, or an Api of a namespace`);
    return namespace;
  }

  #withTypeMeta(object: object): ApiObject {
    return { kind: this.type.kind, apiVersion: formatGroupVersion(this.type), ...object } as ApiObject;
  }

  async #request<A = T>(parts: RequestParts): Promise<A> {
    return (await this.#options.encodings.read(await this.#send(parts))) as A;
  }

  async #send(parts: RequestParts): Promise<TransportResponse> {
    const { metadataOnly, encodings, transport } = this.#options;
    return await encodings.send(transport, metadataOnly ? this.#asMetadataRequest(parts) : parts);
  }

  /** Requests only metadata, as a PartialObjectMetadata or a list of them. Deleting a collection also returns a list. */
  #asMetadataRequest(parts: RequestParts): RequestParts {
    if (parts.as) return parts;
    const isOfCollection = parts.target.name === "" && (parts.method === "GET" || parts.method === "DELETE");
    const isList = isOfCollection && parts.query?.["watch"] === undefined;
    return { ...parts, as: this.#as(isList ? "PartialObjectMetadataList" : "PartialObjectMetadata") };
  }
}

/** Options of requests that may address a subresource. */
export interface SubresourceOptions {
  /** `status`, for example. Default: the object itself. */
  readonly subresource?: string;
}

interface ListResponse<T> {
  readonly items: readonly T[] | null;
  readonly metadata: {
    readonly resourceVersion?: string;
    readonly continue?: string;
    readonly remainingItemCount?: number;
  };
}

/** Adds the kind and apiVersion to each item, because the server leaves them out of lists. */
function toList<T extends ApiObject>({ items, metadata }: ListResponse<T>, type: ResourceType): ObjectList<T> {
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
