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
  name: required(text, 1, "Name of the request, unique in the claim; Pods, constraints and settings refer to it."),
  deviceClassName: required(text, 2, "The DeviceClass that the devices must be of, with its settings."),
  selectors: optional(list(deviceSelector, { type: "atomic" }), 3, "What devices must satisfy besides; all of it."),
  allocationMode: optional(
    namedText("v1beta1.DeviceAllocationMode"),
    4,
    "How many devices: as many as count says with ExactCount, or All that match. Default: ExactCount.",
    { default: "ExactCount" },
  ),
  count: optional(int64, 5, "Number of devices, with ExactCount only. Default there: 1."),
  adminAccess: pointer(
    boolean,
    6,
    "Whether devices are wanted that others may use at the same time, for administration and monitoring.",
    { featureGate: "DRAAdminAccess" },
  ),
};

export interface DeviceRequest extends FieldsOf<typeof deviceRequestFields> {}

export const deviceRequest: StructSchema<DeviceRequest> = struct(
  "resource/v1beta1.DeviceRequest",
  "Asks for one or more devices of a class.",
  deviceRequestFields,
);

const deviceConstraintFields = {
  requests: optional(list(text, { type: "atomic" }), 1, "The requests whose devices are compared. Empty: all."),
  matchAttribute: pointer(
    namedText("v1beta1.FullyQualifiedName"),
    2,
    "An attribute that all of the devices have, with the same value: dra.example.com/numa.",
  ),
};

export interface DeviceConstraint extends FieldsOf<typeof deviceConstraintFields> {}

export const deviceConstraint: StructSchema<DeviceConstraint> = struct(
  "resource/v1beta1.DeviceConstraint",
  "What the devices of several requests must have in common.",
  deviceConstraintFields,
);

const deviceClaimConfigurationFields = {
  requests: optional(list(text, { type: "atomic" }), 1, "The requests that the settings are for. Empty: all."),
  ...inline(2, deviceConfigurationFields),
};

export interface DeviceClaimConfiguration extends FieldsOf<typeof deviceClaimConfigurationFields> {}

export const deviceClaimConfiguration: StructSchema<DeviceClaimConfiguration> = struct(
  "resource/v1beta1.DeviceClaimConfiguration",
  "Settings of some of the devices of a claim.",
  deviceClaimConfigurationFields,
);

const deviceClaimFields = {
  requests: field(
    list(deviceRequest, { type: "atomic" }),
    { presence: "always", required: false },
    1,
    "What is asked for, each request by itself. All of them must be met.",
  ),
  constraints: optional(
    list(deviceConstraint, { type: "atomic" }),
    2,
    "What the devices of several requests must have in common.",
  ),
  config: optional(
    list(deviceClaimConfiguration, { type: "atomic" }),
    3,
    "Settings for drivers that are to be used when the claim is allocated.",
  ),
};

export interface DeviceClaim extends FieldsOf<typeof deviceClaimFields> {}

export const deviceClaim: StructSchema<DeviceClaim> = struct(
  "resource/v1beta1.DeviceClaim",
  "The devices that a claim asks for.",
  deviceClaimFields,
);
