import {
  type FieldsOf,
  int32,
  type ObjectOf,
  optional,
  required,
  type StructSchema,
  struct,
  text,
} from "../../../schema/index.ts";
import { type MessageKind, message } from "../../kind.ts";
import { nonNegative32 } from "../../numbers.ts";

const scaleSpecFields = {
  replicas: optional(nonNegative32, 1, "Desired number of replicas."),
};

export interface ScaleSpec extends FieldsOf<typeof scaleSpecFields> {}

export const scaleSpec: StructSchema<ScaleSpec> = struct(
  "autoscaling/v1.ScaleSpec",
  "Desired state of a Scale.",
  scaleSpecFields,
);

const scaleStatusFields = {
  replicas: required(int32, 1, "Number of replicas at the last count."),
  selector: optional(text, 2, "Label selector of the counted Pods, in text form."),
};

export interface ScaleStatus extends FieldsOf<typeof scaleStatusFields> {}

export const scaleStatus: StructSchema<ScaleStatus> = struct(
  "autoscaling/v1.ScaleStatus",
  "Observed state of a Scale.",
  scaleStatusFields,
);

const scaleFields = {
  spec: optional(scaleSpec, 2, "Desired number of replicas."),
  status: optional(scaleStatus, 3, "Observed state."),
};

export interface Scale extends ObjectOf<typeof scaleFields> {}

export const scale: MessageKind<Scale> = message({
  group: "autoscaling",
  version: "v1",
  kind: "Scale",
  package: "autoscaling",
  doc: "Number of replicas of an object of any kind, read and written through the subresource scale.",
  fields: scaleFields,
});
