/**
 * Who owns whom, as far as the monitors have told. It does nothing but remember, and say which objects have to be looked
 * at again after something has happened to one: those whose fate it may have changed, and no others.
 */
import { parseGroupVersion } from "../../meta/group-version.ts";
import type { OwnerReference } from "../../meta/object-meta.ts";
import type { MonitoredObject } from "../frame/index.ts";

/** Stands while the owner waits until its dependents are gone. */
export const foregroundFinalizer = "foregroundDeletion";
/** Stands until the dependents have been told that they have no owner any more. */
export const orphanFinalizer = "orphan";

export class OwnerGraph {
  /** By uid. */
  readonly #objects = new Map<string, MonitoredObject>();
  /** Who refers to it, by the uid of the owner, which may be nobody. */
  readonly #dependents = new Map<string, Set<string>>();
  /** How many of them keep it from going, by the uid of the owner. */
  readonly #blocking = new Map<string, number>();

  get(uid: string): MonitoredObject | undefined {
    return this.#objects.get(uid);
  }

  /** @returns those who refer to it and are there */
  dependentsOf(uid: string): readonly MonitoredObject[] {
    return [...(this.#dependents.get(uid) ?? [])].flatMap((one) => this.#objects.get(one) ?? []);
  }

  hasDependents(uid: string): boolean {
    return this.#dependents.has(uid);
  }

  /** Whether somebody keeps it from going. */
  isBlocked(uid: string): boolean {
    return this.#blocking.has(uid);
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
      if (isBlocking(owner, object)) this.#countBlocking(owner, 1);
    }
  }

  #unlink(object: MonitoredObject): void {
    for (const owner of ownersOf(object)) {
      const dependents = this.#dependents.get(owner.uid);
      dependents?.delete(uidOf(object));
      if (dependents?.size === 0) this.#dependents.delete(owner.uid);
      if (isBlocking(owner, object)) this.#countBlocking(owner, -1);
    }
  }

  #countBlocking({ uid }: OwnerReference, change: number): void {
    const count = (this.#blocking.get(uid) ?? 0) + change;
    if (count === 0) this.#blocking.delete(uid);
    else this.#blocking.set(uid, count);
  }
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

/** Whether a reference of `dependent` says of `owner` what it is: a uid alone may be a mistake, or a lie. */
export function isNamedBy(owner: MonitoredObject, reference: OwnerReference, dependent: MonitoredObject): boolean {
  const { type, metadata } = owner;
  const isSameKind = parseGroupVersion(reference.apiVersion)?.group === type.group && reference.kind === type.kind;
  const namespace = type.namespaced ? dependent.metadata.namespace : undefined;
  return isSameKind && reference.name === metadata.name && namespace === metadata.namespace;
}
