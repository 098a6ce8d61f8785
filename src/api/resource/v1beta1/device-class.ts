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
  "Settings of all devices of a class.",
  deviceClassConfigurationFields,
);

const deviceClassSpecFields = {
  selectors: optional(list(deviceSelector, { type: "atomic" }), 1, "What devices of the class satisfy; all of it."),
  config: optional(
    list(deviceClassConfiguration, { type: "atomic" }),
    2,
    "Settings for drivers, which come before those of the claims.",
  ),
};

export interface DeviceClassSpec extends FieldsOf<typeof deviceClassSpecFields> {}

export const deviceClassSpec: StructSchema<DeviceClassSpec> = struct(
  "resource/v1beta1.DeviceClassSpec",
  "Which devices a class has, and with which settings.",
  deviceClassSpecFields,
);

const deviceClassFields = {
  spec: required(deviceClassSpec, 2, "Which devices there are in the class, and how they are set up."),
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
  lifecycle: { deprecated: 35, removed: 38 },
  doc: "A sort of devices with common settings, which claims ask for by its name.",
  fields: deviceClassFields,
});
