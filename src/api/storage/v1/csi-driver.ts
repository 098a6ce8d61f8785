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
  audience: required(text, 1, "For whom the token is; empty for the API server."),
  expirationSeconds: pointer(int64, 2, "Seconds for which the token holds."),
};

export interface TokenRequest extends FieldsOf<typeof tokenRequestFields> {}

export const tokenRequest: StructSchema<TokenRequest> = struct(
  "storage/v1.TokenRequest",
  "A service account token that the driver needs.",
  tokenRequestFields,
);

const csiDriverSpecFields = {
  attachRequired: pointer(
    boolean,
    1,
    "Whether volumes are attached to a node before they are mounted. Cannot be changed. Default: true.",
    { default: true },
  ),
  podInfoOnMount: pointer(boolean, 2, "Whether the driver is told about the Pod when it mounts. Default: false.", {
    default: false,
  }),
  volumeLifecycleModes: optional(
    list(namedText("v1.VolumeLifecycleMode"), { type: "set" }),
    3,
    "What sorts of volumes the driver makes: Persistent, Ephemeral or both. Cannot be changed. Default: Persistent.",
    { default: ["Persistent"] },
  ),
  storageCapacity: pointer(
    boolean,
    4,
    "Whether the scheduler looks at the driver's CSIStorageCapacity objects. Default: false.",
    { default: false },
  ),
  fsGroupPolicy: pointer(
    namedText("v1.FSGroupPolicy"),
    5,
    "When files take on the Pod's fsGroup. Others are File and None. Default: ReadWriteOnceWithFSType.",
    { default: "ReadWriteOnceWithFSType" },
  ),
  tokenRequests: optional(
    list(tokenRequest, { type: "atomic" }),
    6,
    "Service account tokens of the Pod that the driver gets when it mounts.",
  ),
  requiresRepublish: pointer(boolean, 7, "Whether mounted volumes are published again and again. Default: false.", {
    default: false,
  }),
  seLinuxMount: pointer(
    boolean,
    8,
    "Whether volumes can be mounted with an SELinux context of their own. Default: false.",
    { featureGate: "SELinuxMountReadWriteOncePod" },
  ),
};

export interface CSIDriverSpec extends FieldsOf<typeof csiDriverSpecFields> {}

export const csiDriverSpec: StructSchema<CSIDriverSpec> = struct(
  "storage/v1.CSIDriverSpec",
  "What a CSI driver needs and can do.",
  csiDriverSpecFields,
);

const csiDriverFields = {
  spec: required(csiDriverSpec, 2, "What the driver needs and can do."),
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
  doc: "A CSI driver of the cluster, by the name that it gives itself.",
  fields: csiDriverFields,
});
