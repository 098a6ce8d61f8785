/**
 * Reads and writes objects on behalf of the API server itself. The writes pass the registry, with validation and field
 * owners, but no filter and no admission plugin.
 */
import { assert } from "../../base/assert.ts";
import type { Clock } from "../../base/clock.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import type { ApiObject, SharedObject } from "../../meta/object-meta.ts";
import { StatusError } from "../../meta/status-error.ts";
import { component, type Vocabulary } from "../../meta/vocabulary.ts";
import { createObject, deleteObject, type Resource, type StoredObject, updateObject } from "../../registry/index.ts";
import type { KindDeclaration } from "../../schema/index.ts";
import type { FieldOwners, ResourceTable, ServedResource, StoredEndpoint } from "../../server/index.ts";

/** Parts of the cluster that reads and writes by the API server use. */
export interface SystemObjectsOptions {
  readonly table: ResourceTable;
  readonly owners: FieldOwners;
  readonly vocabulary: Vocabulary;
  readonly clock: Clock;
}

/** Name and namespace of an object. The namespace is undefined for cluster-scoped kinds. */
export interface SystemObjectName {
  readonly namespace?: string;
  readonly name: string;
}

/** An object without `kind` and `apiVersion`, which the resource determines. */
export type NewSystemObject<T extends ApiObject> = Omit<T, "kind" | "apiVersion">;

/** Options of a write by the API server. */
export interface SystemWriteOptions {
  /** Field manager of the fields that the write sets. Default: the API server. */
  readonly manager?: string | undefined;
}

/** Access to the objects of all kinds, for the API server itself. */
export class SystemObjects {
  readonly options: SystemObjectsOptions;

  constructor(options: SystemObjectsOptions) {
    this.options = options;
  }

  /** Returns access to the objects of a kind. Undefined if the server does not serve the stored version of the kind. */
  ofKind<T extends ApiObject>(kind: KindDeclaration<T>): SystemResource<T> | undefined {
    const { group, version, plural } = kind;
    const resource = this.#served(this.options.vocabulary.bind(group), version, plural)?.endpoint.resource;
    return resource && this.ofResource<T>(resource);
  }

  /** Returns access to the objects of a resource. If clients cannot see them, no field owners are recorded. */
  ofResource<T extends ApiObject>(resource: Resource): SystemResource<T> {
    const { group, version, resource: plural } = resource.kind;
    const served = this.#served(group, version, plural);
    return new SystemResource<T>(resource, this.options, {
      object: served?.endpoint as StoredEndpoint | undefined,
      status: served?.subresources.get("status") as StoredEndpoint | undefined,
    });
  }

  #served(group: string, version: string, plural: string): ServedResource | undefined {
    return this.options.table.version(group, version)?.resources.get(plural);
  }
}

interface ServedEndpoints {
  readonly object: StoredEndpoint | undefined;
  readonly status: StoredEndpoint | undefined;
}

/** The objects of one kind, for reads and writes by the API server itself. */
export class SystemResource<T extends ApiObject> {
  /** Resource that stores the objects. */
  readonly resource: Resource;
  readonly #options: SystemObjectsOptions;
  readonly #endpoints: ServedEndpoints;

  constructor(resource: Resource, options: SystemObjectsOptions, endpoints: ServedEndpoints) {
    this.resource = resource;
    this.#options = options;
    this.#endpoints = endpoints;
  }

  /** Returns a copy of the object that includes every write before the call. Undefined if the object does not exist. */
  async get({ namespace = "", name }: SystemObjectName): Promise<T | undefined> {
    const { resource } = this;
    const stored = await resource.cache.read(resource.key(namespace, name));
    return stored && (resource.parse(stored) as T);
  }

  /** Returns copies of all objects, or of those in one namespace. */
  async list(namespace = ""): Promise<readonly T[]> {
    const { resource } = this;
    await resource.cache.current();
    const prefix = namespace === "" ? "" : resource.key(namespace, "");
    return [...resource.cache.snapshot().objects.iterate(prefix)].map((one) => resource.parse(one) as T);
  }

  /**
   * Creates the object. Returns false if an object with this name exists.
   * @throws StatusError if the object is invalid; StorageError if the store fails
   */
  async create(object: NewSystemObject<T>, { manager }: SystemWriteOptions = {}): Promise<boolean> {
    const { resource } = this;
    const { kind, apiVersion } = resource.kind;
    const newObject = resource.schema.decode({ kind, apiVersion, ...object }).object;
    this.#recordOwner(newObject, { old: undefined, manager });
    try {
      await createObject(resource, { object: newObject, namespace: object.metadata.namespace ?? "", dryRun: false });
      return true;
    } catch (error) {
      // Another API server of the cluster created it first.
      if (error instanceof StatusError && error.reason === "AlreadyExists") return false;
      throw error;
    }
  }

  /**
   * Changes the stored object. Writes nothing if the object does not exist, or if `change` returns undefined.
   * @param change receives a copy; called again with the newer object if another write came first
   * @throws StatusError if the result is invalid; StorageError if the store fails
   */
  async update(
    objectName: SystemObjectName,
    change: (object: T) => T | undefined,
    { manager }: SystemWriteOptions = {},
  ): Promise<void> {
    await this.#change(objectName, "", (stored) => {
      const changedObject = change(stored.copy() as T);
      if (changedObject) this.#recordOwner(changedObject, { old: stored.object, manager });
      return changedObject;
    });
  }

  /**
   * Sets the status by server-side apply, and takes over its fields from other field managers.
   * @throws StatusError if the result is invalid; StorageError if the store fails
   */
  async applyStatus(objectName: SystemObjectName, status: object, manager: string): Promise<void> {
    const { status: endpoint } = this.#endpoints;
    if (!endpoint) {
      // Clients cannot see the objects, so they have no field owners.
      await this.#change(objectName, "status", (stored) => ({ ...stored.copy(), status }) as ApiObject);
      return;
    }
    const { kind, apiVersion } = this.resource.kind;
    const applied = { kind, apiVersion, metadata: { name: objectName.name }, status } as unknown as ApiObject;
    const { owners, clock } = this.#options;
    await this.#change(objectName, endpoint.subresource, ({ object: old }) => {
      const result = owners.apply(endpoint, applied, { old, manager, nowMs: clock.nowMs(), force: true });
      return result.isUnchanged ? undefined : endpoint.documentType.schema.decode(result.object).object;
    });
  }

  /**
   * Sets the status of an object that was read.
   * @throws StatusError 409 if it was changed since, 404 if it was deleted; StorageError if the store fails
   */
  async updateStatus({ metadata }: DeepReadonly<ApiObject>, status: object): Promise<void> {
    const { name = "", namespace = "", resourceVersion = "" } = metadata;
    await this.#updateStored({ name, namespace }, "status", (stored) => {
      const next = { ...stored.copy(), status } as ApiObject;
      next.metadata.resourceVersion = resourceVersion;
      this.#recordOwner(next, { old: stored.object, manager: undefined, endpoint: this.#endpoints.status });
      return next;
    });
  }

  /** Deletes the object unless it has changed since it was read. */
  async delete({ metadata }: T): Promise<void> {
    const { name = "", namespace = "", uid = "", resourceVersion = "" } = metadata;
    try {
      const options = { dryRun: false, preconditions: { uid, resourceVersion } };
      await deleteObject(this.resource, { namespace, name, options });
    } catch (error) {
      if (!isOutdated(error)) throw error;
    }
  }

  async #change(
    { namespace = "", name }: SystemObjectName,
    subresource: string,
    change: (stored: StoredObject) => ApiObject | undefined,
  ): Promise<void> {
    try {
      await this.#updateStored({ namespace, name }, subresource, change);
    } catch (error) {
      if (!isOutdated(error)) throw error;
    }
  }

  async #updateStored(
    { namespace = "", name }: SystemObjectName,
    subresource: string,
    change: (stored: StoredObject) => ApiObject | undefined,
  ): Promise<void> {
    await updateObject(this.resource, {
      namespace,
      name,
      subresource,
      dryRun: false,
      verb: "update",
      createIfMissing: false,
      change: (stored) => {
        assert(stored, "an object that is missing is not created");
        return change(stored);
      },
    });
  }

  #recordOwner(
    next: ApiObject,
    {
      old,
      manager,
      endpoint = this.#endpoints.object,
    }: SystemWriteOptions & { readonly old: SharedObject | undefined; readonly endpoint?: StoredEndpoint | undefined },
  ): void {
    const { owners, vocabulary, clock } = this.#options;
    const write = { old, manager: manager ?? vocabulary.bind(component("apiserver")), nowMs: clock.nowMs() };
    if (endpoint) owners.record(endpoint, next, write);
  }
}

/** Whether the error means that the object was deleted or replaced after it was read. */
function isOutdated(error: unknown): boolean {
  return error instanceof StatusError && (error.reason === "NotFound" || error.reason === "Conflict");
}
