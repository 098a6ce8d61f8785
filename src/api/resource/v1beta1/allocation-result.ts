import {
  boolean,
  type FieldsOf,
  field,
  inline,
  list,
  namedText,
  optional,
  pointer,
  required,
  type StructSchema,
  struct,
  text,
} from "../../../schema/index.ts";
import { nodeSelector } from "../../core/v1/node-selector.ts";
import { deviceConfigurationFields } from "./device-configuration.ts";

const deviceRequestAllocationResultFields = {
  request: required(text, 1, "Name of the request."),
  driver: required(text, 2, "Driver of the device."),
  pool: required(text, 3, "Pool of the device."),
  device: required(text, 4, "Name of the device in its pool."),
  adminAccess: field(
    boolean,
    { presence: "nullable", required: false },
    5,
    "Whether the device was allocated for administration, so that others can use it at the same time.",
    { featureGate: "DRAAdminAccess" },
  ),
};

export interface DeviceRequestAllocationResult extends FieldsOf<typeof deviceRequestAllocationResultFields> {}

export const deviceRequestAllocationResult: StructSchema<DeviceRequestAllocationResult> = struct(
  "resource/v1beta1.DeviceRequestAllocationResult",
  "Device that was allocated for a request. Driver, pool and device identify it.",
  deviceRequestAllocationResultFields,
);

const deviceAllocationConfigurationFields = {
  source: required(
    namedText("v1beta1.AllocationConfigSource"),
    1,
    "Source of the configuration: FromClass or FromClaim.",
  ),
  requests: optional(list(text, { type: "atomic" }), 2, "Requests that the configuration applies to. Empty means all."),
  ...inline(3, deviceConfigurationFields),
};

export interface DeviceAllocationConfiguration extends FieldsOf<typeof deviceAllocationConfigurationFields> {}

export const deviceAllocationConfiguration: StructSchema<DeviceAllocationConfiguration> = struct(
  "resource/v1beta1.DeviceAllocationConfiguration",
  "Configuration of allocated devices.",
  deviceAllocationConfigurationFields,
);

const deviceAllocationResultFields = {
  results: optional(list(deviceRequestAllocationResult, { type: "atomic" }), 1, "Allocated devices."),
  config: optional(
    list(deviceAllocationConfiguration, { type: "atomic" }),
    2,
    "Configurations of the devices: those of their classes, then those of the claim.",
  ),
};

export interface DeviceAllocationResult extends FieldsOf<typeof deviceAllocationResultFields> {}

export const deviceAllocationResult: StructSchema<DeviceAllocationResult> = struct(
  "resource/v1beta1.DeviceAllocationResult",
  "Devices that were allocated to a claim, with their configuration.",
  deviceAllocationResultFields,
);

const allocationResultFields = {
  devices: optional(deviceAllocationResult, 1, "Allocated devices with their configuration."),
  nodeSelector: pointer(nodeSelector, 3, "Nodes that can use the devices. Unset means all.", { unchecked: true }),
};

export interface AllocationResult extends FieldsOf<typeof allocationResultFields> {}

export const allocationResult: StructSchema<AllocationResult> = struct(
  "resource/v1beta1.AllocationResult",
  "Result of the allocation of a claim.",
  allocationResultFields,
);
