/** HorizontalPodAutoscalers: the metrics of `v2beta1` say what they aim at beside the metric, not in a `target`. */
import type { Change } from "../change.ts";
import { isUnset, rename, type Tree, take, treeAt, treesAt } from "../tree.ts";

interface Shape {
  /** Field of the metric -> field of its target, in the order in which targets list them. */
  readonly amounts: Readonly<Record<string, string>>;
  /** The first of these that is set says the type of the target. */
  readonly types: readonly (readonly [field: string, type: string])[];
  /** `metricName` and the selector belong to a `metric`. */
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

/** Field of a metric's status -> field of its `current`. */
const statusAmounts: Readonly<Record<string, string>> = {
  currentAverageUtilization: "averageUtilization",
  currentAverageValue: "averageValue",
  currentValue: "value",
  averageValue: "averageValue",
};

export const autoscalerToV2: Change = (autoscaler) => {
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

/** What is an amount already stays: the field of an object's own reference has the name that targets have now. */
function moveAmount(source: Tree, { from, to, target }: { from: string; to: string; target: Tree }): void {
  const amount = take(source, from);
  if (!isUnset(amount)) target[to] = amount;
}

/** An object's reference was called `target`, as what metrics aim at is now. */
function nameMetric(source: Tree, { isNamed, selector }: Shape): void {
  if (!isNamed || isUnset(source["metricName"])) return;
  rename(source, "target", "describedObject");
  const chosen = take(source, selector);
  rename(source, "metricName", "metric", (name) => ({ name, ...(isUnset(chosen) ? {} : { selector: chosen }) }));
}
