/** Invariants of a simulated cluster after its controllers have finished. */
import type { ApiObject, OwnerReference } from "../../../src/meta/object-meta.ts";
import { mayBeDeleted, tokenViolations } from "./tokens.ts";
import type { World } from "./world.ts";

/** Returns one sentence for each violated invariant. */
export async function violations(world: World, nowMs: number): Promise<readonly string[]> {
  const objects = await world.objects();
  const namespaces = await world.namespaces();
  const present = new Map([...objects, ...namespaces].map((object) => [object.metadata.uid ?? "", object]));
  return [
    ...namespaces.filter(isDeleting).map((one) => `${show(one)} is still being deleted`),
    ...objects.filter(isDeleting).map((one) => `${show(one)} is still being deleted`),
    ...objects.filter((one) => isOwnerless(one, present)).map((one) => `${show(one)} has no owner left, and is there`),
    ...objects.filter((one) => namesLost(one, present)).map((one) => `${show(one)} names an owner that is gone`),
    ...tokenViolations(objects, nowMs),
    ...[...world.gone.values()].flatMap((one) => unjustified(one, world, present)),
  ];
}

/**
 * Returns a violation if the object should not have been deleted. Objects may be deleted by a request of the test, with
 * their namespace, or after all of their owners. Tokens may also expire or lose their account.
 */
function unjustified(object: ApiObject, world: World, present: ReadonlyMap<string, ApiObject>): string[] {
  const { uid = "", namespace = "", ownerReferences = [] } = object.metadata;
  if (world.deleted.has(uid) || world.emptied.has(namespace) || mayBeDeleted(object, present)) return [];
  if (ownerReferences.length === 0) return [`${show(object)} is gone, and had no owner`];
  const alive = ownerReferences.filter((one) => isNamed(present.get(one.uid), one, object));
  return alive.length === 0 ? [] : [`${show(object)} is gone, and its owner ${alive[0]?.name} is there`];
}

function isOwnerless(object: ApiObject, present: ReadonlyMap<string, ApiObject>): boolean {
  const { ownerReferences = [] } = object.metadata;
  return ownerReferences.length > 0 && ownerReferences.every((one) => isLost(one, object, present));
}

function namesLost(object: ApiObject, present: ReadonlyMap<string, ApiObject>): boolean {
  const { ownerReferences = [] } = object.metadata;
  return ownerReferences.some((one) => isLost(one, object, present));
}

/**
 * Whether the owner certainly does not exist. A cluster-scoped object does not say in which namespace its owner would
 * be.
 */
function isLost(reference: OwnerReference, dependent: ApiObject, present: ReadonlyMap<string, ApiObject>): boolean {
  const isNamespaced = reference.kind !== "Namespace" && reference.kind !== "PriorityClass";
  if (isNamespaced && !dependent.metadata.namespace) return false;
  return !isNamed(present.get(reference.uid), reference, dependent);
}

function isNamed(owner: ApiObject | undefined, reference: OwnerReference, dependent: ApiObject): boolean {
  if (owner?.kind !== reference.kind || owner.metadata.name !== reference.name) return false;
  return owner.metadata.namespace === undefined || owner.metadata.namespace === dependent.metadata.namespace;
}

function isDeleting({ metadata }: ApiObject): boolean {
  return metadata.deletionTimestamp !== undefined;
}

function show({ kind, metadata }: ApiObject): string {
  const { namespace = "", name = "", uid = "", finalizers = [], ownerReferences = [] } = metadata;
  const owners = ownerReferences.map((one) => `${one.kind}/${one.name}`).join(" ");
  return `${kind} ${namespace}/${name} (${uid}; finalizers: ${finalizers.join(" ")}; owners: ${owners})`;
}
