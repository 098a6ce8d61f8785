import { type KindDeclaration, type ObjectOf, required } from "../../../schema/index.ts";
import { kind } from "../../kind.ts";
import { objectReference } from "./object-reference.ts";

const bindingFields = {
  target: required(objectReference, 2, "The node that is to run the Pod."),
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
  doc: "Ties a Pod to a node; written by schedulers.",
  fields: bindingFields,
});
