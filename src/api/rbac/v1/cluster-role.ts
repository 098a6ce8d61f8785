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
    "Select the roles whose rules are taken over; a role need match one of them only.",
  ),
};

export interface AggregationRule extends FieldsOf<typeof aggregationRuleFields> {}

export const aggregationRule: StructSchema<AggregationRule> = struct(
  "rbac/v1.AggregationRule",
  "Says from which other cluster roles the rules of a role are put together.",
  aggregationRuleFields,
);

const clusterRoleFields = {
  rules: field(
    list(policyRule, { type: "atomic" }),
    { presence: "always", required: false },
    2,
    "What holders of the role may do.",
  ),
  aggregationRule: pointer(
    aggregationRule,
    3,
    "Where the rules come from; when it is set, a controller writes them over whatever others wrote.",
  ),
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
  doc: "Rules that allow something in the whole cluster, or wherever a RoleBinding names them.",
  fields: clusterRoleFields,
});
