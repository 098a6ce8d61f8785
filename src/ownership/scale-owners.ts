/**
 * Owners of the replicas that are wanted: what a Scale shows of an object, seen from the Scale, and from the object after
 * the Scale was written.
 */
import type { ManagedFieldsEntry } from "../meta/object-meta.ts";
import { difference, fieldSet, hasField, stepsOf, union } from "./field-set.ts";
import { type Manager, managerId, storedManagers, withoutEmpty, writeManagers } from "./managers.ts";

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
 * The owners of the object after a write to its Scale.
 * @param before of the object, @param after of the Scale
 */
export function ownersOfScaled(
  before: Entries | undefined,
  after: Entries | undefined,
  { object, scale }: ScaledFields,
): ManagedFieldsEntry[] {
  const replicas = fieldSet(stepsOf(object.path));
  const owners = new Map<string, Manager>();
  // As in the reference, who comes to own them by way of the Scale has no time.
  for (const { time: _, ...owner } of storedManagers(after).values()) {
    if (!hasField(owner.fields, stepsOf(scale.path))) continue;
    const { apiVersion } = object;
    owners.set(managerId({ ...owner, apiVersion }), { ...owner, apiVersion, fields: replicas });
  }
  const managers = new Map(storedManagers(before));
  for (const [id, manager] of managers) {
    if (manager.apiVersion !== object.apiVersion || owners.has(id)) continue;
    managers.set(id, { ...manager, fields: difference(manager.fields, replicas) });
  }
  for (const [id, owner] of owners) {
    const known = managers.get(id);
    managers.set(id, known ? { ...known, fields: union(known.fields, replicas) } : owner);
  }
  return writeManagers(withoutEmpty(managers));
}
