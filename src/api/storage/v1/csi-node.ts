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
  count: pointer(nonNegative32, 1, "Most volumes of the driver that the node can use at once. Unset sets no bound."),
};

export interface VolumeNodeResources extends FieldsOf<typeof volumeNodeResourcesFields> {}

export const volumeNodeResources: StructSchema<VolumeNodeResources> = struct(
  "storage/v1.VolumeNodeResources",
  "How many volumes a node can take.",
  volumeNodeResourcesFields,
);

const csiNodeDriverFields = {
  name: required(text, 1, "Name of the driver."),
  nodeID: required(text, 2, "What the driver calls the node."),
  topologyKeys: field(
    list(text, { type: "atomic" }),
    { presence: "always", required: false },
    3,
    "Keys of the node labels in which the driver expresses where volumes can be reached.",
  ),
  allocatable: pointer(volumeNodeResources, 4, "How many volumes the node can take."),
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
    "The drivers on the node. An entry comes and goes as a whole.",
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
  doc: "What CSI drivers know about the node of the same name; written by the node.",
  fields: csiNodeFields,
});
