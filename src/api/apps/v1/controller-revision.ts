import { type KindDeclaration, type ObjectOf, optional, rawObject, required } from "../../../schema/index.ts";
import { kind } from "../../kind.ts";
import { nonNegative64 } from "../../numbers.ts";

const controllerRevisionFields = {
  data: optional(rawObject, 2, "The state, in a form that only the controller knows. Cannot be changed."),
  revision: required(nonNegative64, 3, "Position among the revisions of the same controller."),
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
  doc: "A state that a controller such as a StatefulSet or a DaemonSet has been in, for going back to it.",
  fields: controllerRevisionFields,
});
