/** A server, as a program sees it: Apis of the types that it serves. */
import { parseGroupVersion } from "../meta/group-version.ts";
import type { ApiObject } from "../meta/object-meta.ts";
import { group as groupToken, type VocabularyName, vocabularies } from "../meta/vocabulary.ts";
import type { KindDeclaration } from "../schema/index.ts";
import { Api, type ApiOptions } from "./api.ts";
import { type DiscoveredType, Discovery, type ServedTypes } from "./discovery.ts";
import { type JsonForm, readAnswer } from "./read-answer.ts";
import { type ResourceType, rootOf } from "./requests.ts";
import { type RetryOptions, retrying } from "./retry.ts";
import type { Transport } from "./transport.ts";

/** How a client reaches its server. */
export interface ClientOptions {
  readonly transport: Transport;
  /** The names that the server uses. Default: `orch`. */
  readonly vocabulary?: VocabularyName;
  /** What is tried again. */
  readonly retry?: RetryOptions;
  /** How answers and bodies become values and back, where integers may not be rounded. Default: `JSON`. */
  readonly json?: JsonForm;
  /** Where its user works. Default: `default`. */
  readonly namespace?: string;
}

/** Gives Apis of types, and tells which types there are. */
export class Client implements AsyncDisposable {
  /** As it was given, but for requests that are put off: those are made again. */
  readonly transport: Transport;
  /** Where its user works, as the configuration says: `client.api(pod, client.namespace)`. */
  readonly namespace: string;
  readonly #options: ClientOptions;
  readonly #discovery: Discovery;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.namespace = options.namespace ?? "default";
    this.transport = retrying(options.transport, options.retry);
    this.#discovery = new Discovery(this.transport, vocabularies[this.#vocabulary].bind(groupToken("apidiscovery")));
  }

  /** Objects of a declared kind. @param namespace empty: all namespaces */
  api<T extends ApiObject>(declaration: KindDeclaration<T>, namespace = ""): Api<T> {
    const { group, version, kind, plural, scope } = declaration;
    const bound = vocabularies[this.#vocabulary].bind(group);
    return this.resource<T>({ group: bound, version, kind, plural, namespaced: scope === "Namespaced" }, namespace);
  }

  /** Objects of any type. */
  resource<T extends ApiObject = ApiObject>(type: ResourceType, namespace = ""): Api<T> {
    return new Api<T>(this.#apiOptions(type, namespace));
  }

  /** The metadata of objects of any type, and nothing else of them: what is read is smaller, and what is written too. */
  metadata(type: ResourceType, namespace = ""): Api {
    return new Api({ ...this.#apiOptions(type, namespace), metadataOnly: true });
  }

  /** The types of a group version, as the server lists them: what it serves now. @throws StatusError 404 */
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

  /** Every group version that is served, the preferred one of a group first. */
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
   * Every type in every version that is served: the same object as before while that is the same, so that asking again
   * costs little.
   */
  async servedTypes(options: { readonly signal?: AbortSignal } = {}): Promise<ServedTypes> {
    return await this.#discovery.read(options.signal);
  }

  /**
   * Any document of the server: `/version`, `/openapi/v3`.
   * @param options.accept the media types that are understood. Default: JSON
   * @throws StatusError
   */
  async read<A>(target: string, options: { readonly accept?: string; readonly signal?: AbortSignal } = {}): Promise<A> {
    const { accept = "application/json", signal } = options;
    return await readAnswer<A>(await this.transport.send({ method: "GET", target, headers: { accept }, signal }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.transport.close();
  }

  #apiOptions(type: ResourceType, namespace: string): ApiOptions {
    const metaGroup = vocabularies[this.#vocabulary].bind(groupToken("meta"));
    const { json = JSON } = this.#options;
    return { transport: this.transport, type, namespace, metaGroup, json };
  }

  get #vocabulary(): VocabularyName {
    return this.#options.vocabulary ?? "orch";
  }
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
