import {
  type Deployment,
  type DeploymentSpec,
  type DeploymentStrategy,
  deployment,
  deploymentSpec,
  deploymentStatus,
  deploymentStrategy,
  type RollingUpdateDeployment,
} from "../../api/apps/v1/deployment.ts";
import { forbiddenField, invalidField, notSupportedField } from "../../meta/field-error.ts";
import { goIntOrString } from "../../meta/int-or-string.ts";
import { type KindHooks, type RuleEntry, rulesFor, type ValidationContext } from "../../schema/index.ts";
import { controllerWarnings } from "../core/replication-controller/controller-warnings.ts";
import { reportReplicaCounts } from "../core/replication-controller/replica-counts.ts";
import { at, within } from "../reporting.ts";
import {
  reportReplicaPods,
  reportReplicaTemplate,
  selectorAndTemplateOrder,
  skippedTemplate,
} from "./controller-template.ts";
import { collisionErrors, selectorChangeErrors } from "./controller-update.ts";
import { deploymentColumns } from "./deployment-columns.ts";
import { goStrategy } from "./go-strategy.ts";
import { amountOrPercent, reportIntOrPercent, reportOver100Percent } from "./int-or-percent.ts";
import { readRollback, reportRollback } from "./rollback.ts";

/** Hooks of Deployments: immutable selector, warnings, columns. */
export const deploymentHooks: KindHooks<Deployment> = {
  validateUpdate: (deployment, old, _, subresource) =>
    subresource === "status" ? collisionErrors(deployment, old) : selectorChangeErrors(deployment, old),
  nameFormat: "dns1123Subdomain",
  warnings: (deployment, old, context) => controllerWarnings(deployment, old, context, deployment.spec?.template),
  columns: deploymentColumns,
};

const specOrder = [
  "replicas",
  ...selectorAndTemplateOrder,
  "strategy",
  "minReadySeconds",
  "revisionHistoryLimit",
  "progressDeadlineSeconds",
];

/** Defaults and validation of Deployments, their strategies and statuses. */
export const deploymentRules: readonly RuleEntry[] = [
  rulesFor(deployment.schema, { defaults: readRollback, validate: reportRollback }),
  rulesFor(deploymentSpec, {
    validate: reportReplicaTemplate,
    validateLast: reportLast,
    skipped: skippedTemplate,
    order: specOrder,
  }),
  rulesFor(deploymentStrategy, { defaults: fillStrategy, validate: reportStrategy }),
  rulesFor(deploymentStatus, {
    validateLast: (status, context) =>
      reportReplicaCounts(status, { context, counts: ["updatedReplicas", "readyReplicas", "availableReplicas"] }),
  }),
];

const defaultShare = "25%";

function fillStrategy(strategy: DeploymentStrategy): void {
  if (strategy.type !== "RollingUpdate") return;
  strategy.rollingUpdate ??= {};
  strategy.rollingUpdate.maxUnavailable ??= defaultShare;
  strategy.rollingUpdate.maxSurge ??= defaultShare;
}

function reportLast(spec: DeploymentSpec, context: ValidationContext): void {
  reportReplicaPods(spec, context);
  const { progressDeadlineSeconds, minReadySeconds = 0 } = spec;
  if (progressDeadlineSeconds !== undefined && progressDeadlineSeconds <= minReadySeconds) {
    const path = at(context, "progressDeadlineSeconds");
    context.report(invalidField(path, progressDeadlineSeconds, "must be greater than minReadySeconds"));
  }
}

function reportStrategy(strategy: DeploymentStrategy, context: ValidationContext): void {
  const { type, rollingUpdate } = strategy;
  if (type === "RollingUpdate") {
    if (rollingUpdate) reportRollingUpdate(rollingUpdate, within(context, "rollingUpdate"));
  } else if (type !== "Recreate") {
    const shown = goStrategy("DeploymentStrategy", "RollingUpdateDeployment", strategy);
    context.report(notSupportedField(context.path(), shown, ["Recreate", "RollingUpdate"]));
  } else if (rollingUpdate) {
    const why = "may not be specified when strategy `type` is 'Recreate'";
    context.report(forbiddenField(at(context, "rollingUpdate"), why));
  }
}

function reportRollingUpdate({ maxUnavailable, maxSurge }: RollingUpdateDeployment, context: ValidationContext): void {
  reportIntOrPercent(context, "maxUnavailable", maxUnavailable);
  reportIntOrPercent(context, "maxSurge", maxSurge);
  if (amountOrPercent(maxUnavailable) === 0 && amountOrPercent(maxSurge) === 0) {
    const shown = goIntOrString(maxUnavailable ?? 0);
    context.report(invalidField(at(context, "maxUnavailable"), shown, "may not be 0 when `maxSurge` is 0"));
  }
  reportOver100Percent(context, "maxUnavailable", maxUnavailable);
}
