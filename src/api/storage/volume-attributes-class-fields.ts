import { map, optional, required, text } from "../../schema/index.ts";

/** The same in all versions. */
export const volumeAttributesClassFields = {
  driverName: required(text, 2, "The CSI driver that changes the volumes. Cannot be changed."),
  parameters: optional(map(text), 3, "What the driver is told, such as a speed. Cannot be changed."),
};

export const volumeAttributesClassDoc =
  "Properties that a volume can take on while it is in use: claims name the class, the driver changes the volume.";
