import { boolean, type KindDeclaration, list, type ObjectOf, optional, pointer } from "../../../schema/index.ts";
import { kind } from "../../kind.ts";
import { localObjectReference } from "./local-object-reference.ts";
import { objectReference } from "./object-reference.ts";

const serviceAccountFields = {
  secrets: optional(
    list(objectReference, { type: "map", keys: ["name"], merge: "name" }),
    2,
    "Secrets that Pods of this account may refer to, where the account limits that.",
  ),
  imagePullSecrets: optional(
    list(localObjectReference, { type: "atomic" }),
    3,
    "Secrets with registry credentials, for Pods that name none of their own.",
  ),
  automountServiceAccountToken: pointer(
    boolean,
    4,
    "Whether Pods of this account get a token mounted. A Pod can say otherwise. Default: true.",
  ),
};

export interface ServiceAccount extends ObjectOf<typeof serviceAccountFields> {}

export const serviceAccount: KindDeclaration<ServiceAccount> = kind({
  group: "",
  version: "v1",
  kind: "ServiceAccount",
  package: "core",
  plural: "serviceaccounts",
  shortNames: ["sa"],
  scope: "Namespaced",
  rules: { updateChecks: { update: ["change", "create", "schema", "hook"] }, deleteReturnsObject: true },
  doc: "An identity that processes in Pods act as.",
  fields: serviceAccountFields,
});
