import { type StatefulSet, type StatefulSetSpec, statefulSetSpec } from "../../api/apps/v1/stateful-set.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import { type FieldError, forbiddenField } from "../../meta/field-error.ts";
import { equalAmounts, type KindHooks } from "../../schema/index.ts";
import { claimSpecWarnings } from "../core/persistent-volume/persistent-volume-claim-warnings.ts";
import { podTemplateWarnings } from "../core/pod/pod-warnings.ts";
import { hasNewGeneration } from "../core/replication-controller/controller-warnings.ts";
import { collisionErrors } from "./controller-update.ts";
import { statefulSetColumns } from "./stateful-set-columns.ts";

/** Hooks of StatefulSets: immutable fields, warnings, columns. */
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

function specChangeErrors({ spec }: StatefulSet, { spec: old }: DeepReadonly<StatefulSet>): FieldError[] {
  if (equalAmounts(statefulSetSpec, fixedPart(spec), fixedPart(old))) return [];
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

function fixedPart(spec: DeepReadonly<StatefulSetSpec> | undefined): object {
  return Object.fromEntries(Object.entries(spec ?? {}).filter(([name]) => !changeable.has(name)));
}

/** @param infix step in the paths of the warnings. The reference adds one on updates. */
function claimWarnings({ spec }: DeepReadonly<StatefulSet>, infix: string): string[] {
  return (spec?.volumeClaimTemplates ?? []).flatMap((claim, index) =>
    claim.spec ? claimSpecWarnings(claim.spec, `spec.volumeClaimTemplates[${index}]${infix}`) : [],
  );
}
