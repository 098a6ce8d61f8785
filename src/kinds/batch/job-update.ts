/** Rules of updates to a Job's spec. */
import { podTemplateSpec } from "../../api/core/v1/pod-template-spec.ts";
import type { Job, JobSpec, PodTemplateSpec } from "../../api/index.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import { type FieldError, invalidField } from "../../meta/field-error.ts";
import { equalAmounts } from "../../schema/index.ts";
import { goLabelSelector } from "../meta/go-values.ts";
import { immutableField } from "../meta/immutable-field.ts";
import { omit } from "../omit.ts";

const fixedFields = [
  "completionMode",
  "podFailurePolicy",
  "backoffLimitPerIndex",
  "managedBy",
  "successPolicy",
] as const;

/** Returns the errors of an update of the spec. */
export function jobChangeErrors({ spec }: Job, old: DeepReadonly<Job>): FieldError[] {
  const { spec: oldSpec } = old;
  if (!spec || !oldSpec) return [];
  const selector = { value: spec.selector, old: oldSpec.selector, shown: goLabelSelector(spec.selector) };
  return [
    ...completionErrors(spec, oldSpec),
    ...immutableField({ path: "spec.selector", ...selector }),
    ...templateErrors(spec.template, oldSpec.template, canChangePlacement(old)),
    ...fixedFields.flatMap((field) =>
      immutableField({ path: `spec.${field}`, value: spec[field], old: oldSpec[field] }),
    ),
  ];
}

/** Returns the error of changed completions. An indexed Job may change them together with its parallelism. */
function completionErrors(spec: JobSpec, { completions: old }: DeepReadonly<JobSpec>): FieldError[] {
  const { completionMode, completions, parallelism } = spec;
  const path = "spec.completions";
  if (completionMode !== "Indexed") return immutableField({ path, value: completions, old });
  if (completions === undefined || completions === old || completions === parallelism) return [];
  return [invalidField(path, completions, "can only be modified in tandem with spec.parallelism")];
}

/** Whether the node selection may change, which is possible until a suspended Job starts. */
function canChangePlacement({ spec, status }: DeepReadonly<Job>): boolean {
  return spec?.suspend === true && status?.startTime === undefined;
}

function templateErrors(template: PodTemplateSpec, old: DeepReadonly<PodTemplateSpec>, canMove: boolean): FieldError[] {
  const path = "spec.template";
  if (canMove && equalAmounts(podTemplateSpec, withoutPlacement(template), withoutPlacement(old))) return [];
  return immutableField({ path, value: template, old, schema: podTemplateSpec });
}

function withoutPlacement(template: DeepReadonly<PodTemplateSpec>): object {
  const metadata = omit(template.metadata ?? {}, "labels", "annotations");
  if (!template.spec) return { ...template, metadata };
  // A missing affinity and an empty one are equal.
  const affinity = omit(template.spec.affinity ?? {}, "nodeAffinity");
  const spec = omit(template.spec, "nodeSelector", "tolerations", "schedulingGates");
  return { ...template, metadata, spec: { ...spec, affinity } };
}
