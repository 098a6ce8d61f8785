import { group } from "../../../meta/vocabulary.ts";
import {
  boolean,
  int32,
  type KindDeclaration,
  type ObjectOf,
  openEnum,
  optional,
  pointer,
  required,
  text,
} from "../../../schema/index.ts";
import { kind } from "../../kind.ts";

const priorityClassFields = {
  value: required(int32, 2, "Priority of Pods of the class. Immutable."),
  globalDefault: optional(
    boolean,
    3,
    "Whether Pods without a class get this one. Of several such classes, the one with the smallest value applies.",
  ),
  description: optional(text, 4, "Description of the use of the class."),
  preemptionPolicy: pointer(
    openEnum("v1.PreemptionPolicy", ["PreemptLowerPriority", "Never"]),
    5,
    "Whether Pods of the class can preempt others of lower priority: PreemptLowerPriority or Never. Immutable. Default: PreemptLowerPriority.",
    { default: "PreemptLowerPriority" },
  ),
};

export interface PriorityClass extends ObjectOf<typeof priorityClassFields> {}

export const priorityClass: KindDeclaration<PriorityClass> = kind({
  group: group("scheduling"),
  version: "v1",
  kind: "PriorityClass",
  package: "scheduling",
  plural: "priorityclasses",
  shortNames: ["pc"],
  scope: "Cluster",
  // Both fields are immutable, so the generation keeps its first value.
  rules: { generation: ["value", "preemptionPolicy"] },
  doc: "Named priority of Pods.",
  fields: priorityClassFields,
});
