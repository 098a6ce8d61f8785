import {
  boolean,
  type FieldsOf,
  inline,
  optional,
  pointer,
  required,
  type StructSchema,
  struct,
  text,
} from "../../../schema/index.ts";
import { objectFieldSelector, resourceFieldSelector } from "./field-selector.ts";
import { configMapKeySelector, secretKeySelector } from "./key-selector.ts";
import { namedReferenceFields } from "./local-object-reference.ts";

const envVarSourceFields = {
  fieldRef: pointer(objectFieldSelector, 1, "A field of the Pod."),
  resourceFieldRef: pointer(resourceFieldSelector, 2, "A resource amount of the container."),
  configMapKeyRef: pointer(configMapKeySelector, 3, "A key of a ConfigMap in the Pod's namespace."),
  secretKeyRef: pointer(secretKeySelector, 4, "A key of a Secret in the Pod's namespace."),
};

export interface EnvVarSource extends FieldsOf<typeof envVarSourceFields> {}

export const envVarSource: StructSchema<EnvVarSource> = struct(
  "core/v1.EnvVarSource",
  "Where the value of an environment variable comes from. Exactly one member is set.",
  envVarSourceFields,
);

const envVarFields = {
  name: required(text, 1, "Name of the variable.", { nonEmpty: true }),
  value: optional(text, 2, "The value. $(NAME) stands for an earlier variable, $$ for a dollar sign."),
  valueFrom: pointer(envVarSource, 3, "Where the value comes from. Not together with value."),
};

export interface EnvVar extends FieldsOf<typeof envVarFields> {}

export const envVar: StructSchema<EnvVar> = struct(
  "core/v1.EnvVar",
  "An environment variable of a container.",
  envVarFields,
);

const configMapEnvSourceFields = {
  ...inline(1, namedReferenceFields),
  optional: pointer(boolean, 2, "Whether the ConfigMap may be missing."),
};

export interface ConfigMapEnvSource extends FieldsOf<typeof configMapEnvSourceFields> {}

export const configMapEnvSource: StructSchema<ConfigMapEnvSource> = struct(
  "core/v1.ConfigMapEnvSource",
  "Takes every key of a ConfigMap as an environment variable.",
  configMapEnvSourceFields,
);

const secretEnvSourceFields = {
  ...inline(1, namedReferenceFields),
  optional: pointer(boolean, 2, "Whether the Secret may be missing."),
};

export interface SecretEnvSource extends FieldsOf<typeof secretEnvSourceFields> {}

export const secretEnvSource: StructSchema<SecretEnvSource> = struct(
  "core/v1.SecretEnvSource",
  "Takes every key of a Secret as an environment variable.",
  secretEnvSourceFields,
);

const envFromSourceFields = {
  prefix: optional(text, 1, "Text put before every key to form the variable's name."),
  configMapRef: pointer(configMapEnvSource, 2, "The ConfigMap to take the variables from."),
  secretRef: pointer(secretEnvSource, 3, "The Secret to take the variables from."),
};

export interface EnvFromSource extends FieldsOf<typeof envFromSourceFields> {}

export const envFromSource: StructSchema<EnvFromSource> = struct(
  "core/v1.EnvFromSource",
  "A source of many environment variables at once.",
  envFromSourceFields,
);
