/**
 * Converts HorizontalPodAutoscalers. In `v2beta1`, the target values of a metric are fields of the metric itself. In
 * `v2`, they are in its `target`.
 */
import type { ManifestChange } from "../change.ts";
import { isUnset, removeMember, renameMember, type Tree, treeAt, treesAt } from "../tree.ts";

interface Shape {
  /** Fields of the metric and the corresponding fields of its target, in the order of the target's fields. */
  readonly amounts: Readonly<Record<string, string>>;
  /** The first of these fields that is set determines the type of the target. */
  readonly types: readonly (readonly [field: string, type: string])[];
  /** Whether `metricName` and the selector move to a `metric` field. */
  readonly isNamed: boolean;
  readonly selector: string;
}

const byUtilization: Shape = {
  amounts: { targetAverageUtilization: "averageUtilization", targetAverageValue: "averageValue" },
  types: [
    ["averageUtilization", "Utilization"],
    ["averageValue", "AverageValue"],
  ],
  isNamed: false,
  selector: "selector",
};

const specShapes: Readonly<Record<string, Shape>> = {
  resource: byUtilization,
  containerResource: byUtilization,
  pods: {
    amounts: { targetAverageValue: "averageValue" },
    types: [["averageValue", "AverageValue"]],
    isNamed: true,
    selector: "selector",
  },
  object: {
    amounts: { targetValue: "value", averageValue: "averageValue" },
    types: [
      ["averageValue", "AverageValue"],
      ["value", "Value"],
    ],
    isNamed: true,
    selector: "selector",
  },
  external: {
    amounts: { targetValue: "value", targetAverageValue: "averageValue" },
    types: [
      ["value", "Value"],
      ["averageValue", "AverageValue"],
    ],
    isNamed: true,
    selector: "metricSelector",
  },
};

/** Fields of a metric's status and the corresponding fields of its `current`. */
const statusAmounts: Readonly<Record<string, string>> = {
  currentAverageUtilization: "averageUtilization",
  currentAverageValue: "averageValue",
  currentValue: "value",
  averageValue: "averageValue",
};

/** Converts a HorizontalPodAutoscaler from a v2 beta to v2. */
export const autoscalerToV2: ManifestChange = (autoscaler) => {
  for (const metric of treesAt(treeAt(autoscaler, "spec"), "metrics")) eachSource(metric, changeSource);
  for (const metric of treesAt(treeAt(autoscaler, "status"), "currentMetrics")) eachSource(metric, changeStatus);
};

function eachSource(metric: Tree, change: (source: Tree, shape: Shape) => void): void {
  for (const [name, shape] of Object.entries(specShapes)) {
    const source = treeAt(metric, name);
    if (source) change(source, shape);
  }
}

function changeSource(source: Tree, shape: Shape): void {
  nameMetric(source, shape);
  const target: Tree = {};
  for (const [from, to] of Object.entries(shape.amounts)) moveAmount(source, { from, to, target });
  const type = shape.types.find(([field]) => !isUnset(target[field]))?.[1];
  if (type !== undefined) source["target"] = { type, ...target };
}

function changeStatus(source: Tree, shape: Shape): void {
  nameMetric(source, shape);
  const current: Tree = {};
  for (const [from, to] of Object.entries(statusAmounts)) moveAmount(source, { from, to, target: current });
  if (Object.keys(current).length > 0) source["current"] = { ...treeAt(source, "current"), ...current };
}

/** Moves the value of the member `from` to `target`, as its member `to`. */
function moveAmount(source: Tree, { from, to, target }: { from: string; to: string; target: Tree }): void {
  const amount = removeMember(source, from);
  if (!isUnset(amount)) target[to] = amount;
}

/**
 * Moves the name and selector to `metric`. The object reference, which was named `target`, becomes `describedObject`.
 */
function nameMetric(source: Tree, { isNamed, selector }: Shape): void {
  if (!isNamed || isUnset(source["metricName"])) return;
  renameMember(source, "target", "describedObject");
  const chosen = removeMember(source, selector);
  renameMember(source, "metricName", "metric", (name) => ({ name, ...(isUnset(chosen) ? {} : { selector: chosen }) }));
}
