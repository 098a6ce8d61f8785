import { map, optional, required, text } from "../../schema/index.ts";

/** Fields of the kind, which are equal in all versions. */
export const volumeAttributesClassFields = {
  driverName: required(text, 2, "CSI driver that changes the volumes. Immutable."),
  parameters: optional(map(text), 3, "Parameters for the driver, such as a throughput. Immutable."),
};

/** Description of the kind, which is equal in all versions. */
export const volumeAttributesClassDoc =
  "Properties of a volume that can change while it is in use. Claims refer to the class, and the driver changes the volume.";
