import {
  boolean,
  type FieldsOf,
  field,
  inline,
  int32,
  int64,
  list,
  optional,
  pointer,
  required,
  type StructSchema,
  struct,
  text,
} from "../../../schema/index.ts";
import { labelSelector } from "../../meta/v1/label-selector.ts";
import { downwardAPIVolumeFile, keyToPath } from "./file-volumes.ts";
import { namedReferenceFields } from "./local-object-reference.ts";

const secretProjectionFields = {
  ...inline(1, namedReferenceFields),
  items: optional(
    list(keyToPath, { type: "atomic" }),
    2,
    "Keys and the paths of their files. Default: a file with the name of each key.",
  ),
  optional: pointer(boolean, 4, "Whether the Secret or its keys may be missing."),
};

export interface SecretProjection extends FieldsOf<typeof secretProjectionFields> {}

export const secretProjection: StructSchema<SecretProjection> = struct(
  "core/v1.SecretProjection",
  "Files from the keys of a Secret.",
  secretProjectionFields,
);

const configMapProjectionFields = {
  ...inline(1, namedReferenceFields),
  items: optional(
    list(keyToPath, { type: "atomic" }),
    2,
    "Keys and the paths of their files. Default: a file with the name of each key.",
  ),
  optional: pointer(boolean, 4, "Whether the ConfigMap or its keys may be missing."),
};

export interface ConfigMapProjection extends FieldsOf<typeof configMapProjectionFields> {}

export const configMapProjection: StructSchema<ConfigMapProjection> = struct(
  "core/v1.ConfigMapProjection",
  "Files from the keys of a ConfigMap.",
  configMapProjectionFields,
);

const downwardAPIProjectionFields = {
  items: optional(list(downwardAPIVolumeFile, { type: "atomic" }), 1, "Files of the volume."),
};

export interface DownwardAPIProjection extends FieldsOf<typeof downwardAPIProjectionFields> {}

export const downwardAPIProjection: StructSchema<DownwardAPIProjection> = struct(
  "core/v1.DownwardAPIProjection",
  "Files with fields of the Pod.",
  downwardAPIProjectionFields,
);

const serviceAccountTokenProjectionFields = {
  audience: optional(text, 1, "Audience of the token. Default: the API server."),
  expirationSeconds: pointer(int64, 2, "Lifetime of the token in seconds, at least 600. Default: 3600.", {
    default: 3600,
  }),
  path: required(text, 3, "Relative path of the file."),
};

export interface ServiceAccountTokenProjection extends FieldsOf<typeof serviceAccountTokenProjectionFields> {}

export const serviceAccountTokenProjection: StructSchema<ServiceAccountTokenProjection> = struct(
  "core/v1.ServiceAccountTokenProjection",
  "File with a token of the Pod's service account, which the node renews.",
  serviceAccountTokenProjectionFields,
);

const clusterTrustBundleProjectionFields = {
  name: pointer(text, 1, "Name of a single bundle. Mutually exclusive with signerName."),
  signerName: pointer(text, 2, "Signer whose bundles labelSelector selects. Mutually exclusive with name."),
  labelSelector: pointer(
    labelSelector,
    3,
    "Selector for the signer's bundles. Unset selects none, an empty selector selects all.",
  ),
  optional: pointer(boolean, 5, "Whether the bundles may be missing. The file is empty then."),
  path: required(text, 4, "Relative path of the file.", { nonEmpty: true }),
};

export interface ClusterTrustBundleProjection extends FieldsOf<typeof clusterTrustBundleProjectionFields> {}

export const clusterTrustBundleProjection: StructSchema<ClusterTrustBundleProjection> = struct(
  "core/v1.ClusterTrustBundleProjection",
  "File with trust anchors from ClusterTrustBundles.",
  clusterTrustBundleProjectionFields,
);

const volumeProjectionFields = {
  secret: pointer(secretProjection, 1, "Keys of a Secret."),
  downwardAPI: pointer(downwardAPIProjection, 2, "Fields of the Pod."),
  configMap: pointer(configMapProjection, 3, "Keys of a ConfigMap."),
  serviceAccountToken: pointer(serviceAccountTokenProjection, 4, "Token of the Pod's service account."),
  clusterTrustBundle: pointer(clusterTrustBundleProjection, 5, "Trust anchors from ClusterTrustBundles.", {
    featureGate: "ClusterTrustBundleProjection",
  }),
};

export interface VolumeProjection extends FieldsOf<typeof volumeProjectionFields> {}

export const volumeProjection: StructSchema<VolumeProjection> = struct(
  "core/v1.VolumeProjection",
  "One source of a projected volume. Exactly one member is set.",
  volumeProjectionFields,
);

const projectedVolumeSourceFields = {
  sources: field(
    list(volumeProjection, { type: "atomic" }),
    { presence: "always", required: false },
    1,
    "Sources of the volume.",
  ),
  defaultMode: pointer(int32, 2, "Permission bits of the files, from 0 to 0777. Default: 0644.", { default: 420 }),
};

export interface ProjectedVolumeSource extends FieldsOf<typeof projectedVolumeSourceFields> {}

export const projectedVolumeSource: StructSchema<ProjectedVolumeSource> = struct(
  "core/v1.ProjectedVolumeSource",
  "Volume that combines several sources in one directory.",
  projectedVolumeSourceFields,
);
