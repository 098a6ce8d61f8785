import { type KindDeclaration, type ObjectOf, optional } from "../../../schema/index.ts";
import { kind } from "../../kind.ts";
import { podTemplateSpec } from "./pod-template-spec.ts";

const podTemplateFields = {
  template: optional(podTemplateSpec, 2, "Template of the Pods."),
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
  doc: "Template of Pods as a separate object.",
  fields: podTemplateFields,
});
