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
  name: required(text, 1, "Name of the device, unique among those of its driver in its pool."),
  basic: pointer(basicDevice, 2, "What the device is like."),
};

export interface Device extends FieldsOf<typeof deviceFields> {}

export const device: StructSchema<Device> = struct(
  "resource/v1beta1.Device",
  "A device that can be given to a claim.",
  deviceFields,
);

const resourcePoolFields = {
  name: required(text, 1, "Name of the pool, often that of the node. Cannot be changed."),
  generation: required(int64, 2, "Counts the pool's changes; slices with less than the highest are out of date."),
  resourceSliceCount: required(int64, 3, "Number of slices of the pool in this generation, at least 1."),
};

export interface ResourcePool extends FieldsOf<typeof resourcePoolFields> {}

export const resourcePool: StructSchema<ResourcePool> = struct(
  "resource/v1beta1.ResourcePool",
  "The pool that a slice is a part of.",
  resourcePoolFields,
);

const resourceSliceSpecFields = {
  driver: required(text, 1, "The driver that offers the devices; a DNS subdomain. Cannot be changed."),
  pool: required(resourcePool, 2, "The pool that the devices are in."),
  nodeName: optional(text, 3, "The node that has the devices. Cannot be changed. Excludes nodeSelector and allNodes."),
  nodeSelector: pointer(nodeSelector, 4, "The nodes that can use the devices. Excludes nodeName and allNodes.", {
    unchecked: true,
  }),
  allNodes: optional(boolean, 5, "Whether all nodes can use the devices. Excludes nodeName and nodeSelector."),
  devices: field(
    list(device, { type: "atomic" }),
    { presence: "always", required: false },
    6,
    "The devices of this part of the pool, 128 at most.",
  ),
};

export interface ResourceSliceSpec extends FieldsOf<typeof resourceSliceSpecFields> {}

export const resourceSliceSpec: StructSchema<ResourceSliceSpec> = struct(
  "resource/v1beta1.ResourceSliceSpec",
  "Devices, and who can use them.",
  resourceSliceSpecFields,
);

const resourceSliceFields = {
  spec: required(resourceSliceSpec, 2, "The devices, and who can use them."),
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
  lifecycle: { deprecated: 35, removed: 38 },
  doc: "A part of the devices that a driver offers; written by drivers.",
  fields: resourceSliceFields,
});
