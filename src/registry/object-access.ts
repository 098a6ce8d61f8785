/** Gives hooks access to stored objects of any declared kind, through the operations of the registry. */
import { assert } from "../base/assert.ts";
import type { PropagationPolicy } from "../meta/deletion.ts";
import type { ObjectName } from "../meta/object-key.ts";
import type { ApiObject, SharedObject } from "../meta/object-meta.ts";
import { invalid } from "../meta/status-error.ts";
import { group } from "../meta/vocabulary.ts";
import type { KindDeclaration, ObjectAccess, ObjectDeletion, ObjectUpdate } from "../schema/index.ts";
import { deleteObject, type ObjectDeleteOptions } from "./delete.ts";
import { deleteOptionErrors } from "./delete-options.ts";
import { getObject, listObjects, wholeCollection } from "./read.ts";
import type { Resource } from "./resource.ts";
import { updateObject } from "./update.ts";

/** A change by a hook for which a field manager is recorded. */
export interface OwnedChange {
  readonly resource: Resource;
  readonly subresource: string;
  readonly old: SharedObject;
  /** The new object. `recordOwner` sets its managed fields. */
  readonly object: ApiObject;
}

/**
 * Returns the access to all stored objects.
 * @param resources by the kind in whose version their objects are stored
 * @param recordOwner records the API server as the field manager of a change
 */
export function objectAccess(
  resources: ReadonlyMap<KindDeclaration, Resource>,
  recordOwner?: (change: OwnedChange) => void,
): ObjectAccess {
  return new RegistryAccess(resources, recordOwner);
}

const metaGroup = group("meta");

class RegistryAccess implements ObjectAccess {
  readonly #resources: ReadonlyMap<KindDeclaration, Resource>;

  readonly #recordOwner: ((change: OwnedChange) => void) | undefined;

  constructor(
    resources: ReadonlyMap<KindDeclaration, Resource>,
    recordOwner: ((change: OwnedChange) => void) | undefined,
  ) {
    this.#resources = resources;
    this.#recordOwner = recordOwner;
  }

  async get<T extends ApiObject>(kind: KindDeclaration<T>, { namespace, name }: ObjectName): Promise<T> {
    const resource = this.#resourceOf(kind);
    const found = await getObject(resource, { namespace, name, resourceVersion: "" });
    return resource.parse(found) as T;
  }

  async list<T extends ApiObject>(kind: KindDeclaration<T>, namespace: string): Promise<readonly T[]> {
    const resource = this.#resources.get(kind);
    if (!resource) return [];
    const { objects } = await listObjects(resource, { namespace, ...wholeCollection });
    return objects.map((one) => resource.parse(one) as T);
  }

  async update<T extends ApiObject>(kind: KindDeclaration<T>, request: ObjectUpdate<T>): Promise<T> {
    const resource = this.#resourceOf(kind);
    const { namespace, name, subresource, dryRun, preconditions, isUnchecked = false, change } = request;
    // As in the reference, a missing object is reported before preconditions are checked.
    await getObject(resource, { namespace, name, resourceVersion: "" });
    const { object } = await updateObject(resource, {
      namespace,
      name,
      subresource,
      dryRun,
      verb: "update",
      createIfMissing: false,
      isUnchecked,
      ...(preconditions ? { preconditions } : {}),
      change: (old) => {
        assert(old, "an object that is missing is not created");
        const object = old.copy() as T;
        change(object);
        if (request.isOwned) this.#recordOwner?.({ resource, subresource, old: old.object, object });
        return object;
      },
    });
    return resource.parse(object) as T;
  }

  async delete<T extends ApiObject>(kind: KindDeclaration<T>, deletion: ObjectDeletion): Promise<void> {
    const { namespace, name, propagationPolicy, ...others } = deletion;
    const resource = this.#resourceOf(kind);
    const errors = deleteOptionErrors(deletion);
    if (errors.length > 0) {
      const meta = resource.services.vocabulary.bind(metaGroup);
      throw invalid({ group: meta, kind: "DeleteOptions" }, "", errors);
    }
    const options: ObjectDeleteOptions = {
      ...others,
      ...(propagationPolicy === undefined ? {} : { propagationPolicy: propagationPolicy as PropagationPolicy }),
    };
    await deleteObject(resource, { namespace, name, options });
  }

  #resourceOf<T extends ApiObject>(kind: KindDeclaration<T>): Resource {
    const resource = this.#resources.get(kind);
    assert(resource, `objects of kind ${kind.kind} are stored`);
    return resource;
  }
}
