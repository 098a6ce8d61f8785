/** Rules of the VolumeAttributesClass of PersistentVolumes and claims. */
import type { IsEnabled } from "../../../meta/feature-gates.ts";
import { type FieldError, forbiddenField } from "../../../meta/field-error.ts";

interface ClassUser {
  readonly volumeAttributesClassName?: string;
}

/** Returns the errors of an update of the class. */
export function attributesClassErrors(
  { volumeAttributesClassName: name }: ClassUser,
  { volumeAttributesClassName: before }: ClassUser,
  isEnabled: IsEnabled,
): FieldError[] {
  if (name === before) return [];
  const off = "update is forbidden when the VolumeAttributesClass feature gate is disabled";
  return [
    ...(isEnabled("VolumeAttributesClass") ? [] : [rejectedClass(off)]),
    ...(name === undefined ? [rejectedClass("update from non-nil value to nil is forbidden")] : []),
  ];
}

/** Returns an error about the field of the class. */
export function rejectedClass(why: string): FieldError {
  return forbiddenField("spec.volumeAttributesClassName", why);
}
