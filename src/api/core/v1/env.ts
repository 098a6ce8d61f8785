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
  fieldRef: pointer(objectFieldSelector, 1, "Field of the Pod."),
  resourceFieldRef: pointer(resourceFieldSelector, 2, "Resource amount of the container."),
  configMapKeyRef: pointer(configMapKeySelector, 3, "Key of a ConfigMap in the Pod's namespace."),
  secretKeyRef: pointer(secretKeySelector, 4, "Key of a Secret in the Pod's namespace."),
};

export interface EnvVarSource extends FieldsOf<typeof envVarSourceFields> {}

export const envVarSource: StructSchema<EnvVarSource> = struct(
  "core/v1.EnvVarSource",
  "Source of the value of an environment variable. Exactly one member is set.",
  envVarSourceFields,
);

const envVarFields = {
  name: required(text, 1, "Name of the variable.", { nonEmpty: true }),
  value: optional(text, 2, "Value of the variable. $(NAME) is replaced by an earlier variable, $$ by a dollar sign."),
  valueFrom: pointer(envVarSource, 3, "Source of the value. Mutually exclusive with value."),
};

export interface EnvVar extends FieldsOf<typeof envVarFields> {}

export const envVar: StructSchema<EnvVar> = struct(
  "core/v1.EnvVar",
  "Environment variable of a container.",
  envVarFields,
);

const configMapEnvSourceFields = {
  ...inline(1, namedReferenceFields),
  optional: pointer(boolean, 2, "Whether the ConfigMap may be missing."),
};

export interface ConfigMapEnvSource extends FieldsOf<typeof configMapEnvSourceFields> {}

export const configMapEnvSource: StructSchema<ConfigMapEnvSource> = struct(
  "core/v1.ConfigMapEnvSource",
  "Imports every key of a ConfigMap as an environment variable.",
  configMapEnvSourceFields,
);

const secretEnvSourceFields = {
  ...inline(1, namedReferenceFields),
  optional: pointer(boolean, 2, "Whether the Secret may be missing."),
};

export interface SecretEnvSource extends FieldsOf<typeof secretEnvSourceFields> {}

export const secretEnvSource: StructSchema<SecretEnvSource> = struct(
  "core/v1.SecretEnvSource",
  "Imports every key of a Secret as an environment variable.",
  secretEnvSourceFields,
);

const envFromSourceFields = {
  prefix: optional(text, 1, "Prefix of the variables' names."),
  configMapRef: pointer(configMapEnvSource, 2, "ConfigMap whose keys are imported."),
  secretRef: pointer(secretEnvSource, 3, "Secret whose keys are imported."),
};

export interface EnvFromSource extends FieldsOf<typeof envFromSourceFields> {}

export const envFromSource: StructSchema<EnvFromSource> = struct(
  "core/v1.EnvFromSource",
  "Source of several environment variables.",
  envFromSourceFields,
);
