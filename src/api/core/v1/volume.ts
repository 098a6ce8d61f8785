import { type FieldsOf, formattedText, inline, required, type StructSchema, struct } from "../../../schema/index.ts";
import { volumeSourceFields } from "./volume-source.ts";

const volumeFields = {
  name: required(formattedText({ format: "dns1123Label" }), 1, "Name of the volume, unique in the Pod.", {
    nonEmpty: true,
  }),
  ...inline(2, volumeSourceFields),
};

export interface Volume extends FieldsOf<typeof volumeFields> {}

export const volume: StructSchema<Volume> = struct(
  "core/v1.Volume",
  "Volume that the containers of a Pod can mount.",
  volumeFields,
);
