/**
 * Who owns whom, as far as the monitors have told. It does nothing but remember, and say which objects have to be looked
 * at again after something has happened to one: those whose fate it may have changed, and no others.
 */
import { foregroundFinalizer, orphanFinalizer } from "../../meta/deletion.ts";
import { parseGroupVersion } from "../../meta/group-version.ts";
import type { OwnerReference } from "../../meta/object-meta.ts";
import type { MonitoredObject } from "../frame/index.ts";

export class OwnerGraph {
  /** By uid. */
  readonly #objects = new Map<string, MonitoredObject>();
  /** Who refers to it, by the uid of the owner, which may be nobody. */
  readonly #dependents = new Map<string, Set<string>>();
  /** By which references they keep it from going, by the uid of the owner. */
  readonly #claims = new Map<string, Map<string, Claim>>();

  get(uid: string): MonitoredObject | undefined {
    return this.#objects.get(uid);
  }

  /** Those who refer to it and are there. */
  dependentsOf(uid: string): readonly MonitoredObject[] {
    return [...(this.#dependents.get(uid) ?? [])].flatMap((one) => this.#objects.get(one) ?? []);
  }

  hasDependents(uid: string): boolean {
    return this.#dependents.has(uid);
  }

  /** Whether somebody keeps it from going. Who names it wrongly is not its dependent, and does not. */
  isBlocked(uid: string): boolean {
    const owner = this.#objects.get(uid);
    const claims = this.#claims.get(uid);
    if (!owner || !claims) return false;
    for (const { reference, namespace } of claims.values()) if (isNamedBy(owner, reference, namespace)) return true;
    return false;
  }

  /**
   * Whether it waits, along who keeps whom, for itself. Whoever of a circle begins to wait last can see it; the way up is
   * short, for owners are few.
   */
  isInCircle(uid: string): boolean {
    const seen = new Set<string>();
    const ahead = [uid];
    for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
      for (const owner of this.#keptBy(next)) {
        if (owner === uid) return true;
        if (!seen.has(owner)) ahead.push(owner);
        seen.add(owner);
      }
    }
    return false;
  }

  /** It is there, perhaps in another state than before. @returns uids of those to look at */
  put(object: MonitoredObject): readonly string[] {
    const uid = uidOf(object);
    const former = this.#objects.get(uid);
    if (former) this.#unlink(former);
    this.#objects.set(uid, object);
    this.#link(object);
    const concerned = [...this.#waitingOwnersOf(former), ...this.#waitingOwnersOf(object)];
    if (ownersOf(object).length > 0 || isWaiting(object) || isOrphaning(object)) concerned.push(uid);
    if (isWaiting(object) && !(former && isWaiting(former))) concerned.push(...this.#dependentUids(uid));
    return concerned;
  }

  /** It is gone. @returns uids of those to look at */
  remove(object: MonitoredObject): readonly string[] {
    const uid = uidOf(object);
    this.forget(object);
    return [...this.#waitingOwnersOf(object), ...this.#dependentUids(uid)];
  }

  /** Nothing is known of it any more: that is no reason to look at anything. */
  forget(object: MonitoredObject): void {
    const known = this.#objects.get(uidOf(object));
    if (!known) return;
    this.#objects.delete(uidOf(object));
    this.#unlink(known);
  }

  #dependentUids(uid: string): readonly string[] {
    return [...(this.#dependents.get(uid) ?? [])];
  }

  /** Owners that wait for it to go. */
  #keptBy(uid: string): readonly string[] {
    const object = this.#objects.get(uid);
    if (!object) return [];
    const kept = ownersOf(object).filter((owner) => isBlocking(owner, object));
    return kept.flatMap((owner) => {
      const known = this.#objects.get(owner.uid);
      return known && isWaiting(known) && isNamedBy(known, owner, object.metadata.namespace) ? [owner.uid] : [];
    });
  }

  /** Owners that go as soon as nobody keeps them. */
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
      if (isBlocking(owner, object)) this.#count(owner, object, 1);
    }
  }

  #unlink(object: MonitoredObject): void {
    for (const owner of ownersOf(object)) {
      const dependents = this.#dependents.get(owner.uid);
      dependents?.delete(uidOf(object));
      if (dependents?.size === 0) this.#dependents.delete(owner.uid);
      if (isBlocking(owner, object)) this.#count(owner, object, -1);
    }
  }

  #count(reference: OwnerReference, { metadata: { namespace } }: MonitoredObject, change: number): void {
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

/** So many dependents in a namespace that name an owner in the same words. */
interface Claim {
  readonly reference: OwnerReference;
  readonly namespace: string | undefined;
  readonly count: number;
}

/** Nobody keeps itself. */
function isBlocking({ uid, blockOwnerDeletion }: OwnerReference, dependent: MonitoredObject): boolean {
  return blockOwnerDeletion === true && uid !== uidOf(dependent);
}

export function uidOf({ metadata: { uid = "" } }: MonitoredObject): string {
  return uid;
}

export function ownersOf({ metadata: { ownerReferences = [] } }: MonitoredObject): readonly OwnerReference[] {
  return ownerReferences;
}

export function isDeleting({ metadata: { deletionTimestamp } }: Pick<MonitoredObject, "metadata">): boolean {
  return deletionTimestamp !== undefined;
}

/** Whether it goes when its dependents are gone. */
export function isWaiting(object: Pick<MonitoredObject, "metadata">): boolean {
  return isDeleting(object) && hasFinalizer(object, foregroundFinalizer);
}

/** Whether it goes when its dependents have been let go. */
export function isOrphaning(object: Pick<MonitoredObject, "metadata">): boolean {
  return isDeleting(object) && hasFinalizer(object, orphanFinalizer);
}

export function hasFinalizer(
  { metadata: { finalizers = [] } }: Pick<MonitoredObject, "metadata">,
  name: string,
): boolean {
  return finalizers.includes(name);
}

/**
 * Whether a reference says of `owner` what it is: a uid alone may be a mistake, or a lie.
 * @param namespace of the dependent
 */
export function isNamedBy(owner: MonitoredObject, reference: OwnerReference, namespace: string | undefined): boolean {
  const { type, metadata } = owner;
  const isSameKind = parseGroupVersion(reference.apiVersion)?.group === type.group && reference.kind === type.kind;
  const isReachable = !type.namespaced || metadata.namespace === namespace;
  return isSameKind && isReachable && reference.name === metadata.name;
}
