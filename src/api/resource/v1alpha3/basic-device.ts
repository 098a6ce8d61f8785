import { type FieldsOf, map, optional, quantity, type StructSchema, struct } from "../../../schema/index.ts";
import { type DeviceAttribute, deviceAttributeFields } from "../v1beta1/basic-device.ts";

export const deviceAttribute: StructSchema<DeviceAttribute> = struct(
  "resource/v1alpha3.DeviceAttribute",
  "Value of an attribute. Exactly one member is set.",
  deviceAttributeFields,
);

const basicDeviceFields = {
  attributes: optional(
    map(deviceAttribute, { typeName: "map[v1alpha3.QualifiedName]v1alpha3.DeviceAttribute" }),
    1,
    "Attributes of the device by name. Names without a domain belong to the driver. At most 32 attributes and capacities.",
  ),
  capacity: optional(
    map(quantity, { typeName: "map[v1alpha3.QualifiedName]resource.Quantity" }),
    2,
    "Capacities of the device by name.",
  ),
};

export interface BasicDevice extends FieldsOf<typeof basicDeviceFields> {}

export const basicDevice: StructSchema<BasicDevice> = struct(
  "resource/v1alpha3.BasicDevice",
  "Device that is allocated as a whole.",
  basicDeviceFields,
);
