/**
 * What is served where: one table from group, version and resource to an endpoint. Built-in kinds, and later custom and
 * remote ones, are entries of the same table.
 */
import type { GroupResource } from "../../meta/group-version.ts";
import type { ApiObject, ManagedFieldsEntry } from "../../meta/object-meta.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import type { BoundKind, Resource, WriteRules } from "../../registry/index.ts";
import type { ConnectionForm, StructSchema } from "../../schema/index.ts";
import type { Call, CallTarget } from "../requests/call.ts";
import type { RequestVerb, ResourceRequestInfo } from "../requests/request-info.ts";
import type { Deprecation } from "./deprecation.ts";
import type { ObjectShape } from "./document-type.ts";

/** Handles the requests of one verb at one endpoint. */
export type Handler = (call: Call, info: ResourceRequestInfo) => Promise<void>;

/** What a verb is handed that serves many endpoints. */
export interface EndpointCall<E extends Endpoint = Endpoint> {
  readonly call: Call;
  readonly info: ResourceRequestInfo;
  readonly endpoint: E;
}

/** A verb of stored objects. */
export type VerbHandler = (request: EndpointCall<StoredEndpoint>) => Promise<void>;

/** How stored objects are shown as another kind or in another version, and take changes through it. */
export interface EndpointView {
  readonly shape: ObjectShape;
  /** What clients get for a stored object, which stays as it is. */
  show(stored: ApiObject): ApiObject;
  /**
   * The stored object with the changes that a document asks for; may change `stored`, which is absent when the document is
   * a new object.
   * @throws StatusError when the document is not valid
   */
  absorb(document: ApiObject, stored: ApiObject | undefined): ApiObject;
  /**
   * Returns what the conversion makes of a document: without defaults, so that a missing field stays missing, and with its
   * empty lists. Absent where the document is not the whole object.
   */
  convert?(document: ApiObject): ApiObject;
  /**
   * Returns the document as clients would read it after it was stored, with what the conversion to the stored form fills in.
   * Absent where the conversion fills in nothing.
   */
  completed?(document: ApiObject): ApiObject;
  /** Who owns fields of what clients see, where that is not as in the stored object. `absorb` takes it back. */
  owners?(stored: ApiObject): readonly ManagedFieldsEntry[];
  /** Rules of writes through this view, in place of those of the stored kind; they see the stored form. */
  readonly rules?: WriteRules | undefined;
  /** How the stored form calls the fields that selectors may name here, where the names differ. */
  readonly fieldLabels: Readonly<Record<string, string | undefined>>;
}

/** One resource or subresource in one group version. */
export interface Endpoint {
  /** Where the objects are stored; absent where they are answered and not kept. */
  readonly resource?: Resource;
  /** The resource in the version that is asked. */
  readonly served: BoundKind;
  /** The resource that the error of a read names if the object is missing. Absent: `served`. */
  readonly missing?: GroupResource;
  /** Empty for the resource itself. */
  readonly subresource: string;
  /** What is served, by name. */
  readonly target: CallTarget;
  /** The kind that clients send and get here; differs from the resource's for some subresources. */
  readonly kind: { readonly group: string; readonly version: string; readonly kind: string };
  /** Older versions of that kind in which clients may send it as well. */
  readonly olderVersions?: readonly string[];
  readonly shape: ObjectShape;
  readonly vocabulary: Vocabulary;
  readonly handlers: Readonly<Partial<Record<RequestVerb, Handler>>>;
  /** Of endpoints that are on their way out: told with every answer. */
  readonly deprecation?: Deprecation;
  /** Of endpoints that lead elsewhere: there are no objects to send or get here. */
  readonly connection?: Connection;
}

export interface Connection {
  readonly form: ConnectionForm;
  /** What a request may tell in its query. */
  readonly options: StructSchema;
  /** For whatever method. */
  readonly connect: Handler;
}

export interface StoredEndpoint extends Endpoint {
  readonly resource: Resource;
  /** Absent where clients see the stored object itself. */
  readonly view?: EndpointView;
}

export function targetOf({ group, version, resource }: BoundKind, subresource: string): CallTarget {
  return { group, version, resource, subresource };
}

export interface ServedResource {
  readonly endpoint: Endpoint;
  readonly subresources: ReadonlyMap<string, Endpoint>;
}

export interface ServedVersion {
  readonly group: string;
  readonly version: string;
  /** By plural, in the order of registration. */
  readonly resources: Map<string, ServedResource>;
}

/**
 * Cluster-scoped resources have no namespace; objects of the others have one. What can be listed can be listed across all
 * namespaces.
 */
function isInScope(
  { served, handlers }: Endpoint,
  { namespace, hasPathName, resource: plural }: ResourceRequestInfo,
): boolean {
  if (served.namespaced) return namespace !== "" || (!hasPathName && handlers.list !== undefined);
  return namespace === "" || plural === "namespaces";
}

/** Returns whether the collection has objects with paths of their own. Bindings and reviews are only posted. */
function hasObjects({ handlers }: Endpoint): boolean {
  return handlers.get !== undefined;
}

/** True where requests of any method, and to any path below, are somebody else's to understand. */
export function passesRequests({ connection }: Endpoint): boolean {
  return connection?.form === "requests";
}

export class ResourceTable {
  readonly #versions = new Map<string, ServedVersion>();
  readonly #groups = new Set<string>();
  #revision = 0;

  /** Rises with every change, for those who derive something from the table. */
  get revision(): number {
    return this.#revision;
  }

  /** Group versions in the order of registration. */
  get versions(): Iterable<ServedVersion> {
    return this.#versions.values();
  }

  add(served: ServedResource): void {
    const { group, version, resource } = served.endpoint.served;
    const key = `${group}/${version}`;
    let entry = this.#versions.get(key);
    if (!entry) {
      entry = { group, version, resources: new Map() };
      this.#versions.set(key, entry);
      this.#groups.add(group);
    }
    entry.resources.set(resource, served);
    this.#revision++;
  }

  /** Whether some version of the group is served. */
  servesGroup(group: string): boolean {
    return this.#groups.has(group);
  }

  version(group: string, version: string): ServedVersion | undefined {
    return this.#versions.get(`${group}/${version}`);
  }

  /** What serves a request; undefined when nothing does. */
  find(info: ResourceRequestInfo): Endpoint | undefined {
    const served = this.version(info.group, info.version)?.resources.get(info.resource);
    if (!served || !isInScope(served.endpoint, info)) return undefined;
    if (info.isWatchPath && (info.subresource !== "" || !served.endpoint.handlers.watch)) return undefined;
    const endpoint = info.subresource === "" ? served.endpoint : served.subresources.get(info.subresource);
    if (endpoint === served.endpoint && info.hasPathName && !hasObjects(endpoint)) return undefined;
    return endpoint && (info.rest.length === 0 || passesRequests(endpoint)) ? endpoint : undefined;
  }

  has(group: string, version: string, plural: string): boolean {
    return this.version(group, version)?.resources.has(plural) ?? false;
  }
}
