import { group } from "../../../meta/vocabulary.ts";
import {
  type FieldsOf,
  type KindDeclaration,
  list,
  map,
  type ObjectOf,
  optional,
  pointer,
  required,
  type StructSchema,
  struct,
  text,
} from "../../../schema/index.ts";
import { resourceList } from "../../core/v1/resources.ts";
import { toleration } from "../../core/v1/taint.ts";
import { kind } from "../../kind.ts";

const overheadFields = {
  podFixed: optional(resourceList, 1, "Resources of each Pod in addition to those of its containers."),
};

export interface Overhead extends FieldsOf<typeof overheadFields> {}

export const overhead: StructSchema<Overhead> = struct(
  "node/v1.Overhead",
  "Resources of a Pod in addition to those of its containers.",
  overheadFields,
);

const schedulingFields = {
  nodeSelector: optional(
    map(text, { atomic: true }),
    1,
    "Labels of the nodes that support the class. They are added to the Pod's nodeSelector, and a contradiction rejects the Pod.",
  ),
  tolerations: optional(list(toleration, { type: "atomic" }), 2, "Tolerations that are added to those of the Pod.", {
    unchecked: true,
  }),
};

export interface Scheduling extends FieldsOf<typeof schedulingFields> {}

export const scheduling: StructSchema<Scheduling> = struct(
  "node/v1.Scheduling",
  "Nodes that support a RuntimeClass.",
  schedulingFields,
);

const runtimeClassFields = {
  handler: required(text, 2, "Name of the configuration in the container runtime of the nodes. Immutable."),
  overhead: pointer(overhead, 3, "Resources of a Pod of the class in addition to those of its containers."),
  scheduling: pointer(scheduling, 4, "Nodes that support the class. Unset means all."),
};

export interface RuntimeClass extends ObjectOf<typeof runtimeClassFields> {}

export const runtimeClass: KindDeclaration<RuntimeClass> = kind({
  group: group("node"),
  version: "v1",
  kind: "RuntimeClass",
  package: "node",
  plural: "runtimeclasses",
  scope: "Cluster",
  rules: {
    freeFinalizerNames: true,
    updateChecks: { update: ["create", "schema", "plainChange", "hook"] },
    createOnUpdate: true,
    unconditionalUpdate: false,
  },
  doc: "Configuration of the container runtime that Pods can select by name.",
  fields: runtimeClassFields,
});
