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
  request: required(text, 1, "Name of the request that the device is for."),
  driver: required(text, 2, "Driver of the device."),
  pool: required(text, 3, "Pool that the device is in."),
  device: required(text, 4, "Name of the device in its pool."),
  adminAccess: field(
    boolean,
    { presence: "nullable", required: false },
    5,
    "Whether the device was given for administration, so that others may use it at the same time.",
    { featureGate: "DRAAdminAccess" },
  ),
};

export interface DeviceRequestAllocationResult extends FieldsOf<typeof deviceRequestAllocationResultFields> {}

export const deviceRequestAllocationResult: StructSchema<DeviceRequestAllocationResult> = struct(
  "resource/v1beta1.DeviceRequestAllocationResult",
  "A device that was given for a request. Driver, pool and device together name it.",
  deviceRequestAllocationResultFields,
);

const deviceAllocationConfigurationFields = {
  source: required(
    namedText("v1beta1.AllocationConfigSource"),
    1,
    "Where the settings are from: FromClass or FromClaim.",
  ),
  requests: optional(list(text, { type: "atomic" }), 2, "The requests that the settings are for. Empty: all."),
  ...inline(3, deviceConfigurationFields),
};

export interface DeviceAllocationConfiguration extends FieldsOf<typeof deviceAllocationConfigurationFields> {}

export const deviceAllocationConfiguration: StructSchema<DeviceAllocationConfiguration> = struct(
  "resource/v1beta1.DeviceAllocationConfiguration",
  "Settings of allocated devices.",
  deviceAllocationConfigurationFields,
);

const deviceAllocationResultFields = {
  results: optional(list(deviceRequestAllocationResult, { type: "atomic" }), 1, "The devices that were given."),
  config: optional(
    list(deviceAllocationConfiguration, { type: "atomic" }),
    2,
    "Settings of the devices: those of their classes first, then those of the claim.",
  ),
};

export interface DeviceAllocationResult extends FieldsOf<typeof deviceAllocationResultFields> {}

export const deviceAllocationResult: StructSchema<DeviceAllocationResult> = struct(
  "resource/v1beta1.DeviceAllocationResult",
  "Devices that were given to a claim, with their settings.",
  deviceAllocationResultFields,
);

const allocationResultFields = {
  devices: optional(deviceAllocationResult, 1, "The devices with their settings."),
  nodeSelector: pointer(nodeSelector, 3, "The nodes on which they can be used. Unset: all.", { unchecked: true }),
};

export interface AllocationResult extends FieldsOf<typeof allocationResultFields> {}

export const allocationResult: StructSchema<AllocationResult> = struct(
  "resource/v1beta1.AllocationResult",
  "What a claim was given.",
  allocationResultFields,
);
