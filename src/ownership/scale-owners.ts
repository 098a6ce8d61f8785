/**
 * Converts field managers between an object and its `scale` subresource. Both show the desired number of replicas, at
 * different paths and in different API versions.
 */
import type { ManagedFieldsEntry } from "../meta/object-meta.ts";
import { difference, fieldSet, hasField, stepsOf } from "./field-set.ts";
import { type Manager, storedManagers, withoutEmptyManagers, writeManagers } from "./managers.ts";

/** Where an object or its Scale contains the desired number of replicas. */
export interface ReplicasField {
  readonly apiVersion: string;
  /** `spec.replicas` */
  readonly path: string;
}

/** The replicas fields of an object and of its Scale. */
export interface ScaledFields {
  readonly object: ReplicasField;
  readonly scale: ReplicasField;
}

type Entries = readonly ManagedFieldsEntry[];

/** Returns the managed fields of a Scale. Each manager that owns the replicas of the object owns those of the Scale. */
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
 * Returns the managed fields of the object after a write to its Scale. As in the reference, a manager that updates gets
 * a second entry for the replicas, because the two documents use different API versions. Entries that come from the
 * Scale have no time.
 * @param before the entries of the object
 * @param after the entries of the Scale
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
    const losesReplicas = ownsReplicas && !ofScale.delete(id);
    managers.set(id, losesReplicas ? { ...manager, fields: difference(manager.fields, replicas) } : manager);
  }
  for (const [id, { time: _, ...owner }] of ofScale) {
    if (!hasField(owner.fields, stepsOf(scale.path))) continue;
    const time = ofObject.get(id)?.time;
    managers.set(id, { ...owner, ...(time ? { time } : {}), apiVersion: object.apiVersion, fields: replicas });
  }
  return writeManagers(withoutEmptyManagers(managers));
}
