/**
 * The graph of owners and dependents, as reported by the monitors. It only stores objects. For each change, it returns
 * the objects whose deletion the change may affect, so that only these are checked.
 */
import { foregroundFinalizer, orphanFinalizer } from "../../meta/deletion.ts";
import { parseGroupVersion } from "../../meta/group-version.ts";
import type { OwnerReference } from "../../meta/object-meta.ts";
import type { MonitoredObject } from "../frame/index.ts";

/** Stores objects with their owners and dependents. */
export class OwnerGraph {
  /** All objects by uid. */
  readonly #objects = new Map<string, MonitoredObject>();
  /** Uids of dependents, by the uid of the owner. The owner may not exist. */
  readonly #dependents = new Map<string, Set<string>>();
  /** References that block the deletion of an owner, by the uid of the owner. */
  readonly #claims = new Map<string, Map<string, Claim>>();

  get(uid: string): MonitoredObject | undefined {
    return this.#objects.get(uid);
  }

  /** Returns the existing objects that refer to this owner. */
  dependentsOf(uid: string): readonly MonitoredObject[] {
    return [...(this.#dependents.get(uid) ?? [])].flatMap((one) => this.#objects.get(one) ?? []);
  }

  hasDependents(uid: string): boolean {
    return this.#dependents.has(uid);
  }

  /**
   * Whether a dependent blocks the deletion of this owner. A reference with a wrong kind, name or namespace does not
   * count.
   */
  isBlocked(uid: string): boolean {
    const owner = this.#objects.get(uid);
    const claims = this.#claims.get(uid);
    if (!owner || !claims) return false;
    for (const { reference, namespace } of claims.values()) if (isNamedBy(owner, reference, namespace)) return true;
    return false;
  }

  /**
   * Whether the object waits, through a chain of blocking references, for itself. The object of a cycle that is deleted
   * last finds the cycle. The search follows owners, of which there are few.
   */
  isInCircle(uid: string): boolean {
    const seen = new Set<string>();
    const uidsToVisit = [uid];
    for (let next = uidsToVisit.pop(); next !== undefined; next = uidsToVisit.pop()) {
      for (const owner of this.#blockedOwnersOf(next)) {
        if (owner === uid) return true;
        if (!seen.has(owner)) uidsToVisit.push(owner);
        seen.add(owner);
      }
    }
    return false;
  }

  /** Stores a new or changed object. @returns uids of the objects to check */
  put(object: MonitoredObject): readonly string[] {
    const uid = uidOf(object);
    const previousObject = this.#objects.get(uid);
    if (previousObject) this.#unlink(previousObject);
    this.#objects.set(uid, object);
    this.#link(object);
    const uidsToCheck = [...this.#waitingOwnersOf(previousObject), ...this.#waitingOwnersOf(object)];
    if (ownersOf(object).length > 0 || isWaiting(object) || isOrphaning(object)) uidsToCheck.push(uid);
    if (isWaiting(object) && !(previousObject && isWaiting(previousObject)))
      uidsToCheck.push(...this.#dependentUids(uid));
    return uidsToCheck;
  }

  /** Removes a deleted object. @returns uids of the objects to check */
  remove(object: MonitoredObject): readonly string[] {
    const uid = uidOf(object);
    this.forget(object);
    return [...this.#waitingOwnersOf(object), ...this.#dependentUids(uid)];
  }

  /**
   * Removes an object whose type is no longer served. No other object needs a check, because this one may still exist.
   */
  forget(object: MonitoredObject): void {
    const known = this.#objects.get(uidOf(object));
    if (!known) return;
    this.#objects.delete(uidOf(object));
    this.#unlink(known);
  }

  #dependentUids(uid: string): readonly string[] {
    return [...(this.#dependents.get(uid) ?? [])];
  }

  /** Returns the owners whose deletion waits for this object. */
  #blockedOwnersOf(uid: string): readonly string[] {
    const object = this.#objects.get(uid);
    if (!object) return [];
    const kept = ownersOf(object).filter((owner) => isBlocking(owner, object));
    return kept.flatMap((owner) => {
      const known = this.#objects.get(owner.uid);
      return known && isWaiting(known) && isNamedBy(known, owner, object.metadata.namespace) ? [owner.uid] : [];
    });
  }

  /** Returns the owners that wait for their dependents and are not blocked by any. */
  #waitingOwnersOf(object: MonitoredObject | undefined): readonly string[] {
    if (!object) return [];
    const uids = ownersOf(object).map(({ uid }) => uid);
    return uids.filter((uid) => {
      const owner = this.#objects.get(uid);
      return owner !== undefined && isWaiting(owner) && !this.isBlocked(uid);
    });
  }

  #link(object: MonitoredObject): void {
    for (const owner of ownersOf(object)) {
      const dependents = this.#dependents.get(owner.uid);
      if (dependents) dependents.add(uidOf(object));
      else this.#dependents.set(owner.uid, new Set([uidOf(object)]));
      if (isBlocking(owner, object)) this.#changeClaim(owner, object, 1);
    }
  }

  #unlink(object: MonitoredObject): void {
    for (const owner of ownersOf(object)) {
      const dependents = this.#dependents.get(owner.uid);
      dependents?.delete(uidOf(object));
      if (dependents?.size === 0) this.#dependents.delete(owner.uid);
      if (isBlocking(owner, object)) this.#changeClaim(owner, object, -1);
    }
  }

  #changeClaim(reference: OwnerReference, { metadata: { namespace } }: MonitoredObject, change: number): void {
    const claims = this.#claims.get(reference.uid) ?? new Map<string, Claim>();
    const { apiVersion, kind, name, uid } = reference;
    const key = [apiVersion, kind, name, namespace].join(" ");
    const count = (claims.get(key)?.count ?? 0) + change;
    if (count === 0) claims.delete(key);
    else claims.set(key, { reference, namespace, count });
    if (claims.size === 0) this.#claims.delete(uid);
    else this.#claims.set(uid, claims);
  }
}

/** Dependents in one namespace that name an owner by equal references. */
interface Claim {
  readonly reference: OwnerReference;
  readonly namespace: string | undefined;
  readonly count: number;
}

/** An object does not block its own deletion. */
function isBlocking({ uid, blockOwnerDeletion }: OwnerReference, dependent: MonitoredObject): boolean {
  return blockOwnerDeletion === true && uid !== uidOf(dependent);
}

/** Returns the uid of an object. Empty if it has none. */
export function uidOf({ metadata: { uid = "" } }: MonitoredObject): string {
  return uid;
}

/** Returns the owner references of an object. Empty if it has none. */
export function ownersOf({ metadata: { ownerReferences = [] } }: MonitoredObject): readonly OwnerReference[] {
  return ownerReferences;
}

/** Whether the deletion of an object has begun. */
export function isDeleting({ metadata: { deletionTimestamp } }: Pick<MonitoredObject, "metadata">): boolean {
  return deletionTimestamp !== undefined;
}

/** Whether the object is deleted once its dependents have been deleted. */
export function isWaiting(object: Pick<MonitoredObject, "metadata">): boolean {
  return isDeleting(object) && hasFinalizer(object, foregroundFinalizer);
}

/** Whether the object is deleted once its dependents have been orphaned. */
export function isOrphaning(object: Pick<MonitoredObject, "metadata">): boolean {
  return isDeleting(object) && hasFinalizer(object, orphanFinalizer);
}

/** Whether an object has a finalizer. */
export function hasFinalizer(
  { metadata: { finalizers = [] } }: Pick<MonitoredObject, "metadata">,
  name: string,
): boolean {
  return finalizers.includes(name);
}

/**
 * Whether a reference matches the kind, name and namespace of `owner`, and not only its uid. A reference with only the
 * right uid may be a mistake or an attack.
 * @param namespace namespace of the dependent
 */
export function isNamedBy(owner: MonitoredObject, reference: OwnerReference, namespace: string | undefined): boolean {
  const { type, metadata } = owner;
  const isSameKind = parseGroupVersion(reference.apiVersion)?.group === type.group && reference.kind === type.kind;
  const isReachable = !type.namespaced || metadata.namespace === namespace;
  return isSameKind && isReachable && reference.name === metadata.name;
}
