import { type KindDeclaration, type ObjectOf, required } from "../../../schema/index.ts";
import { kind } from "../../kind.ts";
import { objectReference } from "./object-reference.ts";

const bindingFields = {
  target: required(objectReference, 2, "Node that the Pod is assigned to."),
};

export interface Binding extends ObjectOf<typeof bindingFields> {}

export const binding: KindDeclaration<Binding> = kind({
  group: "",
  version: "v1",
  kind: "Binding",
  package: "core",
  plural: "bindings",
  scope: "Namespaced",
  verbs: ["create"],
  isStored: false,
  doc: "Assignment of a Pod to a node, which schedulers create.",
  fields: bindingFields,
});
