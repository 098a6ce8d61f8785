import { boolean, type KindDeclaration, list, type ObjectOf, optional, pointer } from "../../../schema/index.ts";
import { tokenRequest } from "../../authentication/v1/token-request.ts";
import { kind } from "../../kind.ts";
import { localObjectReference } from "./local-object-reference.ts";
import { objectReference } from "./object-reference.ts";

const serviceAccountFields = {
  secrets: optional(
    list(objectReference, { type: "map", keys: ["name"], merge: "name" }),
    2,
    "Secrets that Pods of this account may use, if an annotation limits them.",
  ),
  imagePullSecrets: optional(
    list(localObjectReference, { type: "atomic" }),
    3,
    "Secrets with registry credentials for Pods without imagePullSecrets.",
  ),
  automountServiceAccountToken: pointer(
    boolean,
    4,
    "Whether a token is mounted into Pods of this account. Pods can override this. Default: true.",
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
  subresources: { posted: { token: { document: tokenRequest } } },
  rules: { updateChecks: { update: ["change", "create", "schema", "hook"] }, deleteReturnsObject: true },
  doc: "Identity for processes in Pods.",
  fields: serviceAccountFields,
});
