/**
 * The table of all endpoints, by group, version and resource. All kinds are entries of the same table.
 */
import { compareText } from "../../base/compare-text.ts";
import type { GroupVersion } from "../../meta/group-version.ts";
import { compareVersions } from "../../schema/index.ts";
import type { ResourceRequestInfo } from "../requests/request-info.ts";
import { isCustom, isProxy, type ServedEndpoint } from "./endpoint.ts";

/** Endpoints of one resource in one group version. */
export interface ServedResource {
  /** Serves the objects and their collection. */
  readonly endpoint: ServedEndpoint;
  /** By the subresource's name, such as `status`. */
  readonly subresources: ReadonlyMap<string, ServedEndpoint>;
}

/** All resources of one group version, in one state of the table. A change of a resource replaces its version. */
export interface ServedVersion {
  readonly group: string;
  readonly version: string;
  /** By plural, in the order of registration. */
  readonly resources: ReadonlyMap<string, ServedResource>;
  /** Whether the version has no built-in resources. */
  readonly isAllCustom: boolean;
}

function versionOf({ group, version }: GroupVersion, resources: ReadonlyMap<string, ServedResource>): ServedVersion {
  const isAllCustom = [...resources.values()].every(({ endpoint }) => isCustom(endpoint));
  return { group, version, resources, isAllCustom };
}

/**
 * Whether the request's path has a namespace exactly if the resource needs one. A list may omit it, which lists all
 * namespaces. Paths of a namespace itself have one too.
 */
function isInScope(
  { resourceKind, handlers }: ServedEndpoint,
  { namespace, hasPathName, isOfNamespace }: ResourceRequestInfo,
): boolean {
  if (resourceKind.namespaced) return namespace !== "" || (!hasPathName && handlers.list !== undefined);
  return namespace === "" || isOfNamespace;
}

/** Whether objects of the resource have paths. Bindings and reviews have none, because they can only be posted. */
function hasObjectPaths({ handlers }: ServedEndpoint): boolean {
  return handlers.get !== undefined;
}

/** The table of all endpoints, by group, version and resource. */
export class ResourceTable {
  /** Whether clients can send and request CBOR. */
  readonly servesCbor: boolean;
  readonly #versions = new Map<string, ServedVersion>();
  #revision = 0;
  /** Emptied by each change. */
  #equivalents = new WeakMap<ServedEndpoint, readonly ServedEndpoint[]>();
  /** All versions in the order of discovery. Undefined after a change. */
  #ordered: readonly ServedVersion[] | undefined;
  /** The groups with built-in resources. Undefined after a change. */
  #builtInGroups: ReadonlySet<string> | undefined;

  constructor({ servesCbor = false }: { readonly servesCbor?: boolean } = {}) {
    this.servesCbor = servesCbor;
  }

  /**
   * Increases with every change. Data that is derived from the table, such as discovery, is created again when it
   * differs.
   */
  get revision(): number {
    return this.#revision;
  }

  /**
   * Group versions in the order of discovery: those with built-in resources in the order of registration, then those with custom types
   * only, sorted by group and by version.
   */
  get versions(): Iterable<ServedVersion> {
    this.#ordered ??= inOrder([...this.#versions.values()]);
    return this.#ordered;
  }

  /** Adds a resource. Replaces an earlier one of the same group, version and plural. */
  add(served: ServedResource): void {
    const { group, version, resource } = served.endpoint.resourceKind;
    const key = `${group}/${version}`;
    const resources = new Map(this.#versions.get(key)?.resources);
    resources.set(resource, served);
    this.#versions.set(key, versionOf({ group, version }, resources));
    this.#changed();
  }

  /** Removes a resource of one group version. */
  remove(group: string, version: string, plural: string): void {
    const key = `${group}/${version}`;
    const resources = new Map(this.#versions.get(key)?.resources);
    if (!resources.delete(plural)) return;
    if (resources.size === 0) this.#versions.delete(key);
    else this.#versions.set(key, versionOf({ group, version }, resources));
    this.#changed();
  }

  /**
   * Returns the endpoints of the same resource or subresource in other versions and groups: those whose objects are stored in the same
   * place.
   */
  equivalents(endpoint: ServedEndpoint): readonly ServedEndpoint[] {
    let found = this.#equivalents.get(endpoint);
    if (!found) {
      found = this.#findEquivalents(endpoint);
      this.#equivalents.set(endpoint, found);
    }
    return found;
  }

  #findEquivalents(endpoint: ServedEndpoint): readonly ServedEndpoint[] {
    const { resource, subresource } = endpoint;
    if (!resource) return [];
    return [...this.versions]
      .flatMap(({ resources }) => [...resources.values()])
      .map((served) => (subresource === "" ? served.endpoint : served.subresources.get(subresource)))
      .filter((other): other is ServedEndpoint => other !== endpoint && other?.resource === resource);
  }

  #changed(): void {
    this.#equivalents = new WeakMap();
    this.#ordered = undefined;
    this.#builtInGroups = undefined;
    this.#revision++;
  }

  /** Whether any version of the group has built-in resources. */
  hasBuiltIn(group: string): boolean {
    this.#builtInGroups ??= new Set(
      [...this.#versions.values()].filter(({ isAllCustom }) => !isAllCustom).map((version) => version.group),
    );
    return this.#builtInGroups.has(group);
  }

  /** Returns the resources of a group version. Undefined if it is not served. */
  version(group: string, version: string): ServedVersion | undefined {
    return this.#versions.get(`${group}/${version}`);
  }

  /** Returns the endpoint of a request's path, or undefined if there is none. It may not serve the request's verb. */
  find(info: ResourceRequestInfo): ServedEndpoint | undefined {
    const served = this.version(info.group, info.version)?.resources.get(info.resource);
    if (!served || info.verb === "proxy" || !isInScope(served.endpoint, info)) return undefined;
    if (info.isWatchPath && (info.subresource !== "" || !served.endpoint.handlers.watch)) return undefined;
    const endpoint = info.subresource === "" ? served.endpoint : served.subresources.get(info.subresource);
    if (endpoint === served.endpoint && info.hasPathName && !hasObjectPaths(endpoint)) return undefined;
    return endpoint && (info.proxySegments.length === 0 || isProxy(endpoint)) ? endpoint : undefined;
  }

  /** Returns the resource that serves a kind. Undefined if none does. */
  resourceOfKind(version: GroupVersion, kind: string): string | undefined {
    return this.servedKind(version, kind)?.resource;
  }

  /** Returns the resource that serves a kind, and its scope. Undefined if none does. */
  servedKind(
    { group, version }: GroupVersion,
    kind: string,
  ): { readonly resource: string; readonly isNamespaced: boolean } | undefined {
    for (const [resource, { endpoint }] of this.version(group, version)?.resources ?? []) {
      const { documentKind, resourceKind } = endpoint;
      if (documentKind.kind === kind) return { resource, isNamespaced: resourceKind.namespaced };
    }
    return undefined;
  }

  /** Whether the resource is served in this group version. */
  has(group: string, version: string, plural: string): boolean {
    return this.version(group, version)?.resources.has(plural) ?? false;
  }
}

function inOrder(versions: readonly ServedVersion[]): readonly ServedVersion[] {
  const custom = versions.filter(({ isAllCustom }) => isAllCustom);
  if (custom.length === 0) return versions;
  return [
    ...versions.filter(({ isAllCustom }) => !isAllCustom),
    ...custom.sort((one, other) => compareText(one.group, other.group) || compareVersions(one.version, other.version)),
  ];
}
