import { type KindDeclaration, type ObjectOf, optional, rawObject, required } from "../../../schema/index.ts";
import { kind } from "../../kind.ts";
import { nonNegative64 } from "../../numbers.ts";

const controllerRevisionFields = {
  data: optional(rawObject, 2, "State in the controller's own format. Immutable."),
  revision: required(nonNegative64, 3, "Number of the revision among those of the same controller."),
};

export interface ControllerRevision extends ObjectOf<typeof controllerRevisionFields> {}

export const controllerRevision: KindDeclaration<ControllerRevision> = kind({
  group: "apps",
  version: "v1",
  kind: "ControllerRevision",
  package: "apps",
  plural: "controllerrevisions",
  scope: "Namespaced",
  rules: { updateChecks: { update: ["change", "create", "schema", "hook"] } },
  doc: "Earlier state of a controller such as a StatefulSet or a DaemonSet, for rollbacks.",
  fields: controllerRevisionFields,
});
