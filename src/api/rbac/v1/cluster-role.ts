import { group } from "../../../meta/vocabulary.ts";
import {
  type FieldsOf,
  field,
  type KindDeclaration,
  list,
  type ObjectOf,
  optional,
  pointer,
  type StructSchema,
  struct,
} from "../../../schema/index.ts";
import { kind } from "../../kind.ts";
import { labelSelector } from "../../meta/v1/label-selector.ts";
import { policyRule } from "./policy-rule.ts";

const aggregationRuleFields = {
  clusterRoleSelectors: optional(
    list(labelSelector, { type: "atomic" }),
    1,
    "Selectors for the ClusterRoles whose rules are included. A ClusterRole must match one of them.",
  ),
};

export interface AggregationRule extends FieldsOf<typeof aggregationRuleFields> {}

export const aggregationRule: StructSchema<AggregationRule> = struct(
  "rbac/v1.AggregationRule",
  "Selection of the ClusterRoles whose rules are combined.",
  aggregationRuleFields,
);

const clusterRoleFields = {
  rules: field(
    list(policyRule, { type: "atomic" }),
    { presence: "always", required: false },
    2,
    "Permissions of the role.",
  ),
  aggregationRule: pointer(aggregationRule, 3, "Source of the rules. If it is set, a controller overwrites the rules."),
};

export interface ClusterRole extends ObjectOf<typeof clusterRoleFields> {}

export const clusterRole: KindDeclaration<ClusterRole> = kind({
  group: group("rbac.authorization"),
  version: "v1",
  kind: "ClusterRole",
  package: "rbac",
  plural: "clusterroles",
  scope: "Cluster",
  rules: {
    updateChecks: { update: ["create", "schema", "create", "schema", "change"] },
    createOnUpdate: true,
  },
  doc: "Permissions for the whole cluster, or for the namespaces of RoleBindings that refer to the role.",
  fields: clusterRoleFields,
});
