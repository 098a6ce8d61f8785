/** Specs of workload controllers, invalid changes of them, and their selectors as error messages print them. */
import type { Change, Manifest } from "./refusals.ts";

/** A valid spec for Deployments, ReplicaSets, DaemonSets and StatefulSets. */
export const controllerSpec = {
  selector: { matchLabels: { app: "web" } },
  template: { metadata: { labels: { app: "web" } }, spec: { containers: [{ name: "app", image: "app:1" }] } },
};

/** Message for a negative number in a field that must not be negative. */
export const notNegative = "must be greater than or equal to 0";

/** An empty selector as error messages print it. */
export const emptySelector =
  "v1.LabelSelector{MatchLabels:map[string]string(nil), MatchExpressions:[]v1.LabelSelectorRequirement(nil)}";

/** The selector after `addTierLabel` as error messages print it. */
export const selectorWithTier =
  'v1.LabelSelector{MatchLabels:map[string]string{"app":"web", "tier":"front"}, ' +
  "MatchExpressions:[]v1.LabelSelectorRequirement(nil)}";

/** The selector after `useUnknownOperator` as error messages print it. */
export const selectorWithUnknownOperator =
  'v1.LabelSelector{MatchLabels:map[string]string{"app":"web"}, MatchExpressions:[]v1.LabelSelectorRequirement{' +
  'v1.LabelSelectorRequirement{Key:"app", Operator:"Near", Values:[]string(nil)}}}';

/** Sets an empty selector. */
export const clearSelector: Change = ({ spec }) => {
  spec.selector = {};
};

/** Adds a label to the selector and to the Pod template, so that they still match. */
export const addTierLabel: Change = ({ spec }) => {
  spec.selector.matchLabels.tier = "front";
  spec.template.metadata.labels.tier = "front";
};

/** Adds a requirement with an unknown operator to the selector. */
export const useUnknownOperator: Change = ({ spec }) => {
  spec.selector.matchExpressions = [{ key: "app", operator: "Near" }];
};

/** Changes the labels of the Pod template, so that the selector no longer matches them. */
export const changeTemplateLabels: Change = ({ spec }) => {
  spec.template.metadata.labels.app = "other";
};

/** Cause for a template that the selector does not match, after `changeTemplateLabels`. */
export const mismatchedTemplateCause =
  'spec.template.metadata.labels: Invalid value: map[string]string{"app":"other"}: `selector` does not match template ' +
  "`labels`";

/** Cause for the template's labels in a spec that has no selector. */
export const missingSelectorCause =
  'spec.template.metadata.labels: Invalid value: map[string]string{"app":"web"}: `selector` does not match template ' +
  "`labels`";

/** Returns a change that assigns these fields to the spec. */
export function specWith(change: Readonly<Record<string, unknown>>): Change {
  return ({ spec }: Manifest) => {
    Object.assign(spec, change);
  };
}

/** Returns a change that assigns these fields to the status. */
export function statusWith(change: Readonly<Record<string, unknown>>): Change {
  return (object: Manifest) => {
    object.status = { ...object.status, ...change };
  };
}
