import { group } from "../../../meta/vocabulary.ts";
import {
  type FieldsOf,
  field,
  type KindDeclaration,
  list,
  type ObjectOf,
  pointer,
  required,
  type StructSchema,
  struct,
  text,
} from "../../../schema/index.ts";
import { kind } from "../../kind.ts";
import { nonNegative32 } from "../../numbers.ts";

const volumeNodeResourcesFields = {
  count: pointer(
    nonNegative32,
    1,
    "Largest number of volumes of the driver that the node can use at one time. Unset means no limit.",
  ),
};

export interface VolumeNodeResources extends FieldsOf<typeof volumeNodeResourcesFields> {}

export const volumeNodeResources: StructSchema<VolumeNodeResources> = struct(
  "storage/v1.VolumeNodeResources",
  "Limit of the number of volumes on a node.",
  volumeNodeResourcesFields,
);

const csiNodeDriverFields = {
  name: required(text, 1, "Name of the driver."),
  nodeID: required(text, 2, "Identifier of the node in the driver."),
  topologyKeys: field(
    list(text, { type: "atomic" }),
    { presence: "always", required: false },
    3,
    "Keys of the node labels that define the driver's topology.",
  ),
  allocatable: pointer(volumeNodeResources, 4, "Limit of the number of volumes."),
};

export interface CSINodeDriver extends FieldsOf<typeof csiNodeDriverFields> {}

export const csiNodeDriver: StructSchema<CSINodeDriver> = struct(
  "storage/v1.CSINodeDriver",
  "One CSI driver on a node.",
  csiNodeDriverFields,
);

const csiNodeSpecFields = {
  drivers: required(
    list(csiNodeDriver, { type: "map", keys: ["name"], merge: "name" }),
    1,
    "Drivers on the node. Entries can be added and removed, but not changed.",
  ),
};

export interface CSINodeSpec extends FieldsOf<typeof csiNodeSpecFields> {}

export const csiNodeSpec: StructSchema<CSINodeSpec> = struct(
  "storage/v1.CSINodeSpec",
  "The CSI drivers of a node.",
  csiNodeSpecFields,
);

const csiNodeFields = {
  spec: required(csiNodeSpec, 2, "The CSI drivers of the node."),
};

export interface CSINode extends ObjectOf<typeof csiNodeFields> {}

export const csiNode: KindDeclaration<CSINode> = kind({
  group: group("storage"),
  version: "v1",
  kind: "CSINode",
  package: "storage",
  plural: "csinodes",
  scope: "Cluster",
  rules: {
    updateChecks: { update: ["create", "schema", "create", "schema", "hook"] },
    unconditionalUpdate: false,
    deleteReturnsObject: true,
  },
  doc: "Data of CSI drivers about the Node with the same name, which the node writes.",
  fields: csiNodeFields,
});
