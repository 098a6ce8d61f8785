/** The selector and the template of a controller that keeps Pods running. */
import type { LabelSelector, PodTemplateSpec } from "../../api/index.ts";
import { invalidField, requiredField } from "../../meta/field-error.ts";
import type { ValidationContext } from "../../schema/index.ts";
import { reportKeptRunning, reportSelectorMatch } from "../core/pod-template-rules.ts";
import { goLabelSelector } from "../meta/go-values.ts";
import { isEmptySelector, readSelector } from "../meta/selectors.ts";
import { at } from "../reporting.ts";

interface ControllerSpec {
  /** Null where it is missing. */
  readonly selector?: LabelSelector | null;
  readonly template?: PodTemplateSpec;
}

/** A selector that selects everything would take Pods of others. @param kind in the words of the message */
export function reportEmptySelector({ selector }: ControllerSpec, kind: string, context: ValidationContext): void {
  if (!isEmptySelector(selector)) return;
  const why = `empty selector is invalid for ${kind}`;
  context.report(invalidField(at(context, "selector"), goLabelSelector(selector), why));
}

/** There is a selector, and it does not select everything. */
export function reportSelector(spec: ControllerSpec, kind: string, context: ValidationContext): void {
  if (!spec.selector) context.report(requiredField(at(context, "selector")));
  reportEmptySelector(spec, kind, context);
}

/** A template is not looked at while it cannot be told what is selected. */
export function skippedTemplate({ selector }: ControllerSpec): readonly string[] {
  return readSelector(selector) ? [] : ["template"];
}

/** Rules that Deployments and ReplicaSets share, down to the wording. */
export function reportReplicaTemplate(spec: ControllerSpec, context: ValidationContext): void {
  const { selector, template } = spec;
  reportSelector(spec, "deployment", context);
  const parsed = readSelector(selector);
  if (!parsed) {
    context.report(invalidField(at(context, "selector"), goLabelSelector(selector), "invalid label selector"));
    return;
  }
  // A missing selector matches nothing, an empty one has been refused.
  if (!parsed.isEmpty) reportSelectorMatch(parsed, template, context);
}

/** What only Pods that are kept running must meet. Runs after the rules of all Pods. */
export function reportReplicaPods(spec: ControllerSpec, context: ValidationContext): void {
  if (skippedTemplate(spec).length === 0) reportKeptRunning(spec.template, "ReplicaSet", context);
}
