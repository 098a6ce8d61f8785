/** Volumes on the node itself. */
import {
  enumText,
  type FieldsOf,
  formattedText,
  namedText,
  optional,
  pointer,
  quantity,
  required,
  type StructSchema,
  struct,
  text,
} from "../../../schema/index.ts";
import { pullPolicy } from "./pull-policy.ts";

const hostPathVolumeSourceFields = {
  path: required(formattedText({ format: "pathNoBacksteps" }), 1, "Path on the node. Symbolic links are followed.", {
    nonEmpty: true,
  }),
  type: pointer(
    enumText("v1.HostPathType", [
      "",
      "BlockDevice",
      "CharDevice",
      "Directory",
      "DirectoryOrCreate",
      "File",
      "FileOrCreate",
      "Socket",
    ]),
    2,
    "Type of the file, which must exist or is created. Empty means no check.",
    { default: "" },
  ),
};

export interface HostPathVolumeSource extends FieldsOf<typeof hostPathVolumeSourceFields> {}

export const hostPathVolumeSource: StructSchema<HostPathVolumeSource> = struct(
  "core/v1.HostPathVolumeSource",
  "Path of the node that is mounted into a Pod.",
  hostPathVolumeSourceFields,
);

const emptyDirVolumeSourceFields = {
  medium: optional(
    namedText("v1.StorageMedium"),
    1,
    "Storage medium: empty for the node's disk, Memory or HugePages for its memory.",
  ),
  sizeLimit: pointer(quantity, 2, "Largest amount of data. In memory, the memory limits of the containers apply, too."),
};

export interface EmptyDirVolumeSource extends FieldsOf<typeof emptyDirVolumeSourceFields> {}

export const emptyDirVolumeSource: StructSchema<EmptyDirVolumeSource> = struct(
  "core/v1.EmptyDirVolumeSource",
  "Directory that is empty at the start of a Pod and deleted with it.",
  emptyDirVolumeSourceFields,
);

const imageVolumeSourceFields = {
  reference: optional(text, 1, "Image or artifact to pull."),
  pullPolicy: optional(
    pullPolicy,
    2,
    "Time at which it is pulled: Always, IfNotPresent or Never. Default: Always for the tag latest, otherwise IfNotPresent.",
  ),
};

export interface ImageVolumeSource extends FieldsOf<typeof imageVolumeSourceFields> {}

export const imageVolumeSource: StructSchema<ImageVolumeSource> = struct(
  "core/v1.ImageVolumeSource",
  "Files of a container image or artifact, read-only.",
  imageVolumeSourceFields,
);

const gitRepoVolumeSourceFields = {
  repository: required(text, 1, "URL of the repository.", { nonEmpty: true }),
  revision: optional(text, 2, "Commit to check out."),
  directory: optional(
    formattedText({ format: "localDescendingPath" }),
    3,
    'Directory to clone into; "." is the root of the volume, empty a directory named after the repository.',
  ),
};

export interface GitRepoVolumeSource extends FieldsOf<typeof gitRepoVolumeSourceFields> {}

export const gitRepoVolumeSource: StructSchema<GitRepoVolumeSource> = struct(
  "core/v1.GitRepoVolumeSource",
  "Deprecated. Directory that is cloned from a git repository at the start of the Pod.",
  gitRepoVolumeSourceFields,
);
