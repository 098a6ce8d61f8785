import { group } from "../../../meta/vocabulary.ts";
import {
  type FieldsOf,
  inline,
  type KindDeclaration,
  list,
  type ObjectOf,
  optional,
  required,
  type StructSchema,
  struct,
} from "../../../schema/index.ts";
import { kind } from "../../kind.ts";
import { deviceConfigurationFields } from "./device-configuration.ts";
import { deviceSelector } from "./device-selector.ts";

const deviceClassConfigurationFields = { ...inline(1, deviceConfigurationFields) };

export interface DeviceClassConfiguration extends FieldsOf<typeof deviceClassConfigurationFields> {}

export const deviceClassConfiguration: StructSchema<DeviceClassConfiguration> = struct(
  "resource/v1beta1.DeviceClassConfiguration",
  "Configuration of all devices of a class.",
  deviceClassConfigurationFields,
);

const deviceClassSpecFields = {
  selectors: optional(
    list(deviceSelector, { type: "atomic" }),
    1,
    "Selectors, all of which devices of the class must match.",
  ),
  config: optional(
    list(deviceClassConfiguration, { type: "atomic" }),
    2,
    "Configurations for drivers, which precede those of the claims.",
  ),
};

export interface DeviceClassSpec extends FieldsOf<typeof deviceClassSpecFields> {}

export const deviceClassSpec: StructSchema<DeviceClassSpec> = struct(
  "resource/v1beta1.DeviceClassSpec",
  "Selection and configuration of the devices of a class.",
  deviceClassSpecFields,
);

const deviceClassFields = {
  spec: required(deviceClassSpec, 2, "Selection and configuration of the devices."),
};

export interface DeviceClass extends ObjectOf<typeof deviceClassFields> {}

export const deviceClass: KindDeclaration<DeviceClass> = kind({
  group: group("resource"),
  version: "v1beta1",
  kind: "DeviceClass",
  package: "resource",
  plural: "deviceclasses",
  scope: "Cluster",
  rules: {
    updateChecks: { update: ["create", "schema", "createHook", "change", "hook"] },
    generation: ["spec"],
    deleteReturnsObject: true,
  },
  servedByDefault: false,
  lifecycle: { introduced: 32, deprecated: 35, removed: 38 },
  doc: "Class of devices with a common configuration, which claims request by name.",
  fields: deviceClassFields,
});
