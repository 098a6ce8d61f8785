/** Volumes that live on the node itself. */
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
  path: required(formattedText({ format: "pathNoBacksteps" }), 1, "Path on the node; links are followed.", {
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
    "What must be there, or is to be made there. Empty checks nothing.",
    { default: "" },
  ),
};

export interface HostPathVolumeSource extends FieldsOf<typeof hostPathVolumeSourceFields> {}

export const hostPathVolumeSource: StructSchema<HostPathVolumeSource> = struct(
  "core/v1.HostPathVolumeSource",
  "A path of the node that is mounted into a Pod.",
  hostPathVolumeSourceFields,
);

const emptyDirVolumeSourceFields = {
  medium: optional(
    namedText("v1.StorageMedium"),
    1,
    "Where the data is kept: empty for the node's disk, Memory or HugePages for its memory.",
  ),
  sizeLimit: pointer(
    quantity,
    2,
    "Most that may be stored. In memory it is also bounded by the memory limits of the containers.",
  ),
};

export interface EmptyDirVolumeSource extends FieldsOf<typeof emptyDirVolumeSourceFields> {}

export const emptyDirVolumeSource: StructSchema<EmptyDirVolumeSource> = struct(
  "core/v1.EmptyDirVolumeSource",
  "An empty directory that is made with a Pod and removed with it.",
  emptyDirVolumeSourceFields,
);

const imageVolumeSourceFields = {
  reference: optional(text, 1, "The image or artifact to pull."),
  pullPolicy: optional(pullPolicy, 2, "When it is pulled. Default: Always for the tag latest, otherwise IfNotPresent."),
};

export interface ImageVolumeSource extends FieldsOf<typeof imageVolumeSourceFields> {}

export const imageVolumeSource: StructSchema<ImageVolumeSource> = struct(
  "core/v1.ImageVolumeSource",
  "The files of a container image or artifact, read-only.",
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
  "Deprecated. A directory cloned from a git repository when the Pod starts.",
  gitRepoVolumeSourceFields,
);
