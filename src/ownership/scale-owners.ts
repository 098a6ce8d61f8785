/**
 * Owners of the replicas that are wanted: what a Scale shows of an object, seen from the Scale, and from the object after
 * the Scale was written.
 */
import type { ManagedFieldsEntry } from "../meta/object-meta.ts";
import { difference, fieldSet, hasField, stepsOf } from "./field-set.ts";
import { type Manager, storedManagers, withoutEmpty, writeManagers } from "./managers.ts";

/** Where replicas stand. */
export interface ReplicasField {
  readonly apiVersion: string;
  /** `spec.replicas` */
  readonly path: string;
}

export interface ScaledFields {
  readonly object: ReplicasField;
  readonly scale: ReplicasField;
}

type Entries = readonly ManagedFieldsEntry[];

/** Whoever owns the replicas of the object owns those of the Scale. */
export function ownersOfScale(entries: Entries | undefined, { object, scale }: ScaledFields): ManagedFieldsEntry[] {
  const managers = storedManagers(entries);
  const owners = [...managers].filter(([, manager]) => manager.apiVersion === object.apiVersion);
  const shown = owners
    .filter(([, { fields }]) => hasField(fields, stepsOf(object.path)))
    .map(
      ([id, manager]) =>
        [id, { ...manager, apiVersion: scale.apiVersion, fields: fieldSet(stepsOf(scale.path)) }] as const,
    );
  return writeManagers(new Map(shown));
}

/**
 * Returns the owners of the object after a write to its Scale. As in the reference, a manager that updates gets a second
 * entry for the replicas, because the two documents name it with different versions. Entries that come from the Scale have
 * no time.
 * @param before of the object, @param after of the Scale
 */
export function ownersOfScaled(
  before: Entries | undefined,
  after: Entries | undefined,
  { object, scale }: ScaledFields,
): ManagedFieldsEntry[] {
  const replicas = fieldSet(stepsOf(object.path));
  const ofScale = new Map(storedManagers(after));
  const ofObject = storedManagers(before);
  const managers = new Map<string, Manager>();
  for (const [id, manager] of ofObject) {
    const ownsReplicas = manager.apiVersion === object.apiVersion && hasField(manager.fields, stepsOf(object.path));
    const isStolen = ownsReplicas && !ofScale.delete(id);
    managers.set(id, isStolen ? { ...manager, fields: difference(manager.fields, replicas) } : manager);
  }
  for (const [id, { time: _, ...owner }] of ofScale) {
    if (!hasField(owner.fields, stepsOf(scale.path))) continue;
    const time = ofObject.get(id)?.time;
    managers.set(id, { ...owner, ...(time ? { time } : {}), apiVersion: object.apiVersion, fields: replicas });
  }
  return writeManagers(withoutEmpty(managers));
}
