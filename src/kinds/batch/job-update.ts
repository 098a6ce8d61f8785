/** What an update of a Job may not change. */
import { podTemplateSpec } from "../../api/core/v1/pod-template-spec.ts";
import type { Job, JobSpec, PodTemplateSpec } from "../../api/index.ts";
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

export function jobChangeErrors({ spec }: Job, old: Job): FieldError[] {
  const { spec: oldSpec } = old;
  if (!spec || !oldSpec) return [];
  const selector = { value: spec.selector, old: oldSpec.selector, shown: goLabelSelector(spec.selector) };
  return [
    ...completionErrors(spec, oldSpec),
    ...immutableField({ path: "spec.selector", ...selector }),
    ...templateErrors(spec.template, oldSpec.template, mayBePlacedAnew(old)),
    ...fixedFields.flatMap((field) =>
      immutableField({ path: `spec.${field}`, value: spec[field], old: oldSpec[field] }),
    ),
  ];
}

/** Indexed Jobs may grow and shrink, all indexes running at once. */
function completionErrors(spec: JobSpec, { completions: old }: JobSpec): FieldError[] {
  const { completionMode, completions, parallelism } = spec;
  const path = "spec.completions";
  if (completionMode !== "Indexed") return immutableField({ path, value: completions, old });
  if (completions === undefined || completions === old || completions === parallelism) return [];
  return [invalidField(path, completions, "can only be modified in tandem with spec.parallelism")];
}

/** A Job that has not started yet may still be told where to run. */
function mayBePlacedAnew({ spec, status }: Job): boolean {
  return spec?.suspend === true && status?.startTime === undefined;
}

function templateErrors(template: PodTemplateSpec, old: PodTemplateSpec, placedAnew: boolean): FieldError[] {
  const path = "spec.template";
  if (placedAnew && equalAmounts(podTemplateSpec, withoutPlacement(template), withoutPlacement(old))) return [];
  return immutableField({ path, value: template, old, schema: podTemplateSpec });
}

function withoutPlacement(template: PodTemplateSpec): object {
  const metadata = omit(template.metadata ?? {}, "labels", "annotations");
  if (!template.spec) return { ...template, metadata };
  // No affinity and one that says nothing are the same.
  const affinity = omit(template.spec.affinity ?? {}, "nodeAffinity");
  const spec = omit(template.spec, "nodeSelector", "tolerations", "schedulingGates");
  return { ...template, metadata, spec: { ...spec, affinity } };
}
