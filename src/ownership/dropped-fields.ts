/** Removes the fields that a manager no longer applies, unless other managers own them. */
import type { SharedObject } from "../meta/object-meta.ts";
import { difference, type FieldSet, intersection, isEmptySet, noFields, union } from "./field-set.ts";
import { fieldSetOf, withContainingStructs } from "./field-set-of.ts";
import type { Manager, Managers } from "./managers.ts";
import type { OwnershipRules, VersionedShape } from "./ownership-rules.ts";
import { removeFields } from "./remove.ts";

/**
 * Returns the merged object without the fields that the manager applied last time but not this time. Fields that other
 * managers own are kept.
 * @param claimed the owners of all fields, including the fields that the manager applies this time
 */
export function removeDroppedFields(
  rules: OwnershipRules,
  merged: SharedObject,
  claimed: Managers,
  { lastManager, fields }: { readonly lastManager: Manager; readonly fields: FieldSet },
): SharedObject {
  const noLongerApplied =
    lastManager.apiVersion === rules.apiVersion ? difference(lastManager.fields, fields) : lastManager.fields;
  const version = isEmptySet(noLongerApplied) ? undefined : rules.inVersion(lastManager.apiVersion);
  if (!version) return merged;
  const { shape } = version;
  const wholeObject = wholeObjectIn(version, merged);
  const droppedFields = withContainingStructs(shape, lastManager.fields);
  const remainingObject = version.convertBack(removeFields(shape, wholeObject.object, droppedFields) as SharedObject);
  const firstVersion = { apiVersion: lastManager.apiVersion, whole: wholeObject };
  const keptObject = version.convert(restoreOwnedFields(rules, { merged, remainingObject }, claimed, firstVersion));
  const removedFields = difference(wholeObject.fields, withContainingStructs(shape, fieldSetOf(shape, keptObject)));
  return version.convertBack(
    removeFields(shape, wholeObject.object, intersection(removedFields, droppedFields)) as SharedObject,
  );
}

/** A complete object and its fields, in one version. */
interface WholeObject {
  readonly object: SharedObject;
  readonly fields: FieldSet;
}

function wholeObjectIn({ shape, convert }: VersionedShape, merged: SharedObject): WholeObject {
  const object = convert(merged);
  return { object, fields: withContainingStructs(shape, fieldSetOf(shape, object)) };
}

/**
 * Returns the object with the fields restored that managers own. The fields of `firstVersion` are restored before those
 * of all other versions.
 */
function restoreOwnedFields(
  rules: OwnershipRules,
  { merged, remainingObject }: { readonly merged: SharedObject; readonly remainingObject: SharedObject },
  owners: Managers,
  firstVersion: { readonly apiVersion: string; readonly whole: WholeObject },
): SharedObject {
  const owned = new Map<string, FieldSet>([[firstVersion.apiVersion, noFields]]);
  for (const { apiVersion, fields } of owners.values())
    owned.set(apiVersion, union(owned.get(apiVersion) ?? noFields, fields));
  let restoredObject = remainingObject;
  for (const [apiVersion, fields] of owned) {
    const version = rules.inVersion(apiVersion);
    if (!version) continue;
    const { shape } = version;
    const whole = apiVersion === firstVersion.apiVersion ? firstVersion.whole : wholeObjectIn(version, merged);
    const presentFields = withContainingStructs(shape, fieldSetOf(shape, version.convert(restoredObject)));
    const removedFields = difference(whole.fields, union(presentFields, withContainingStructs(shape, fields)));
    restoredObject = version.convertBack(removeFields(shape, whole.object, removedFields) as SharedObject);
  }
  return restoredObject;
}
