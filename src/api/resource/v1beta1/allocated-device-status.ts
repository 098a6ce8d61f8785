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
  interfaceName: optional(text, 1, "Name of the network interface, as the Pod sees it."),
  ips: optional(list(text, { type: "atomic" }), 2, "Addresses of the interface in CIDR form, as 192.0.2.5/24."),
  hardwareAddress: optional(text, 3, "Address of the interface on its link."),
};

export interface NetworkDeviceData extends FieldsOf<typeof networkDeviceDataFields> {}

export const networkDeviceData: StructSchema<NetworkDeviceData> = struct(
  "resource/v1beta1.NetworkDeviceData",
  "What is known of a device that is a network interface.",
  networkDeviceDataFields,
);

const allocatedDeviceStatusFields = {
  driver: required(text, 1, "Driver of the device."),
  pool: required(text, 2, "Pool that the device is in."),
  device: required(text, 3, "Name of the device in its pool."),
  conditions: field(
    list(condition, { type: "map", keys: ["type"] }),
    { presence: "always", required: false },
    4,
    "Aspects of the device's state.",
  ),
  data: optional(rawObject, 5, "Anything else that the driver reports."),
  networkData: pointer(networkDeviceData, 6, "What is known of a network interface."),
};

export interface AllocatedDeviceStatus extends FieldsOf<typeof allocatedDeviceStatusFields> {}

export const allocatedDeviceStatus: StructSchema<AllocatedDeviceStatus> = struct(
  "resource/v1beta1.AllocatedDeviceStatus",
  "State of an allocated device, as its driver reports it. Driver, pool and device together name it.",
  allocatedDeviceStatusFields,
);
