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
    "The keys to show and where. Default: all of them, under their own names.",
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
    "The keys to show and where. Default: all of them, under their own names.",
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
  items: optional(list(downwardAPIVolumeFile, { type: "atomic" }), 1, "The files."),
};

export interface DownwardAPIProjection extends FieldsOf<typeof downwardAPIProjectionFields> {}

export const downwardAPIProjection: StructSchema<DownwardAPIProjection> = struct(
  "core/v1.DownwardAPIProjection",
  "Files with fields of the Pod.",
  downwardAPIProjectionFields,
);

const serviceAccountTokenProjectionFields = {
  audience: optional(text, 1, "Who the token is meant for. Default: the API server."),
  expirationSeconds: pointer(int64, 2, "Seconds that a token is valid, at least 600. Default: 3600.", {
    default: 3600,
  }),
  path: required(text, 3, "Relative path of the file."),
};

export interface ServiceAccountTokenProjection extends FieldsOf<typeof serviceAccountTokenProjectionFields> {}

export const serviceAccountTokenProjection: StructSchema<ServiceAccountTokenProjection> = struct(
  "core/v1.ServiceAccountTokenProjection",
  "A file with a token of the Pod's service account, renewed by the node.",
  serviceAccountTokenProjectionFields,
);

const clusterTrustBundleProjectionFields = {
  name: pointer(text, 1, "The one bundle to take. Not together with signerName."),
  signerName: pointer(text, 2, "Takes all bundles of this signer that labelSelector selects."),
  labelSelector: pointer(
    labelSelector,
    3,
    "Which bundles of the signer to take. Unset selects none, an empty selector all.",
  ),
  optional: pointer(boolean, 5, "Whether the bundles may be missing; then the file is empty."),
  path: required(text, 4, "Relative path of the file.", { nonEmpty: true }),
};

export interface ClusterTrustBundleProjection extends FieldsOf<typeof clusterTrustBundleProjectionFields> {}

export const clusterTrustBundleProjection: StructSchema<ClusterTrustBundleProjection> = struct(
  "core/v1.ClusterTrustBundleProjection",
  "A file with trusted certificates from ClusterTrustBundle objects.",
  clusterTrustBundleProjectionFields,
);

const volumeProjectionFields = {
  secret: pointer(secretProjection, 1, "Keys of a Secret."),
  downwardAPI: pointer(downwardAPIProjection, 2, "Fields of the Pod."),
  configMap: pointer(configMapProjection, 3, "Keys of a ConfigMap."),
  serviceAccountToken: pointer(serviceAccountTokenProjection, 4, "A token of the Pod's service account."),
  clusterTrustBundle: pointer(clusterTrustBundleProjection, 5, "Trusted certificates.", {
    featureGate: "ClusterTrustBundleProjection",
  }),
};

export interface VolumeProjection extends FieldsOf<typeof volumeProjectionFields> {}

export const volumeProjection: StructSchema<VolumeProjection> = struct(
  "core/v1.VolumeProjection",
  "One source of a projected volume. One member is set.",
  volumeProjectionFields,
);

const projectedVolumeSourceFields = {
  sources: field(
    list(volumeProjection, { type: "atomic" }),
    { presence: "always", required: false },
    1,
    "The sources.",
  ),
  defaultMode: pointer(int32, 2, "Permission bits of the files, from 0 to 0777. Default: 0644.", { default: 420 }),
};

export interface ProjectedVolumeSource extends FieldsOf<typeof projectedVolumeSourceFields> {}

export const projectedVolumeSource: StructSchema<ProjectedVolumeSource> = struct(
  "core/v1.ProjectedVolumeSource",
  "A volume that puts several sources into one directory.",
  projectedVolumeSourceFields,
);
