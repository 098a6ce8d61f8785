import { type FieldsOf, optional, type StructSchema, struct } from "../../../schema/index.ts";
import { objectMeta } from "../../meta/v1/object-meta.ts";
import { podSpec } from "./pod-spec.ts";

const podTemplateSpecFields = {
  metadata: optional(objectMeta, 1, "Labels, annotations and other metadata of the Pods."),
  spec: optional(podSpec, 2, "Desired state of the Pods."),
};

export interface PodTemplateSpec extends FieldsOf<typeof podTemplateSpecFields> {}

export const podTemplateSpec: StructSchema<PodTemplateSpec> = struct(
  "core/v1.PodTemplateSpec",
  "Template of Pods.",
  podTemplateSpecFields,
);
