/** The class of a volume's attributes, which volumes and claims name alike. */
import type { IsEnabled } from "../../../meta/feature-gates.ts";
import { type FieldError, forbiddenField } from "../../../meta/field-error.ts";

interface ClassUser {
  readonly volumeAttributesClassName?: string;
}

export function attributesClassErrors(
  { volumeAttributesClassName: name }: ClassUser,
  { volumeAttributesClassName: before }: ClassUser,
  isEnabled: IsEnabled,
): FieldError[] {
  if (name === before) return [];
  const off = "update is forbidden when the VolumeAttributesClass feature gate is disabled";
  return [
    ...(isEnabled("VolumeAttributesClass") ? [] : [refusedClass(off)]),
    ...(name === undefined ? [refusedClass("update from non-nil value to nil is forbidden")] : []),
  ];
}

export function refusedClass(why: string): FieldError {
  return forbiddenField("spec.volumeAttributesClassName", why);
}
