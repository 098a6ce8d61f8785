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
  value: required(int32, 2, "The priority of Pods of the class. Cannot be changed."),
  globalDefault: optional(
    boolean,
    3,
    "Whether Pods that name no class get this one. Of several such classes the one with the smallest value counts.",
  ),
  description: optional(text, 4, "When the class is to be used, for people."),
  preemptionPolicy: pointer(
    openEnum("v1.PreemptionPolicy", ["PreemptLowerPriority", "Never"]),
    5,
    "Whether Pods of the class may evict others of lower priority. Cannot be changed. Default: PreemptLowerPriority.",
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
  // Neither can be changed, so the generation stays what it is at first.
  rules: { generation: ["value", "preemptionPolicy"] },
  doc: "Gives the priorities of Pods a name.",
  fields: priorityClassFields,
});
