import {
  type FieldsOf,
  field,
  list,
  optional,
  pointer,
  rawObject,
  required,
  type StructSchema,
  struct,
  text,
} from "../../../schema/index.ts";
import { condition } from "../../meta/v1/condition.ts";

const networkDeviceDataFields = {
  interfaceName: optional(text, 1, "Name of the network interface in the Pod."),
  ips: optional(list(text, { type: "atomic" }), 2, "Addresses of the interface in CIDR form, such as 192.0.2.5/24."),
  hardwareAddress: optional(text, 3, "Hardware address of the interface."),
};

export interface NetworkDeviceData extends FieldsOf<typeof networkDeviceDataFields> {}

export const networkDeviceData: StructSchema<NetworkDeviceData> = struct(
  "resource/v1beta1.NetworkDeviceData",
  "Data of a device that is a network interface.",
  networkDeviceDataFields,
);

const allocatedDeviceStatusFields = {
  driver: required(text, 1, "Driver of the device."),
  pool: required(text, 2, "Pool of the device."),
  device: required(text, 3, "Name of the device in its pool."),
  conditions: field(
    list(condition, { type: "map", keys: ["type"] }),
    { presence: "always", required: false },
    4,
    "Conditions of the device.",
  ),
  data: optional(rawObject, 5, "Further data from the driver."),
  networkData: pointer(networkDeviceData, 6, "Data of a network interface."),
};

export interface AllocatedDeviceStatus extends FieldsOf<typeof allocatedDeviceStatusFields> {}

export const allocatedDeviceStatus: StructSchema<AllocatedDeviceStatus> = struct(
  "resource/v1beta1.AllocatedDeviceStatus",
  "State of an allocated device, which its driver reports. Driver, pool and device identify it.",
  allocatedDeviceStatusFields,
);
