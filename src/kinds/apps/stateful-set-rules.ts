/** Rules of the spec and the status of a StatefulSet. */
import {
  type RollingUpdateStatefulSetStrategy,
  type StatefulSetPersistentVolumeClaimRetentionPolicy,
  type StatefulSetSpec,
  type StatefulSetStatus,
  type StatefulSetUpdateStrategy,
  statefulSetPersistentVolumeClaimRetentionPolicy,
  statefulSetSpec,
  statefulSetStatus,
  statefulSetUpdateStrategy,
} from "../../api/apps/v1/stateful-set.ts";
import type { IsEnabled } from "../../meta/feature-gates.ts";
import { invalidField } from "../../meta/field-error.ts";
import { GoText } from "../../meta/go-quote.ts";
import { goIntOrString } from "../../meta/int-or-string.ts";
import { type RuleEntry, rulesFor, type ValidationContext } from "../../schema/index.ts";
import { reportKeptRunning, reportSelectorMatch, reportTemplateMetadata } from "../core/pod/pod-template-rules.ts";
import { reportReplicaCounts } from "../core/replication-controller/replica-counts.ts";
import { goLabelSelector, goPointer } from "../meta/go-values.ts";
import { readSelector, selectorOrder } from "../meta/selectors.ts";
import { at, reportUnsupported, within } from "../reporting.ts";
import { reportSelector } from "./controller-template.ts";
import { goStrategy } from "./go-strategy.ts";
import { amountOrPercent, reportIntOrPercent, reportOver100Percent } from "./int-or-percent.ts";

/** Defaults and validation of StatefulSets, their update strategies and statuses. */
export const statefulSetRules: readonly RuleEntry[] = [
  rulesFor(statefulSetSpec, {
    defaults: nameClaimKinds,
    validate: reportSpec,
    order: [
      "podManagementPolicy",
      "updateStrategy",
      "persistentVolumeClaimRetentionPolicy",
      "replicas",
      "ordinals",
      "minReadySeconds",
      ...selectorOrder,
      "template",
      "template.spec.restartPolicy",
      "template.spec.activeDeadlineSeconds",
    ],
  }),
  rulesFor(statefulSetUpdateStrategy, {
    defaults: fillStrategy,
    featureDefaults: fillMaxUnavailable,
    validate: reportStrategy,
  }),
  rulesFor(statefulSetPersistentVolumeClaimRetentionPolicy, { validate: reportRetention }),
  rulesFor(statefulSetStatus, {
    skipped: () => lateCounters,
    validateLast: reportCounters,
  }),
];

/** Fields that are validated after the counts of replicas. */
const lateCounters = ["observedGeneration", "collisionCount"] as const;

function reportCounters(status: StatefulSetStatus, context: ValidationContext): void {
  for (const field of lateCounters) {
    const count = status[field] ?? 0;
    if (count < 0) context.report(invalidField(at(context, field), count, "must be greater than or equal to 0"));
  }
  reportReplicaCounts(status, {
    context,
    counts: ["readyReplicas", "currentReplicas", "updatedReplicas", "availableReplicas"],
    readyName: "status.readyReplicas",
  });
}

/** Sets kind and version of claim templates, because the reference returns them. */
function nameClaimKinds({ volumeClaimTemplates = [] }: StatefulSetSpec): void {
  for (const template of volumeClaimTemplates) {
    template.kind = "PersistentVolumeClaim";
    template.apiVersion = "v1";
  }
}

/** Fills in the settings of the strategy if the client sent `rollingUpdate` or did not send a type. */
function fillStrategy(strategy: StatefulSetUpdateStrategy): void {
  if (!strategy.type) {
    strategy.type = "RollingUpdate";
    strategy.rollingUpdate ??= {};
  }
  if (strategy.type !== "RollingUpdate" || !strategy.rollingUpdate) return;
  strategy.rollingUpdate.partition ??= 0;
}

/** Fills in the default that the field has only with the feature. Without it, no field manager owns the field. */
function fillMaxUnavailable({ type, rollingUpdate }: StatefulSetUpdateStrategy, isEnabled: IsEnabled): void {
  if (type === "RollingUpdate" && rollingUpdate && isEnabled("MaxUnavailableStatefulSet")) {
    rollingUpdate.maxUnavailable ??= 1;
  }
}

const podManagements: readonly (string | undefined)[] = ["OrderedReady", "Parallel"];

function reportSpec(spec: StatefulSetSpec, context: ValidationContext): void {
  const { podManagementPolicy, selector, template } = spec;
  if (!podManagements.includes(podManagementPolicy)) {
    const path = at(context, "podManagementPolicy");
    context.report(invalidField(path, podManagementPolicy, "must be 'OrderedReady' or 'Parallel'"));
  }
  reportSelector(spec, "statefulset", context);
  const parsed = readSelector(selector);
  if (parsed) {
    if (!parsed.isEmpty) reportSelectorMatch(parsed, template, context);
    reportTemplateMetadata(template, within(context, "template"));
  } else {
    context.report(invalidField(at(context, "selector"), goLabelSelector(selector), ""));
  }
  reportKeptRunning(template, "StatefulSet", context);
}

function reportStrategy(strategy: StatefulSetUpdateStrategy, context: ValidationContext): void {
  const { type, rollingUpdate } = strategy;
  if (type === "RollingUpdate") {
    if (rollingUpdate) reportRollingUpdate(rollingUpdate, within(context, "rollingUpdate"));
  } else if (type !== "OnDelete") {
    const shown = goStrategy("StatefulSetUpdateStrategy", "RollingUpdateStatefulSetStrategy", strategy);
    context.report(invalidField(context.path(), shown, "must be 'RollingUpdate' or 'OnDelete'"));
  } else if (rollingUpdate) {
    const why = "only allowed for updateStrategy 'RollingUpdate'";
    context.report(invalidField(at(context, "rollingUpdate"), goRollingUpdate(rollingUpdate), why));
  }
}

function goRollingUpdate({ partition = 0, maxUnavailable }: RollingUpdateStatefulSetStrategy): GoText {
  const pointer = goPointer("intstr.IntOrString", maxUnavailable !== undefined);
  return new GoText(`apps.RollingUpdateStatefulSetStrategy{Partition:${partition}, MaxUnavailable:${pointer}}`);
}

function reportRollingUpdate({ maxUnavailable }: RollingUpdateStatefulSetStrategy, context: ValidationContext): void {
  if (maxUnavailable === undefined) return;
  reportIntOrPercent(context, "maxUnavailable", maxUnavailable);
  if (amountOrPercent(maxUnavailable) === 0) {
    context.report(invalidField(at(context, "maxUnavailable"), goIntOrString(maxUnavailable), "cannot be 0"));
  }
  reportOver100Percent(context, "maxUnavailable", maxUnavailable);
}

const retentions = ["Retain", "Delete"];

function reportRetention(policy: StatefulSetPersistentVolumeClaimRetentionPolicy, context: ValidationContext): void {
  for (const field of ["whenDeleted", "whenScaled"] as const) {
    const value = policy[field] ?? "";
    reportUnsupported(context, field, value, retentions);
  }
}
