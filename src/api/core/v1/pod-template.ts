import { type KindDeclaration, type ObjectOf, optional } from "../../../schema/index.ts";
import { kind } from "../../kind.ts";
import { podTemplateSpec } from "./pod-template-spec.ts";

const podTemplateFields = {
  template: optional(podTemplateSpec, 2, "The Pod to make."),
};

export interface PodTemplate extends ObjectOf<typeof podTemplateFields> {}

export const podTemplate: KindDeclaration<PodTemplate> = kind({
  group: "",
  version: "v1",
  kind: "PodTemplate",
  package: "core",
  plural: "podtemplates",
  scope: "Namespaced",
  rules: { generation: ["template"], deleteReturnsObject: true },
  doc: "A template for Pods, kept as an object of its own.",
  fields: podTemplateFields,
});
