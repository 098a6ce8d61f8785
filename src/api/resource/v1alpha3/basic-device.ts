import { type FieldsOf, map, optional, quantity, type StructSchema, struct } from "../../../schema/index.ts";
import { type DeviceAttribute, deviceAttributeFields } from "../v1beta1/basic-device.ts";

export const deviceAttribute: StructSchema<DeviceAttribute> = struct(
  "resource/v1alpha3.DeviceAttribute",
  "The value of an attribute; exactly one of the types.",
  deviceAttributeFields,
);

const basicDeviceFields = {
  attributes: optional(
    map(deviceAttribute, { typeName: "map[v1alpha3.QualifiedName]v1alpha3.DeviceAttribute" }),
    1,
    "What the device is like, by name. Names without a domain belong to the driver. At most 32 with the capacities.",
  ),
  capacity: optional(
    map(quantity, { typeName: "map[v1alpha3.QualifiedName]resource.Quantity" }),
    2,
    "How much the device has of something, by name.",
  ),
};

export interface BasicDevice extends FieldsOf<typeof basicDeviceFields> {}

export const basicDevice: StructSchema<BasicDevice> = struct(
  "resource/v1alpha3.BasicDevice",
  "A device that is given as a whole.",
  basicDeviceFields,
);
