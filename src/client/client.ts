/** The client of one server. It creates Apis for the types that the server serves. */
import { parseGroupVersion } from "../meta/group-version.ts";
import type { ApiObject } from "../meta/object-meta.ts";
import { allSpellings, group as groupToken, type VocabularyName, vocabularies } from "../meta/vocabulary.ts";
import type { KindNames } from "../schema/index.ts";
import { Api, type ApiOptions } from "./api.ts";
import { type DiscoveredType, Discovery, type ServedTypes } from "./discovery.ts";
import { type BodyEncoding, type EncodingLoader, type EncodingName, encodingNames } from "./encoding/body-encoding.ts";
import { BodyEncodings } from "./encoding/body-encodings.ts";
import { JsonEncoding } from "./encoding/json-encoding.ts";
import { type JsonForm, readResponse } from "./read-response.ts";
import { type ResourceType, rootOf } from "./requests.ts";
import { type RetryOptions, retrying } from "./retry.ts";
import type { Transport } from "./transport.ts";

/** Options of the `Client` constructor. */
export interface ClientOptions {
  /** Sends the requests. The client closes it when it is disposed. */
  readonly transport: Transport;
  /**
   * The API groups and labels that the server uses: `orch` (`*.orch.io`) or `kubernetes` (`*.k8s.io`). Default: `orch`.
   */
  readonly vocabulary?: VocabularyName;
  /** Which requests are repeated, and the maximum rate of requests. */
  readonly retry?: RetryOptions;
  /**
   * Parser and serializer of bodies. A replacement can preserve integers above 2^53, which `JSON` rounds. Default:
   * `JSON`.
   */
  readonly json?: JsonForm;
  /**
   * The preferred encoding of bodies. Encodings other than `json` need `loadEncoding`. Default: `json`.
   */
  readonly contentType?: EncodingName;
  /** Loads the encoding `contentType`. `connect()` sets it; pass `loadEncoding` of `orch/client` in other cases. */
  readonly loadEncoding?: EncodingLoader;
  /** The user's default namespace. Default: `default`. */
  readonly namespace?: string;
}

/**
 * A client of one server. It creates Apis of types, and discovers the types that the server serves. Close or dispose it to
 * close its connections.
 * @example
 * ```ts
 * await using client = new Client({ transport: new H2Transport({ url: "https://127.0.0.1:6443" }) });
 * const { items } = await client.api(pod, "default").list();
 * ```
 */
export class Client implements AsyncDisposable {
  /** The transport of the options, with retries of rejected requests as `retry` describes. */
  readonly transport: Transport;
  /** The namespace that the configuration names, for `client.api(pod, client.namespace)`. */
  readonly namespace: string;
  readonly #options: ClientOptions;
  readonly #discovery: Discovery;
  readonly #encodings: BodyEncodings;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.namespace = options.namespace ?? "default";
    this.transport = retrying(options.transport, options.retry);
    this.#encodings = new BodyEncodings(new JsonEncoding(options.json ?? JSON), preferredEncoding(options));
    // A client finds the types of any server, so that it can find out the server's vocabulary.
    const discoveryGroup = groupToken("apidiscovery");
    const preferred = vocabularies[this.#vocabulary].bind(discoveryGroup);
    this.#discovery = new Discovery(this.transport, [...new Set([preferred, ...allSpellings(discoveryGroup)])]);
  }

  /**
   * Returns the Api of a kind that `orch/api` declares, or of a custom type that `orch types` has printed. Sends no
   * request.
   * @param namespace empty for all namespaces
   * @param names a kind, such as `configMap`
   */
  api<T extends ApiObject>(names: KindNames<T>, namespace = ""): Api<T> {
    const { group, version, kind, plural, scope } = names;
    const bound = vocabularies[this.#vocabulary].bind(group);
    return this.resource<T>({ group: bound, version, kind, plural, namespaced: scope === "Namespaced" }, namespace);
  }

  /**
   * Returns the Api of a type that the program has no declaration of, for example of a `DiscoveredType`. Sends no
   * request.
   * @param namespace empty for all namespaces
   * @param type group, version, kind and plural of the type
   */
  resource<T extends ApiObject = ApiObject>(type: ResourceType, namespace = ""): Api<T> {
    return new Api<T>(this.#apiOptions(type, namespace));
  }

  /**
   * Returns an Api that reads and returns only the metadata of objects. Requests and responses are smaller. @param
   * namespace empty for all namespaces
   * @param type group, version, kind and plural of the type
   */
  metadata(type: ResourceType, namespace = ""): Api {
    return new Api({ ...this.#apiOptions(type, namespace), metadataOnly: true });
  }

  /**
   * Reads the types of a group version that the server serves, without subresources.
   * @param apiVersion `apps/v1`
   * @param options `signal` aborts the request
   * @throws StatusError 404 if the server does not serve the group version
   */
  async discover(
    apiVersion: string,
    options: { readonly signal?: AbortSignal } = {},
  ): Promise<readonly DiscoveredType[]> {
    const { group = "", version = apiVersion } = parseGroupVersion(apiVersion) ?? {};
    const list = await this.read<ResourceList>(rootOf({ group, version }), options);
    return list.resources
      .filter(({ name }) => !name.includes("/"))
      .map(({ name, kind, namespaced, verbs }) => ({ group, version, kind, plural: name, namespaced, verbs }));
  }

  /**
   * Reads the names of all group versions that the server serves. In each group, the preferred version is first.
   * @param options `signal` aborts the request
   */
  async groupVersions(options: { readonly signal?: AbortSignal } = {}): Promise<readonly string[]> {
    const [core, others] = await Promise.all([
      this.read<{ readonly versions: readonly string[] }>("/api", options),
      this.read<GroupList>("/apis", options),
    ]);
    const named = others.groups.flatMap(({ versions, preferredVersion }) => {
      const all = versions.map(({ groupVersion }) => groupVersion);
      return [preferredVersion.groupVersion, ...all.filter((one) => one !== preferredVersion.groupVersion)];
    });
    return [...core.versions, ...named];
  }

  /**
   * Reads every type in every version that the server serves. Repeated calls are cheap: an unchanged document is not
   * sent again, and the same object is returned.
   * @param options `signal` aborts the request
   */
  async servedTypes(options: { readonly signal?: AbortSignal } = {}): Promise<ServedTypes> {
    return await this.#discovery.read(options.signal);
  }

  /**
   * Reads any JSON document of the server, such as `/version` or `/openapi/v3`.
   * @param target path and query
   * @param options `accept` is the accepted media types. Default: `application/json`
   * @throws StatusError for an error response
   */
  async read<A>(target: string, options: { readonly accept?: string; readonly signal?: AbortSignal } = {}): Promise<A> {
    const { accept = "application/json", signal } = options;
    return await readResponse<A>(await this.transport.send({ method: "GET", target, headers: { accept }, signal }));
  }

  /** Closes the transport, which ends all requests in progress. `await using` calls it at the end of the block. */
  async close(): Promise<void> {
    await this.transport.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #apiOptions(type: ResourceType, namespace: string): ApiOptions {
    const metaGroup = vocabularies[this.#vocabulary].bind(groupToken("meta"));
    return { transport: this.transport, type, namespace, metaGroup, encodings: this.#encodings };
  }

  get #vocabulary(): VocabularyName {
    return this.#options.vocabulary ?? "orch";
  }
}

/** Returns a function that loads the preferred encoding once. Undefined for JSON. */
function preferredEncoding({
  contentType = "json",
  loadEncoding,
  vocabulary = "orch",
  json = JSON,
}: ClientOptions): (() => Promise<BodyEncoding>) | undefined {
  if (!encodingNames.includes(contentType)) {
    throw new TypeError(`contentType must be ${encodingNames.join(", ")}, not ${JSON.stringify(contentType)}`);
  }
  if (contentType === "json") return undefined;
  if (!loadEncoding)
    throw new TypeError(`contentType ${contentType} needs loadEncoding, which Node has and browsers do not`);
  let encoding: Promise<BodyEncoding> | undefined;
  return () => (encoding ??= loadEncoding({ vocabulary, contentType, json }));
}

interface ResourceList {
  readonly resources: readonly {
    readonly name: string;
    readonly kind: string;
    readonly namespaced: boolean;
    readonly verbs: readonly string[];
  }[];
}

interface GroupList {
  readonly groups: readonly {
    readonly versions: readonly { readonly groupVersion: string }[];
    readonly preferredVersion: { readonly groupVersion: string };
  }[];
}
