/** Rules of the selector and the template of a controller that keeps Pods running. */
import type { LabelSelector, PodTemplateSpec } from "../../api/index.ts";
import { invalidField, requiredField } from "../../meta/field-error.ts";
import type { ValidationContext } from "../../schema/index.ts";
import { keptRunningOrder, reportKeptRunning, reportSelectorMatch } from "../core/pod/pod-template-rules.ts";
import { goLabelSelector } from "../meta/go-values.ts";
import { isEmptySelector, readSelector, selectorOrder } from "../meta/selectors.ts";
import { at } from "../reporting.ts";

interface ControllerSpec {
  /** Null if the client did not send it. */
  readonly selector?: LabelSelector | null;
  readonly template?: PodTemplateSpec;
}

/** Order of the errors about the selector and the template. */
export const selectorAndTemplateOrder: readonly string[] = [...selectorOrder, ...keptRunningOrder];

/**
 * Reports a selector that selects everything, because it would also select Pods of other owners.
 * @param kind name of the kind in the message
 */
export function reportEmptySelector({ selector }: ControllerSpec, kind: string, context: ValidationContext): void {
  if (!isEmptySelector(selector)) return;
  const why = `empty selector is invalid for ${kind}`;
  context.report(invalidField(at(context, "selector"), goLabelSelector(selector), why));
}

/** Reports a selector that is missing or selects everything. */
export function reportSelector(spec: ControllerSpec, kind: string, context: ValidationContext): void {
  if (!spec.selector) context.report(requiredField(at(context, "selector")));
  reportEmptySelector(spec, kind, context);
}

/** Returns the fields that are not validated. The template is skipped if the selector is malformed. */
export function skippedTemplate({ selector }: ControllerSpec): readonly string[] {
  return readSelector(selector) ? [] : ["template"];
}

/**
 * Reports errors of the selector and of the template's labels. The messages of Deployments and ReplicaSets are the
 * same.
 */
export function reportReplicaTemplate(spec: ControllerSpec, context: ValidationContext): void {
  const { selector, template } = spec;
  reportSelector(spec, "deployment", context);
  const parsed = readSelector(selector);
  if (!parsed) {
    context.report(invalidField(at(context, "selector"), goLabelSelector(selector), "invalid label selector"));
    return;
  }
  // A missing selector is parsed to an empty one, and an empty one was reported above.
  if (!parsed.isEmpty) reportSelectorMatch(parsed, template, context);
}

/** Reports a template whose Pods may stop without a failure. Runs after the rules of all Pods. */
export function reportReplicaPods(spec: ControllerSpec, context: ValidationContext): void {
  if (skippedTemplate(spec).length === 0) reportKeptRunning(spec.template, "ReplicaSet", context);
}
