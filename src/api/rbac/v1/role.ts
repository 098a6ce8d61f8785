import { group } from "../../../meta/vocabulary.ts";
import { field, type KindDeclaration, list, type ObjectOf } from "../../../schema/index.ts";
import { kind } from "../../kind.ts";
import { policyRule } from "./policy-rule.ts";

const roleFields = {
  rules: field(
    list(policyRule, { type: "atomic" }),
    { presence: "always", required: false },
    2,
    "Permissions of the role in its namespace.",
  ),
};

export interface Role extends ObjectOf<typeof roleFields> {}

export const role: KindDeclaration<Role> = kind({
  group: group("rbac.authorization"),
  version: "v1",
  kind: "Role",
  package: "rbac",
  plural: "roles",
  scope: "Namespaced",
  rules: {
    updateChecks: { update: ["create", "schema", "createHook", "create", "schema", "createHook", "change"] },
    createOnUpdate: true,
  },
  doc: "Permissions in one namespace.",
  fields: roleFields,
});
