import {
  boolean,
  type FieldsOf,
  field,
  inline,
  int64,
  list,
  namedText,
  optional,
  pointer,
  required,
  type StructSchema,
  struct,
  text,
} from "../../../schema/index.ts";
import { deviceConfigurationFields } from "./device-configuration.ts";
import { deviceSelector } from "./device-selector.ts";

const deviceRequestFields = {
  name: required(
    text,
    1,
    "Name of the request, unique in the claim. Pods, constraints and configurations refer to it.",
  ),
  deviceClassName: required(text, 2, "DeviceClass of the devices."),
  selectors: optional(
    list(deviceSelector, { type: "atomic" }),
    3,
    "Further selectors, all of which the devices must match.",
  ),
  allocationMode: optional(
    namedText("v1beta1.DeviceAllocationMode"),
    4,
    "ExactCount allocates count devices. All allocates all matching devices. Default: ExactCount.",
    { default: "ExactCount" },
  ),
  count: optional(int64, 5, "Number of devices, with ExactCount only. Default: 1."),
  adminAccess: pointer(
    boolean,
    6,
    "Whether the devices are for administration and monitoring, so that others can use them at the same time.",
    { featureGate: "DRAAdminAccess" },
  ),
};

export interface DeviceRequest extends FieldsOf<typeof deviceRequestFields> {}

export const deviceRequest: StructSchema<DeviceRequest> = struct(
  "resource/v1beta1.DeviceRequest",
  "Request for one or more devices of a class.",
  deviceRequestFields,
);

const deviceConstraintFields = {
  requests: optional(list(text, { type: "atomic" }), 1, "Requests whose devices are compared. Empty means all."),
  matchAttribute: pointer(
    namedText("v1beta1.FullyQualifiedName"),
    2,
    "Attribute that must have the same value in all of these devices, such as dra.example.com/numa.",
  ),
};

export interface DeviceConstraint extends FieldsOf<typeof deviceConstraintFields> {}

export const deviceConstraint: StructSchema<DeviceConstraint> = struct(
  "resource/v1beta1.DeviceConstraint",
  "Constraint on the devices of several requests.",
  deviceConstraintFields,
);

const deviceClaimConfigurationFields = {
  requests: optional(list(text, { type: "atomic" }), 1, "Requests that the configuration applies to. Empty means all."),
  ...inline(2, deviceConfigurationFields),
};

export interface DeviceClaimConfiguration extends FieldsOf<typeof deviceClaimConfigurationFields> {}

export const deviceClaimConfiguration: StructSchema<DeviceClaimConfiguration> = struct(
  "resource/v1beta1.DeviceClaimConfiguration",
  "Configuration of some devices of a claim.",
  deviceClaimConfigurationFields,
);

const deviceClaimFields = {
  requests: field(
    list(deviceRequest, { type: "atomic" }),
    { presence: "always", required: false },
    1,
    "Requests for devices, all of which must be met.",
  ),
  constraints: optional(
    list(deviceConstraint, { type: "atomic" }),
    2,
    "Constraint on the devices of several requests.",
  ),
  config: optional(list(deviceClaimConfiguration, { type: "atomic" }), 3, "Configurations for drivers."),
};

export interface DeviceClaim extends FieldsOf<typeof deviceClaimFields> {}

export const deviceClaim: StructSchema<DeviceClaim> = struct(
  "resource/v1beta1.DeviceClaim",
  "Devices that a claim requests.",
  deviceClaimFields,
);
