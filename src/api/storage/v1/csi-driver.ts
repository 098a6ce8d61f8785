import { group } from "../../../meta/vocabulary.ts";
import {
  boolean,
  type FieldsOf,
  int64,
  type KindDeclaration,
  list,
  namedText,
  type ObjectOf,
  optional,
  pointer,
  required,
  type StructSchema,
  struct,
  text,
} from "../../../schema/index.ts";
import { kind } from "../../kind.ts";

const tokenRequestFields = {
  audience: required(text, 1, "Audience of the token. Empty for the API server."),
  expirationSeconds: pointer(int64, 2, "Lifetime of the token in seconds."),
};

export interface TokenRequest extends FieldsOf<typeof tokenRequestFields> {}

export const tokenRequest: StructSchema<TokenRequest> = struct(
  "storage/v1.TokenRequest",
  "Service account token that the driver needs.",
  tokenRequestFields,
);

const csiDriverSpecFields = {
  attachRequired: pointer(
    boolean,
    1,
    "Whether volumes are attached to a node before they are mounted. Immutable. Default: true.",
    { default: true },
  ),
  podInfoOnMount: pointer(
    boolean,
    2,
    "Whether the driver gets information about the Pod when it mounts a volume. Default: false.",
    {
      default: false,
    },
  ),
  volumeLifecycleModes: optional(
    list(namedText("v1.VolumeLifecycleMode"), { type: "set" }),
    3,
    "Kinds of volumes that the driver supports: Persistent, Ephemeral or both. Immutable. Default: Persistent.",
    { default: ["Persistent"] },
  ),
  storageCapacity: pointer(
    boolean,
    4,
    "Whether the scheduler considers the driver's CSIStorageCapacity objects. Default: false.",
    { default: false },
  ),
  fsGroupPolicy: pointer(
    namedText("v1.FSGroupPolicy"),
    5,
    "Policy for changing files to the Pod's fsGroup: ReadWriteOnceWithFSType, File or None. Default: ReadWriteOnceWithFSType.",
    { default: "ReadWriteOnceWithFSType" },
  ),
  tokenRequests: optional(
    list(tokenRequest, { type: "atomic" }),
    6,
    "Service account tokens of the Pod that the driver gets when it mounts a volume.",
  ),
  requiresRepublish: pointer(boolean, 7, "Whether mounted volumes are republished periodically. Default: false.", {
    default: false,
  }),
  seLinuxMount: pointer(boolean, 8, "Whether volumes can be mounted with separate SELinux contexts. Default: false.", {
    featureGate: "SELinuxMountReadWriteOncePod",
  }),
};

export interface CSIDriverSpec extends FieldsOf<typeof csiDriverSpecFields> {}

export const csiDriverSpec: StructSchema<CSIDriverSpec> = struct(
  "storage/v1.CSIDriverSpec",
  "Properties of a CSI driver.",
  csiDriverSpecFields,
);

const csiDriverFields = {
  spec: required(csiDriverSpec, 2, "Properties of the driver."),
};

export interface CSIDriver extends ObjectOf<typeof csiDriverFields> {}

export const csiDriver: KindDeclaration<CSIDriver> = kind({
  group: group("storage"),
  version: "v1",
  kind: "CSIDriver",
  package: "storage",
  plural: "csidrivers",
  scope: "Cluster",
  rules: { unconditionalUpdate: false, deleteReturnsObject: true },
  doc: "CSI driver of the cluster. The name of the object is that of the driver.",
  fields: csiDriverFields,
});
