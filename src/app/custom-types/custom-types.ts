/**
 * Serves the types that the definitions in the store declare. Each process of a server follows the definitions, and has each change
 * before the response of its write is sent.
 */
import type { CustomResourceDefinitionVersion } from "../../api/apiextensions/v1/custom-resource-definition-version.ts";
import { customResourceDefinition } from "../../api/index.ts";
import { assert } from "../../base/assert.ts";
import type { ReadonlyJsonObject } from "../../base/json-object.ts";
import { equalJson } from "../../base/json-tree.ts";
import type { Logger } from "../../base/logger.ts";
import type { ObjectConsumer } from "../../base/object-consumer.ts";
import { type CacheContents, FollowerGroup, ObjectFollower } from "../../cache/index.ts";
import type { ConverterServices } from "../../conversion/index.ts";
import { type CustomKindVersion, customHooks, customKinds, type TypeDefinition } from "../../kinds/index.ts";
import type { GroupResource } from "../../meta/group-version.ts";
import { notAllowedWhileTerminating } from "../../meta/status-error.ts";
import { Resource } from "../../registry/index.ts";
import type { KindHooks } from "../../schema/index.ts";
import {
  type EndpointHandler,
  type EndpointOptions,
  isCustom,
  type OffloadedDefinition,
  type ResourceTable,
  type ServedResource,
  type StoredResources,
  serveConvertedVersion,
  serveStoredVersion,
} from "../../server/index.ts";
import { conversionOf } from "./definition-conversion.ts";
import type { DefinitionMetrics } from "./definition-metrics.ts";
import { type DefinitionSummary, summaryOf, typeOf, wholeDefinition } from "./definition-summary.ts";

/** The parts of a cluster with which custom types are served. */
export interface CustomTypesOptions {
  /** Include that of the definitions. */
  readonly resources: StoredResources;
  readonly table: ResourceTable;
  readonly endpoints: EndpointOptions;
  /** Contents of caches by the prefix of their keys. A cache without an entry reads the engine on first use. */
  readonly caches?: ReadonlyMap<string, CacheContents> | undefined;
  /** Services of the webhooks that convert objects. */
  readonly conversions: ConverterServices;
  /** Whether the definitions are read from the store. Otherwise the caller passes them (`learn`). */
  readonly follows: boolean;
  readonly logger: Logger;
  readonly metrics: DefinitionMetrics;
}

/** A type that is served. */
interface ServedType {
  readonly resource: Resource;
  readonly versions: readonly string[];
  readonly source: SchemaSource;
}

/** The definition from which schemas are read when they are needed. */
interface SchemaSource {
  /** Replaced by a later state of the definition with the same schemas, so that only one state stays in memory. */
  summary: DefinitionSummary;
}

/** Called with the name of a definition that has changed, and with its new state. Undefined if it was deleted. */
export type DefinitionListener = (name: string, summary: DefinitionSummary | undefined) => void;

/** The custom types of a server. */
export class CustomTypes implements AsyncDisposable {
  readonly #options: CustomTypesOptions;
  readonly #summaries = new Map<string, DefinitionSummary>();
  /** The names of the definitions of each group. A change concerns only the definitions of its group. */
  readonly #namesByGroup = new Map<string, Set<string>>();
  readonly #served = new Map<string, ServedType>();
  /** Undefined if the definitions are not read from the store. */
  readonly #group: FollowerGroup | undefined;
  readonly #definitions: Resource;
  #listener: DefinitionListener | undefined;
  /** Definitions that were known before the store is read again, and were not read yet. */
  #unconfirmed = new Set<string>();

  constructor(options: CustomTypesOptions) {
    this.#options = options;
    const definitions = options.resources.get(customResourceDefinition);
    assert(definitions, "definitions are stored");
    this.#definitions = definitions;
    if (!options.follows) return;
    const { feed } = definitions.services;
    const follower = new ObjectFollower({
      feed,
      prefix: definitions.prefix,
      format: definitions.cache.format,
      consumer: this.#consumer(),
    });
    this.#group = new FollowerGroup(feed, [follower]);
  }

  /** Definitions by their names. */
  get summaries(): ReadonlyMap<string, DefinitionSummary> {
    return this.#summaries;
  }

  /** Returns the definitions of a group. */
  summariesIn(group: string): readonly DefinitionSummary[] {
    const names = [...(this.#namesByGroup.get(group) ?? [])];
    return names.map((name) => this.#summaries.get(name)).filter((summary) => summary !== undefined);
  }

  /** The resources that store the objects of custom types. */
  get resources(): readonly Resource[] {
    return [...this.#served.values()].map(({ resource }) => resource);
  }

  /** Returns the resource that stores the objects of a type. Undefined if the type is not served. */
  resourceOf(definitionName: string): Resource | undefined {
    return this.#served.get(definitionName)?.resource;
  }

  /** Serves the type that a definition declares. Does nothing if it is served in this way already. */
  learn(name: string, json: Buffer): void {
    this.#set(name, summaryOf(json));
  }

  /** Returns the definition of a resource. Undefined if the resource is not custom. */
  documentOf({ group, resource }: GroupResource): OffloadedDefinition | undefined {
    const name = `${resource}.${group}`;
    const summary = this.#served.has(name) ? this.#summaries.get(name) : undefined;
    return summary && { name, json: summary.json };
  }

  /** Sets the function that is called for each change, and calls it for each definition. */
  listen(listener: DefinitionListener): void {
    this.#listener = listener;
    for (const [name, summary] of this.#summaries) listener(name, summary);
  }

  /** Whether all types are served that clients may have seen. If not, wait for `ready` before a type counts as unknown. */
  get isReady(): boolean {
    return this.#group?.isReady ?? true;
  }

  /**
   * Reads the definitions, unless they are known, and waits for changes by other processes of the server.
   * @throws StorageError
   */
  async ready(): Promise<void> {
    await this.#group?.ready();
    for (const name of this.#unconfirmed) this.#delete(name);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#group?.[Symbol.dispose]();
  }

  #consumer(): ObjectConsumer {
    return {
      set: (name, json) => this.#set(name, summaryOf(json)),
      delete: (name) => this.#delete(name),
      // The types are served until the definitions were read again. `ready` then withdraws those that no longer exist.
      clear: () => {
        this.#unconfirmed = new Set(this.#summaries.keys());
      },
    };
  }

  #delete(name: string): void {
    this.#unconfirmed.delete(name);
    const summary = this.#summaries.get(name);
    if (!summary) return;
    this.#summaries.delete(name);
    const { group } = summary.definition.spec;
    const names = this.#namesByGroup.get(group);
    names?.delete(name);
    if (names?.size === 0) this.#namesByGroup.delete(group);
    this.#withdraw(name);
    this.#listener?.(name, undefined);
  }

  #set(name: string, summary: DefinitionSummary): void {
    this.#unconfirmed.delete(name);
    const previous = this.#summaries.get(name);
    this.#summaries.set(name, summary);
    if (!previous) this.#addToGroup(name, summary);
    if (previous?.servedState !== summary.servedState) {
      if (previous && previous.definition.metadata.uid !== summary.definition.metadata.uid) this.#withdraw(name);
      if (summary.isEstablished) this.#attemptToServe(name, summary);
      else this.#withdraw(name);
    } else {
      const served = this.#served.get(name);
      if (served) served.source.summary = summary;
    }
    this.#listener?.(name, summary);
  }

  #addToGroup(name: string, { definition }: DefinitionSummary): void {
    const { group } = definition.spec;
    const names = this.#namesByGroup.get(group);
    if (names) names.add(name);
    else this.#namesByGroup.set(group, new Set([name]));
  }

  /** An older release may have stored a definition that cannot be served. It must not end the stream of changes. */
  #attemptToServe(name: string, summary: DefinitionSummary): void {
    try {
      this.#serve(name, summary);
    } catch (error) {
      this.#options.logger.error("a custom type cannot be served", error, { definition: name });
      this.#withdraw(name);
    }
  }

  /** Adds the endpoints of a type to the table, or replaces them. */
  #serve(name: string, summary: DefinitionSummary): void {
    const { table, endpoints } = this.#options;
    const type = typeOf(summary);
    if (this.#isBuiltIn(type)) return;
    const previous = this.#served.get(name);
    const source: SchemaSource = { summary };
    const kinds = customKinds(type, this.#definitions.services.vocabulary, schemaReader(source));
    const { services } = this.#definitions;
    const reviewGroup = this.#definitions.kind.group;
    const remoteConversion = conversionOf(summary, { reviewGroup, services: this.#options.conversions });
    const hooks = { ...hooksOf(kinds.stored), remoteConversion };
    const former = previous && showsSameForms(previous.source.summary, summary) ? previous.resource : undefined;
    const resource = new Resource(kinds.stored.declaration, hooks, services, former);
    if (resource.cache !== previous?.resource.cache) this.#replaceCache(resource, previous?.resource);
    const entries = kinds.served.map((version) => serveVersion(resource, version, endpoints));
    const versions = kinds.served.map(({ declaration }) => declaration.version);
    for (const version of previous?.versions ?? []) table.remove(type.group, version, type.plural);
    // A watch does not say in which version it is, so all of them end.
    if (previous?.versions.some((version) => !versions.includes(version))) resource.cache.endWatches();
    for (const entry of entries) table.add(summary.isTerminating ? withoutCreation(entry) : entry);
    this.#served.set(name, { resource, source, versions });
    this.#options.metrics.count(summary.definition, versions, previous ? "update" : "add");
  }

  #withdraw(name: string): void {
    const served = this.#served.get(name);
    if (!served) return;
    this.#served.delete(name);
    const { kind, cache } = served.resource;
    for (const version of served.versions) this.#options.table.remove(kind.group, version, kind.resource);
    cache.onInterrupted();
    this.#options.metrics.count(served.source.summary.definition, served.versions, "remove");
  }

  /** Ends the watches of the previous cache, and fills the new one if its contents are known. */
  #replaceCache({ cache }: Resource, previous: Resource | undefined): void {
    previous?.cache.onInterrupted();
    const contents = this.#options.caches?.get(cache.fullKey(""));
    if (contents && !previous) cache.startWith(contents);
  }

  /** Whether the names are those of a built-in resource, which no definition replaces. */
  #isBuiltIn({ group, plural, versions }: TypeDefinition): boolean {
    const { table } = this.#options;
    return versions.some(({ name }) => {
      const served = table.version(group, name)?.resources.get(plural);
      return served !== undefined && !isCustom(served.endpoint);
    });
  }
}

/**
 * Whether objects in the cache keep their forms in all versions. The cache holds forms that were made with the schema and the selectable
 * fields of a version.
 */
function showsSameForms(previous: DefinitionSummary, summary: DefinitionSummary): boolean {
  // The form that is stored is compared by the resource.
  if (previous.definition.spec.versions.length === 1) return true;
  const { versions } = wholeDefinition(summary).spec;
  return wholeDefinition(previous).spec.versions.every((version) => {
    const now = versions.find(({ name }) => name === version.name);
    return now && equalJson(formOf(version), formOf(now));
  });
}

function formOf({ schema, selectableFields }: CustomResourceDefinitionVersion): unknown {
  return [schema?.openAPIV3Schema, selectableFields];
}

/** Returns a function that reads the schema of a version. */
function schemaReader(source: SchemaSource): (version: string) => ReadonlyJsonObject | undefined {
  return (version) => {
    const found = wholeDefinition(source.summary).spec.versions.find((one) => one.name === version);
    return found?.schema?.openAPIV3Schema as ReadonlyJsonObject | undefined;
  };
}

function serveVersion(resource: Resource, version: CustomKindVersion, endpoints: EndpointOptions): ServedResource {
  const { declaration } = version;
  return declaration.storedAs
    ? serveConvertedVersion(resource, { declaration, hooks: hooksOf(version) }, endpoints)
    : serveStoredVersion(resource, endpoints);
}

function hooksOf({ declaration, definition }: CustomKindVersion): KindHooks {
  const { members } = declaration.schema;
  assert(members, "the schema of a custom type has members");
  return customHooks({ definition, members });
}

/** Verbs that discovery does not list for a type that is being deleted. */
const writeVerbs: ReadonlySet<string> = new Set(["create", "patch", "update"]);

/** Returns the endpoints of a type that is being deleted. Its objects can no longer be created. */
function withoutCreation({ endpoint, subresources }: ServedResource): ServedResource {
  const create: EndpointHandler = async (_call, { verb }) => {
    throw notAllowedWhileTerminating(endpoint.resourceKind, verb);
  };
  const listedVerbs = Object.keys(endpoint.handlers).filter((verb) => !writeVerbs.has(verb));
  return { endpoint: { ...endpoint, handlers: { ...endpoint.handlers, create }, listedVerbs }, subresources };
}
