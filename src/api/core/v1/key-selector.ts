import {
  boolean,
  type FieldsOf,
  formattedText,
  inline,
  pointer,
  required,
  type StructSchema,
  struct,
} from "../../../schema/index.ts";
import { localObjectReferenceFields } from "./local-object-reference.ts";

const configMapKeySelectorFields = {
  ...inline(1, localObjectReferenceFields),
  key: required(formattedText({ format: "configMapKey" }), 2, "Key to select.", { nonEmpty: true }),
  optional: pointer(boolean, 3, "Whether the ConfigMap or its key may be missing."),
};

export interface ConfigMapKeySelector extends FieldsOf<typeof configMapKeySelectorFields> {}

export const configMapKeySelector: StructSchema<ConfigMapKeySelector> = struct(
  "core/v1.ConfigMapKeySelector",
  "Selects one key of a ConfigMap.",
  configMapKeySelectorFields,
  { atomic: true },
);

const secretKeySelectorFields = {
  ...inline(1, localObjectReferenceFields),
  key: required(formattedText({ format: "configMapKey" }), 2, "Key to select.", { nonEmpty: true }),
  optional: pointer(boolean, 3, "Whether the Secret or its key may be missing."),
};

export interface SecretKeySelector extends FieldsOf<typeof secretKeySelectorFields> {}

export const secretKeySelector: StructSchema<SecretKeySelector> = struct(
  "core/v1.SecretKeySelector",
  "Selects one key of a Secret.",
  secretKeySelectorFields,
  { atomic: true },
);
