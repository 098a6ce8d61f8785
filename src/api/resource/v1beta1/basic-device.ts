import {
  boolean,
  type FieldsOf,
  int64,
  map,
  optional,
  pointer,
  quantity,
  required,
  type StructSchema,
  struct,
  text,
} from "../../../schema/index.ts";

/** The same in all versions. */
export const deviceAttributeFields = {
  int: pointer(int64, 2, "A number."),
  bool: pointer(boolean, 3, "True or false."),
  string: pointer(text, 4, "A text of at most 64 characters."),
  version: pointer(text, 5, "A semantic version, of at most 64 characters."),
};

export interface DeviceAttribute extends FieldsOf<typeof deviceAttributeFields> {}

export const deviceAttribute: StructSchema<DeviceAttribute> = struct(
  "resource/v1beta1.DeviceAttribute",
  "The value of an attribute; exactly one of the types.",
  deviceAttributeFields,
);

const deviceCapacityFields = {
  value: required(quantity, 1, "How much there is of it."),
};

export interface DeviceCapacity extends FieldsOf<typeof deviceCapacityFields> {}

export const deviceCapacity: StructSchema<DeviceCapacity> = struct(
  "resource/v1beta1.DeviceCapacity",
  "An amount of something that a device has.",
  deviceCapacityFields,
);

const basicDeviceFields = {
  attributes: optional(
    map(deviceAttribute, { typeName: "map[v1beta1.QualifiedName]v1beta1.DeviceAttribute" }),
    1,
    "What the device is like, by name. Names without a domain belong to the driver. At most 32 with the capacities.",
  ),
  capacity: optional(
    map(deviceCapacity, { typeName: "map[v1beta1.QualifiedName]v1beta1.DeviceCapacity" }),
    2,
    "How much the device has of something, by name.",
  ),
};

export interface BasicDevice extends FieldsOf<typeof basicDeviceFields> {}

export const basicDevice: StructSchema<BasicDevice> = struct(
  "resource/v1beta1.BasicDevice",
  "A device that is given as a whole.",
  basicDeviceFields,
);
