import { type FieldsOf, pointer, required, type StructSchema, struct, text } from "../../../schema/index.ts";

const celDeviceSelectorFields = {
  expression: required(
    text,
    1,
    "CEL expression that is true for matching devices. It can use the variable device with its driver, " +
      "attributes and capacity.",
  ),
};

export interface CELDeviceSelector extends FieldsOf<typeof celDeviceSelectorFields> {}

export const celDeviceSelector: StructSchema<CELDeviceSelector> = struct(
  "resource/v1beta1.CELDeviceSelector",
  "Selector for devices by a CEL expression.",
  celDeviceSelectorFields,
);

const deviceSelectorFields = {
  cel: pointer(celDeviceSelector, 1, "CEL expression that devices must match."),
};

export interface DeviceSelector extends FieldsOf<typeof deviceSelectorFields> {}

export const deviceSelector: StructSchema<DeviceSelector> = struct(
  "resource/v1beta1.DeviceSelector",
  "Selector for devices. Exactly one member is set.",
  deviceSelectorFields,
);
