import { type FieldsOf, pointer, required, type StructSchema, struct, text } from "../../../schema/index.ts";

const celDeviceSelectorFields = {
  expression: required(
    text,
    1,
    "A CEL expression that is true for the devices that are wanted. It sees the variable device with its driver, " +
      "attributes and capacity.",
  ),
};

export interface CELDeviceSelector extends FieldsOf<typeof celDeviceSelectorFields> {}

export const celDeviceSelector: StructSchema<CELDeviceSelector> = struct(
  "resource/v1beta1.CELDeviceSelector",
  "Selects devices by a CEL expression.",
  celDeviceSelectorFields,
);

const deviceSelectorFields = {
  cel: pointer(celDeviceSelector, 1, "An expression that devices must satisfy."),
};

export interface DeviceSelector extends FieldsOf<typeof deviceSelectorFields> {}

export const deviceSelector: StructSchema<DeviceSelector> = struct(
  "resource/v1beta1.DeviceSelector",
  "Selects devices in one of several ways; exactly one must be given.",
  deviceSelectorFields,
);
