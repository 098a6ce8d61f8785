/**
 * Annotations of autoscaling/v1 that hold the parts without a field in that version. Stored objects are in the form of
 * v2 and do not have these annotations.
 */

import { metricSpec } from "../../api/autoscaling/v1/metric-spec.ts";
import { metricStatus } from "../../api/autoscaling/v1/metric-status.ts";
import { horizontalPodAutoscalerCondition } from "../../api/autoscaling/v2/horizontal-pod-autoscaler.ts";
import { horizontalPodAutoscalerBehavior } from "../../api/autoscaling/v2/scaling-behavior.ts";
import type {
  HorizontalPodAutoscalerBehavior,
  HorizontalPodAutoscalerCondition,
  MetricSpec,
  MetricStatus,
} from "../../api/index.ts";
import { capitalize } from "../../base/capitalize.ts";
import { omitUndefined } from "../../base/omit-undefined.ts";
import { subLabel, type Vocabulary } from "../../meta/vocabulary.ts";
import { SchemaCompiler, SchemaDecodeError, type StructSchema } from "../../schema/index.ts";
import { newerStatus, olderStatus } from "./older-metric-statuses.ts";
import { newerMetric, olderMetric } from "./older-metrics.ts";

const names = {
  metrics: subLabel("autoscaling.alpha/metrics"),
  currentMetrics: subLabel("autoscaling.alpha/current-metrics"),
  behavior: subLabel("autoscaling.alpha/behavior"),
  conditions: subLabel("autoscaling.alpha/conditions"),
} as const;

/** Contents of the annotations. A member is absent if its annotation is missing or malformed. */
export interface Carried {
  readonly metrics?: MetricSpec[];
  readonly currentMetrics?: MetricStatus[];
  readonly behavior?: HorizontalPodAutoscalerBehavior;
  readonly conditions?: HorizontalPodAutoscalerCondition[];
}

type Annotations = Readonly<Record<string, string>>;

/** Returns the other annotations. */
export function withoutCarried(annotations: Annotations | undefined, vocabulary: Vocabulary): Record<string, string> {
  const ours = Object.values(names).map((name) => vocabulary.bind(name));
  return Object.fromEntries(Object.entries(annotations ?? {}).filter(([name]) => !ours.includes(name)));
}

const compiler = new SchemaCompiler(new Map());

/** Returns the annotations for `carried`. Leaves out empty lists. */
export function writeCarried(carried: Carried, vocabulary: Vocabulary): Record<string, string> {
  const { metrics = [], currentMetrics = [], behavior, conditions = [] } = carried;
  const texts = {
    metrics: listText(metricSpec, metrics.map(olderMetric)),
    currentMetrics: listText(metricStatus, currentMetrics.map(olderStatus)),
    behavior: behavior && behaviorText(behavior),
    conditions: listText(horizontalPodAutoscalerCondition, conditions),
  };
  return Object.fromEntries(
    Object.entries(omitUndefined(texts)).map(([part, text]) => [vocabulary.bind(names[part as keyof Carried]), text]),
  );
}

function listText<T>(struct: StructSchema<T>, items: readonly T[]): string | undefined {
  if (items.length === 0) return undefined;
  return JSON.stringify(items.map((item) => compiler.compile(struct).canonical(item).object));
}

/** Returns the contents of the annotations. */
export function readCarried(annotations: Annotations | undefined, vocabulary: Vocabulary): Carried {
  const textOf = (part: keyof Carried): string | undefined => annotations?.[vocabulary.bind(names[part])];
  return omitUndefined({
    metrics: readList(metricSpec, textOf("metrics"))?.map(newerMetric),
    currentMetrics: readList(metricStatus, textOf("currentMetrics"))?.map(newerStatus),
    behavior: readBehavior(textOf("behavior")),
    conditions: readList(horizontalPodAutoscalerCondition, textOf("conditions")),
  });
}

function readList<T>(struct: StructSchema<T>, text: string | undefined): T[] | undefined {
  const items = parsed(text);
  if (!Array.isArray(items)) return undefined;
  const read = items.map((item) => decoded(struct, item ?? {}));
  return read.every((item) => item !== undefined) ? read : undefined;
}

/** Returns the parsed JSON. Undefined if it is malformed, because clients may write these annotations. */
function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as unknown);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function decoded<T>(struct: StructSchema<T>, value: unknown): T | undefined {
  try {
    return compiler.compile(struct).canonical(value as T).object;
  } catch (error) {
    if (error instanceof SchemaDecodeError) return undefined;
    throw error;
  }
}

/** Returns the behavior as JSON. In this annotation, member names are capitalized and unset members are null. */
function behaviorText({ scaleUp, scaleDown }: HorizontalPodAutoscalerBehavior): string {
  const rulesOf = (rules: HorizontalPodAutoscalerBehavior["scaleUp"]): object | null =>
    rules
      ? {
          StabilizationWindowSeconds: rules.stabilizationWindowSeconds ?? null,
          SelectPolicy: rules.selectPolicy ?? null,
          Policies: rules.policies?.map((policy) => renamed(policy, capitalize)) ?? null,
        }
      : null;
  return JSON.stringify({ ScaleUp: rulesOf(scaleUp), ScaleDown: rulesOf(scaleDown) });
}

function readBehavior(text: string | undefined): HorizontalPodAutoscalerBehavior | undefined {
  const value = parsed(text);
  if (typeof value !== "object" || value === null) return undefined;
  const behavior = decoded(horizontalPodAutoscalerBehavior, renamed(value, uncapitalized));
  return behavior?.scaleUp || behavior?.scaleDown ? behavior : undefined;
}

/** Returns a copy in which all members, at every level, are renamed. */
function renamed(value: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((one) => renamed(one, rename));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [rename(name), renamed(one, rename)]));
}

function uncapitalized(name: string): string {
  return name.slice(0, 1).toLowerCase() + name.slice(1);
}
