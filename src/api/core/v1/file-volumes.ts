/** Volumes whose contents come from the API: ConfigMaps, Secrets, fields of the Pod, tokens. */
import {
  boolean,
  type FieldsOf,
  formattedText,
  inline,
  int32,
  list,
  optional,
  pointer,
  required,
  type StructSchema,
  struct,
  text,
} from "../../../schema/index.ts";
import { objectFieldSelector, resourceFieldSelector } from "./field-selector.ts";
import { namedReferenceFields } from "./local-object-reference.ts";

const keyToPathFields = {
  key: required(text, 1, "Key to store in the file.", { nonEmpty: true }),
  path: required(
    formattedText({ format: "localNonReservedPath" }),
    2,
    'Relative path of the file; it may not contain "..".',
    { nonEmpty: true },
  ),
  mode: pointer(int32, 3, "Permission bits of the file, from 0 to 0777. Unset: the volume's defaultMode."),
};

export interface KeyToPath extends FieldsOf<typeof keyToPathFields> {}

export const keyToPath: StructSchema<KeyToPath> = struct(
  "core/v1.KeyToPath",
  "File with one key of a ConfigMap or Secret.",
  keyToPathFields,
);

const secretVolumeSourceFields = {
  secretName: optional(text, 1, "Name of the Secret in the Pod's namespace.", { nonEmpty: true }),
  items: optional(
    list(keyToPath, { type: "atomic" }),
    2,
    "Keys and the paths of their files. Default: a file with the name of each key.",
  ),
  defaultMode: pointer(int32, 3, "Permission bits of the files, from 0 to 0777. Default: 0644.", { default: 420 }),
  optional: pointer(boolean, 4, "Whether the Secret or its keys may be missing."),
};

export interface SecretVolumeSource extends FieldsOf<typeof secretVolumeSourceFields> {}

export const secretVolumeSource: StructSchema<SecretVolumeSource> = struct(
  "core/v1.SecretVolumeSource",
  "Volume with a file for every key of a Secret.",
  secretVolumeSourceFields,
);

const configMapVolumeSourceFields = {
  ...inline(1, namedReferenceFields),
  items: optional(
    list(keyToPath, { type: "atomic" }),
    2,
    "Keys and the paths of their files. Default: a file with the name of each key.",
  ),
  defaultMode: pointer(int32, 3, "Permission bits of the files, from 0 to 0777. Default: 0644.", { default: 420 }),
  optional: pointer(boolean, 4, "Whether the ConfigMap or its keys may be missing."),
};

export interface ConfigMapVolumeSource extends FieldsOf<typeof configMapVolumeSourceFields> {}

export const configMapVolumeSource: StructSchema<ConfigMapVolumeSource> = struct(
  "core/v1.ConfigMapVolumeSource",
  "Volume with a file for every key of a ConfigMap.",
  configMapVolumeSourceFields,
);

const downwardAPIVolumeFileFields = {
  path: required(text, 1, 'Relative path of the file; it may not contain "..".'),
  fieldRef: pointer(objectFieldSelector, 2, "Field of the Pod: name, namespace, uid, labels or annotations."),
  resourceFieldRef: pointer(resourceFieldSelector, 3, "Resource amount of a container."),
  mode: pointer(int32, 4, "Permission bits of the file, from 0 to 0777. Unset: the volume's defaultMode."),
};

export interface DownwardAPIVolumeFile extends FieldsOf<typeof downwardAPIVolumeFileFields> {}

export const downwardAPIVolumeFile: StructSchema<DownwardAPIVolumeFile> = struct(
  "core/v1.DownwardAPIVolumeFile",
  "File with a field of the Pod.",
  downwardAPIVolumeFileFields,
);

const downwardAPIVolumeSourceFields = {
  items: optional(list(downwardAPIVolumeFile, { type: "atomic" }), 1, "Files of the volume."),
  defaultMode: pointer(int32, 2, "Permission bits of the files, from 0 to 0777. Default: 0644.", { default: 420 }),
};

export interface DownwardAPIVolumeSource extends FieldsOf<typeof downwardAPIVolumeSourceFields> {}

export const downwardAPIVolumeSource: StructSchema<DownwardAPIVolumeSource> = struct(
  "core/v1.DownwardAPIVolumeSource",
  "Volume with files that contain fields of the Pod.",
  downwardAPIVolumeSourceFields,
);
