import { map, optional, required, text } from "../../schema/index.ts";

/** The same in all versions. */
export const volumeAttributesClassFields = {
  driverName: required(text, 2, "CSI driver that changes the volumes. Immutable."),
  parameters: optional(map(text), 3, "Parameters for the driver, such as a throughput. Immutable."),
};

export const volumeAttributesClassDoc =
  "Properties of a volume that can change while it is in use. Claims refer to the class, and the driver changes the volume.";
