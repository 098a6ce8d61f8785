import { type ReplicaSet, replicaSetSpec, replicaSetStatus } from "../../api/apps/v1/replica-set.ts";
import { type KindHooks, type RuleEntry, rulesFor } from "../../schema/index.ts";
import { controllerWarnings } from "../core/replication-controller/controller-warnings.ts";
import { reportReplicaCounts } from "../core/replication-controller/replica-counts.ts";
import {
  reportReplicaPods,
  reportReplicaTemplate,
  selectorAndTemplateOrder,
  skippedTemplate,
} from "./controller-template.ts";
import { selectorChangeErrors } from "./controller-update.ts";
import { replicaSetColumns } from "./replica-set-columns.ts";

/** Hooks of ReplicaSets: immutable selector, warnings, columns. */
export const replicaSetHooks: KindHooks<ReplicaSet> = {
  validateUpdate: (replicaSet, old, _, subresource) =>
    subresource === "status" ? [] : selectorChangeErrors(replicaSet, old),
  nameFormat: "dns1123Subdomain",
  warnings: (replicaSet, old, context) => controllerWarnings(replicaSet, old, context, replicaSet.spec?.template),
  columns: replicaSetColumns,
};

/** Validation of the specs and statuses of ReplicaSets. */
export const replicaSetRules: readonly RuleEntry[] = [
  rulesFor(replicaSetSpec, {
    validate: reportReplicaTemplate,
    validateLast: reportReplicaPods,
    skipped: skippedTemplate,
    order: ["replicas", "minReadySeconds", ...selectorAndTemplateOrder],
  }),
  rulesFor(replicaSetStatus, {
    validateLast: (status, context) =>
      reportReplicaCounts(status, { context, counts: ["fullyLabeledReplicas", "readyReplicas", "availableReplicas"] }),
  }),
];
