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
  podFixed: optional(resourceList, 1, "What each Pod takes besides its containers."),
};

export interface Overhead extends FieldsOf<typeof overheadFields> {}

export const overhead: StructSchema<Overhead> = struct(
  "node/v1.Overhead",
  "What running a Pod takes besides its containers.",
  overheadFields,
);

const schedulingFields = {
  nodeSelector: optional(
    map(text, { atomic: true }),
    1,
    "Labels of the nodes that can run the class; added to the Pod's own. The Pod is refused where they disagree.",
  ),
  tolerations: optional(list(toleration, { type: "atomic" }), 2, "Added to the Pod's own tolerations.", {
    unchecked: true,
  }),
};

export interface Scheduling extends FieldsOf<typeof schedulingFields> {}

export const scheduling: StructSchema<Scheduling> = struct(
  "node/v1.Scheduling",
  "Which nodes can run a class.",
  schedulingFields,
);

const runtimeClassFields = {
  handler: required(text, 2, "Name by which the nodes' container runtime knows the configuration. Cannot be changed."),
  overhead: pointer(overhead, 3, "What running a Pod of the class takes besides its containers."),
  scheduling: pointer(scheduling, 4, "Which nodes can run the class. Unset: all."),
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
  doc: "A configuration of the container runtime that Pods can ask for by name.",
  fields: runtimeClassFields,
});
