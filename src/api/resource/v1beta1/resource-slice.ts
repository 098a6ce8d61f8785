import { group } from "../../../meta/vocabulary.ts";
import {
  boolean,
  type FieldsOf,
  field,
  int64,
  type KindDeclaration,
  list,
  type ObjectOf,
  optional,
  pointer,
  required,
  type StructSchema,
  struct,
  text,
} from "../../../schema/index.ts";
import { nodeSelector } from "../../core/v1/node-selector.ts";
import { kind } from "../../kind.ts";
import { basicDevice } from "./basic-device.ts";

const deviceFields = {
  name: required(text, 1, "Name of the device, unique among the devices of its driver in its pool."),
  basic: pointer(basicDevice, 2, "Properties of the device."),
};

export interface Device extends FieldsOf<typeof deviceFields> {}

export const device: StructSchema<Device> = struct(
  "resource/v1beta1.Device",
  "Device that can be allocated to a claim.",
  deviceFields,
);

const resourcePoolFields = {
  name: required(text, 1, "Name of the pool, often that of the node. Immutable."),
  generation: required(
    int64,
    2,
    "Generation of the pool. Slices with less than the highest generation are out of date.",
  ),
  resourceSliceCount: required(int64, 3, "Number of slices of the pool in this generation, at least 1."),
};

export interface ResourcePool extends FieldsOf<typeof resourcePoolFields> {}

export const resourcePool: StructSchema<ResourcePool> = struct(
  "resource/v1beta1.ResourcePool",
  "Pool of a slice.",
  resourcePoolFields,
);

const resourceSliceSpecFields = {
  driver: required(text, 1, "Driver of the devices, a DNS subdomain. Immutable."),
  pool: required(resourcePool, 2, "Pool of the devices."),
  nodeName: optional(text, 3, "Node with the devices. Immutable. Mutually exclusive with nodeSelector and allNodes."),
  nodeSelector: pointer(
    nodeSelector,
    4,
    "Nodes that can use the devices. Mutually exclusive with nodeName and allNodes.",
    {
      unchecked: true,
    },
  ),
  allNodes: optional(
    boolean,
    5,
    "Whether all nodes can use the devices. Mutually exclusive with nodeName and nodeSelector.",
  ),
  devices: field(
    list(device, { type: "atomic" }),
    { presence: "always", required: false },
    6,
    "Devices in this part of the pool, at most 128.",
  ),
};

export interface ResourceSliceSpec extends FieldsOf<typeof resourceSliceSpecFields> {}

export const resourceSliceSpec: StructSchema<ResourceSliceSpec> = struct(
  "resource/v1beta1.ResourceSliceSpec",
  "Devices, and the nodes that can use them.",
  resourceSliceSpecFields,
);

const resourceSliceFields = {
  spec: required(resourceSliceSpec, 2, "Contents of the slice."),
};

export interface ResourceSlice extends ObjectOf<typeof resourceSliceFields> {}

export const resourceSlice: KindDeclaration<ResourceSlice> = kind({
  group: group("resource"),
  version: "v1beta1",
  kind: "ResourceSlice",
  package: "resource",
  plural: "resourceslices",
  scope: "Cluster",
  selectableFields: ["spec.nodeName", "spec.driver"],
  rules: {
    generation: ["spec"],
    deleteReturnsObject: true,
  },
  servedByDefault: false,
  lifecycle: { introduced: 32, deprecated: 35, removed: 38 },
  doc: "Part of the devices of a driver, which the driver writes.",
  fields: resourceSliceFields,
});
