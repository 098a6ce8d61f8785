/** Rules of Pod templates, and of the selectors that must match them. */

import { podTemplateSpec } from "../../../api/core/v1/pod-template-spec.ts";
import type { PodSpec, PodTemplateSpec } from "../../../api/index.ts";
import { forbiddenField, invalidField, notSupportedField } from "../../../meta/field-error.ts";
import type { Labels } from "../../../meta/label-requirement.ts";
import type { ParsedLabelSelector as ParsedSelector } from "../../../meta/label-selector.ts";
import { type RuleEntry, rulesFor, type ValidationContext } from "../../../schema/index.ts";
import { goTextMap } from "../../meta/go-values.ts";
import { reportAnnotations, reportLabels } from "../../meta/labels.ts";
import { previousValue } from "../../previous-value.ts";
import { at, within } from "../../reporting.ts";
import { reportProfileMatch } from "./annotated-profiles.ts";
import { reportPodAnnotations } from "./pod-annotations.ts";

/** Validation of Pod templates: metadata, annotations, ephemeral containers. */
export const podTemplateRules: readonly RuleEntry[] = [
  rulesFor(podTemplateSpec, { validate: reportTemplate, validateLast: reportEphemeral }),
];

/**
 * Reports invalid labels and annotations of a template. The reference leaves `metadata` out of the paths of these
 * errors.
 */
export function reportTemplateMetadata({ metadata }: PodTemplateSpec, context: ValidationContext): void {
  reportLabels(context, "labels", metadata?.labels);
  reportAnnotations(context, "annotations", metadata?.annotations);
}

function reportTemplate(template: PodTemplateSpec, context: ValidationContext): void {
  const { metadata, spec } = template;
  reportTemplateMetadata(template, context);
  if (metadata?.annotations) reportAnnotated(metadata.annotations, spec, context);
}

function reportEphemeral({ spec }: PodTemplateSpec, context: ValidationContext): void {
  if ((spec?.ephemeralContainers ?? []).length === 0) return;
  const why = "ephemeral containers not allowed in pod template";
  context.report(forbiddenField(at(context, "spec.ephemeralContainers"), why));
}

function reportAnnotated(annotations: Labels, spec: PodSpec | undefined, context: ValidationContext): void {
  const old = previousValue<PodTemplateSpec>(context)?.metadata?.annotations;
  reportPodAnnotations({ annotations, spec, old }, within(context, "annotations"));
  if (spec) reportProfileMatch(annotations, spec, within(context, "spec"));
}

/**
 * Reports a selector that does not match the labels of the template.
 * @param context at the spec of the controller, which holds the template
 */
export function reportSelectorMatch(
  selector: ParsedSelector,
  template: PodTemplateSpec | undefined,
  context: ValidationContext,
): void {
  const labels = template?.metadata?.labels;
  if (selector.matches(labels)) return;
  const path = at(context, "template.metadata.labels");
  context.report(invalidField(path, goTextMap(labels), "`selector` does not match template `labels`"));
}

/**
 * Order of the errors about the template of a controller that keeps Pods running. Errors of the general template rules
 * come before those of `reportKeptRunning`, which runs last.
 */
export const keptRunningOrder: readonly string[] = ["template.metadata", "template"];

/**
 * Reports a template whose Pods may stop without a failure. A controller that keeps Pods running always restarts them.
 * @param kind name of the controller's kind in the message
 */
export function reportKeptRunning(
  template: PodTemplateSpec | undefined,
  kind: string,
  context: ValidationContext,
): void {
  const spec = template?.spec;
  if (spec?.restartPolicy !== "Always") {
    const path = at(context, "template.spec.restartPolicy");
    context.report(notSupportedField(path, spec?.restartPolicy ?? "", ["Always"]));
  }
  if (spec?.activeDeadlineSeconds !== undefined) {
    const path = at(context, "template.spec.activeDeadlineSeconds");
    context.report(forbiddenField(path, `activeDeadlineSeconds in ${kind} is not Supported`));
  }
}
