import {
  type RollingUpdateStatefulSetStrategy,
  type StatefulSet,
  type StatefulSetPersistentVolumeClaimRetentionPolicy,
  type StatefulSetSpec,
  type StatefulSetUpdateStrategy,
  statefulSetPersistentVolumeClaimRetentionPolicy,
  statefulSetSpec,
  statefulSetStatus,
  statefulSetUpdateStrategy,
} from "../../api/apps/v1/stateful-set.ts";
import { equalJson } from "../../base/json-tree.ts";
import { type FieldError, forbiddenField, invalidField, notSupportedField } from "../../meta/field-error.ts";
import { goIntOrString } from "../../meta/int-or-string.ts";
import { type KindHooks, type RuleEntry, rulesFor, type ValidationContext } from "../../schema/index.ts";
import { hasNewGeneration } from "../core/controller-warnings.ts";
import { claimSpecWarnings } from "../core/persistent-volume-claim-warnings.ts";
import { reportKeptRunning, reportSelectorMatch } from "../core/pod-template-rules.ts";
import { podTemplateWarnings } from "../core/pod-warnings.ts";
import { reportReplicaCounts } from "../core/replica-counts.ts";
import { goLabelSelector } from "../meta/go-values.ts";
import { readSelector } from "../meta/selectors.ts";
import { at, within } from "../reporting.ts";
import { reportEmptySelector } from "./controller-template.ts";
import { collisionErrors } from "./controller-update.ts";
import { amountOrPercent, reportIntOrPercent, reportOver100Percent } from "./int-or-percent.ts";
import { statefulSetColumns } from "./stateful-set-columns.ts";

export const statefulSetHooks: KindHooks<StatefulSet> = {
  validateUpdate: (object, old, _, subresource) =>
    subresource === "status" ? collisionErrors(object, old) : specChangeErrors(object, old),
  nameFormat: "dns1123Label",
  warnings: (object, old, context) => [
    ...(hasNewGeneration(object, old) ? podTemplateWarnings("spec.template", object.spec?.template, context) : []),
    ...claimWarnings(object, old ? ".Spec" : ""),
  ],
  columns: statefulSetColumns,
};

export const statefulSetRules: readonly RuleEntry[] = [
  rulesFor(statefulSetSpec, { defaults: nameClaimKinds, validate: reportSpec }),
  rulesFor(statefulSetUpdateStrategy, { defaults: fillStrategy, validate: reportStrategy }),
  rulesFor(statefulSetPersistentVolumeClaimRetentionPolicy, { validate: reportRetention }),
  rulesFor(statefulSetStatus, {
    validate: (status, context) =>
      reportReplicaCounts(status, {
        context,
        counts: ["readyReplicas", "currentReplicas", "updatedReplicas", "availableReplicas"],
        readyName: "status.readyReplicas",
      }),
  }),
];

/** Claim templates are answered as the claims that they become. */
function nameClaimKinds({ volumeClaimTemplates = [] }: StatefulSetSpec): void {
  for (const template of volumeClaimTemplates) {
    template.kind = "PersistentVolumeClaim";
    template.apiVersion = "v1";
  }
}

/** Settings are filled in only where they are given, or nothing is. */
function fillStrategy(strategy: StatefulSetUpdateStrategy): void {
  if (!strategy.type) {
    strategy.type = "RollingUpdate";
    strategy.rollingUpdate ??= {};
  }
  if (strategy.type !== "RollingUpdate" || !strategy.rollingUpdate) return;
  strategy.rollingUpdate.partition ??= 0;
  strategy.rollingUpdate.maxUnavailable ??= 1;
}

/** The template is not looked at as closely as those of others: its volumes may come from the claims. */
function reportSpec(spec: StatefulSetSpec, context: ValidationContext): void {
  const { selector, template } = spec;
  reportEmptySelector(spec, "statefulset", context);
  const parsed = readSelector(selector);
  if (!parsed) context.report(invalidField(at(context, "selector"), goLabelSelector(selector), ""));
  else if (!parsed.isEmpty) reportSelectorMatch(parsed, template, context);
  reportKeptRunning(template, "StatefulSet", context);
}

function reportStrategy({ type, rollingUpdate }: StatefulSetUpdateStrategy, context: ValidationContext): void {
  if (!rollingUpdate) return;
  if (type === "RollingUpdate") reportRollingUpdate(rollingUpdate, within(context, "rollingUpdate"));
  if (type !== "OnDelete") return;
  const why = "only allowed for updateStrategy 'RollingUpdate'";
  context.report(invalidField(at(context, "rollingUpdate"), rollingUpdate, why));
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
    if (!retentions.includes(value)) context.report(notSupportedField(at(context, field), value, retentions));
  }
}

function specChangeErrors({ spec }: StatefulSet, { spec: old }: StatefulSet): FieldError[] {
  if (equalJson(fixedPart(spec), fixedPart(old))) return [];
  const why =
    "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', " +
    "'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden";
  return [forbiddenField("spec", why)];
}

const changeable: ReadonlySet<string> = new Set([
  "replicas",
  "ordinals",
  "template",
  "updateStrategy",
  "persistentVolumeClaimRetentionPolicy",
  "minReadySeconds",
]);

function fixedPart(spec: StatefulSetSpec | undefined): object {
  return Object.fromEntries(Object.entries(spec ?? {}).filter(([name]) => !changeable.has(name)));
}

/** @param infix clients know the paths of updates with one more step */
function claimWarnings({ spec }: StatefulSet, infix: string): string[] {
  return (spec?.volumeClaimTemplates ?? []).flatMap((claim, index) =>
    claim.spec ? claimSpecWarnings(claim.spec, `spec.volumeClaimTemplates[${index}]${infix}`) : [],
  );
}
