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

/** Fields of attributes, which are equal in all versions. */
export const deviceAttributeFields = {
  int: pointer(int64, 2, "Integer value."),
  bool: pointer(boolean, 3, "Boolean value."),
  string: pointer(text, 4, "Text of at most 64 characters."),
  version: pointer(text, 5, "Semantic version of at most 64 characters."),
};

export interface DeviceAttribute extends FieldsOf<typeof deviceAttributeFields> {}

export const deviceAttribute: StructSchema<DeviceAttribute> = struct(
  "resource/v1beta1.DeviceAttribute",
  "Value of an attribute. Exactly one member is set.",
  deviceAttributeFields,
);

const deviceCapacityFields = {
  value: required(quantity, 1, "Amount of the capacity."),
};

export interface DeviceCapacity extends FieldsOf<typeof deviceCapacityFields> {}

export const deviceCapacity: StructSchema<DeviceCapacity> = struct(
  "resource/v1beta1.DeviceCapacity",
  "Capacity of a device.",
  deviceCapacityFields,
);

const basicDeviceFields = {
  attributes: optional(
    map(deviceAttribute, { typeName: "map[v1beta1.QualifiedName]v1beta1.DeviceAttribute" }),
    1,
    "Attributes of the device by name. Names without a domain belong to the driver. At most 32 attributes and capacities.",
  ),
  capacity: optional(
    map(deviceCapacity, { typeName: "map[v1beta1.QualifiedName]v1beta1.DeviceCapacity" }),
    2,
    "Capacities of the device by name.",
  ),
};

export interface BasicDevice extends FieldsOf<typeof basicDeviceFields> {}

export const basicDevice: StructSchema<BasicDevice> = struct(
  "resource/v1beta1.BasicDevice",
  "Device that is allocated as a whole.",
  basicDeviceFields,
);
