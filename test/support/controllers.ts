/** Manifests of controllers that keep Pods running, what tests break in them, and how messages show their selectors. */
import type { Change, Manifest } from "./refusals.ts";

/** A spec that is fine for each of them. */
export const controllerSpec = {
  selector: { matchLabels: { app: "web" } },
  template: { metadata: { labels: { app: "web" } }, spec: { containers: [{ name: "app", image: "app:1" }] } },
};

export const notNegative = "must be greater than or equal to 0";

export const emptySelector =
  "v1.LabelSelector{MatchLabels:map[string]string(nil), MatchExpressions:[]v1.LabelSelectorRequirement(nil)}";

/** The selector after `selectMore`. */
export const largerSelector =
  'v1.LabelSelector{MatchLabels:map[string]string{"app":"web", "tier":"front"}, ' +
  "MatchExpressions:[]v1.LabelSelectorRequirement(nil)}";

/** The selector after `selectStrangely`. */
export const strangeSelector =
  'v1.LabelSelector{MatchLabels:map[string]string{"app":"web"}, MatchExpressions:[]v1.LabelSelectorRequirement{' +
  'v1.LabelSelectorRequirement{Key:"app", Operator:"Near", Values:[]string(nil)}}}';

export const selectEverything: Change = ({ spec }) => {
  spec.selector = {};
};

/** Selects the Pods that it makes, in another way than before. */
export const selectMore: Change = ({ spec }) => {
  spec.selector.matchLabels.tier = "front";
  spec.template.metadata.labels.tier = "front";
};

export const selectStrangely: Change = ({ spec }) => {
  spec.selector.matchExpressions = [{ key: "app", operator: "Near" }];
};

/** Makes other Pods than it selects. */
export const makeOthers: Change = ({ spec }) => {
  spec.template.metadata.labels.app = "other";
};

export const otherPods =
  'spec.template.metadata.labels: Invalid value: map[string]string{"app":"other"}: `selector` does not match template ' +
  "`labels`";

/** Of a spec without a selector. */
export const unselected =
  'spec.template.metadata.labels: Invalid value: map[string]string{"app":"web"}: `selector` does not match template ' +
  "`labels`";

/** @param change what becomes of the spec */
export function specWith(change: Readonly<Record<string, unknown>>): Change {
  return ({ spec }: Manifest) => {
    Object.assign(spec, change);
  };
}

export function statusWith(change: Readonly<Record<string, unknown>>): Change {
  return (object: Manifest) => {
    object.status = { ...object.status, ...change };
  };
}
