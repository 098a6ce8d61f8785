/** The flags of the life cycle of metrics. The texts of problems are those of the reference. */

import { release, releaseMinor } from "../../api/release.ts";
import type { MetricPolicy } from "../../base/metrics.ts";
import { getOwn, setOwn } from "../../base/own-property.ts";
import { splitOnce } from "../../base/split-once.ts";
import { trimEndOf, trimStartOf } from "../../base/trim-text.ts";
import type { ExplicitValues, FlagSpec, FlagValues } from "../flags/flag-spec.ts";

const group = "Metrics";

/** The only value of `--show-hidden-metrics-for-version`. */
const previousRelease = `${release.major}.${releaseMinor - 1}`;

/** Flags of the life cycle of metrics, with the reference's names. */
export const metricsFlags = [
  {
    name: "show-hidden-metrics-for-version",
    type: "string",
    placeholder: "VERSION",
    group,
    doc:
      `Shows the metrics that an earlier release deprecated. Only the previous release is accepted, which is ` +
      `${previousRelease}, so that the next release does not hide further metrics unnoticed.`,
  },
  {
    name: "disabled-metrics",
    type: "list",
    placeholder: "NAME,...",
    default: [],
    group,
    doc: "Metrics that are neither recorded nor shown, even if they are deprecated and shown by another flag.",
  },
  {
    name: "allow-metric-labels",
    type: "list",
    placeholder: "METRIC,LABEL=VALUE,...",
    keepsCommas: true,
    default: [],
    group,
    doc:
      "Values that a label of a metric may have. Other values are recorded as unexpected. Repeat the flag for other " +
      'labels, or list several in quotes: \'"m,a=1,2","m,b=3"\'.',
  },
  {
    name: "allow-metric-labels-manifest",
    type: "path",
    group,
    doc:
      "File in YAML that maps METRIC,LABEL to the allowed values. It is read at the start, and has no effect together " +
      "with --allow-metric-labels.",
  },
] as const satisfies readonly FlagSpec[];

/** A flag of the life cycle of metrics. */
export type MetricsFlag = (typeof metricsFlags)[number];

/** Which metrics are shown. */
export interface MetricsConfig extends LoadedMetrics {
  /** Absolute path of a file with allowed label values. */
  readonly labelsFile: string | undefined;
}

/** The policy of metrics as plain data, so that all processes of a server can get it. */
export type LoadedMetrics = Omit<MetricPolicy, "onDeprecated">;

/** Returns the configuration that the flags describe. @param absolute returns a path in absolute form */
export function metricsConfig(
  values: FlagValues<MetricsFlag>,
  absolute: (path: string | undefined) => string | undefined,
): MetricsConfig {
  const pairs = values["allow-metric-labels"].flatMap((text) => readPairs(text));
  return {
    releaseMinor,
    showsHidden: values["show-hidden-metrics-for-version"] !== undefined,
    disabled: values["disabled-metrics"],
    allowedLabels: allowedLabels(pairs),
    labelsFile: pairs.length > 0 ? undefined : absolute(values["allow-metric-labels-manifest"]),
  };
}

/** Returns the problems of the flags. */
export function metricsProblems(explicitValues: ExplicitValues<MetricsFlag>): readonly string[] {
  const version = explicitValues["show-hidden-metrics-for-version"];
  const texts = explicitValues["allow-metric-labels"] ?? [];
  return [
    ...(version === undefined || version === previousRelease
      ? []
      : [
          `--show-hidden-metrics-for-version must be omitted or have the value '${previousRelease}'. ` +
            "Only the previous minor version is allowed",
        ]),
    ...texts.flatMap((text) => {
      const pairs = readPairs(text);
      const malformed = pairs.find((pair) => !pair.includes("="));
      if (malformed === undefined && pairs.length > 0) return pairs.every(isLabelOfMetric) ? [] : [labelFormat];
      return [
        `invalid argument ${JSON.stringify(text)} for "--allow-metric-labels" flag: ${malformed ?? ""} must be ` +
          "formatted as key=value",
      ];
    }),
  ];
}

/** Message about a key that is not the name of a metric and of a label. */
export const labelFormat =
  "--allow-metric-labels must have a list of kv pair with format " +
  "`metricName,labelName=labelValue, labelValue,...`";

/** Whether a setting begins with the names of a metric and of a label. */
export function isLabelOfMetric(pair: string): boolean {
  return /^[a-zA-Z_:][a-zA-Z0-9_:]*,[a-zA-Z_][a-zA-Z0-9_]*(?:=|$)/.test(pair);
}

/** Returns the settings in a value: one setting, or several of which those with commas are in quotes. */
function readPairs(text: string): readonly string[] {
  if (text.split("=").length === 2) return [trimStartOf(trimEndOf(text, '"'), '"')];
  return fieldsOf(text).map((field) => field.replace(/^"|"$/g, "").replaceAll('""', '"'));
}

/** Returns the parts between the commas that are not in quotes. */
function fieldsOf(text: string): readonly string[] {
  const fields = [""];
  let isQuoted = false;
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted;
    if (character === "," && !isQuoted) fields.push("");
    else fields.push((fields.pop() ?? "") + character);
  }
  return fields.filter((field) => field !== "");
}

/** Returns the allowed values by metric and label. @param pairs texts such as `metric,label=a,b` */
export function allowedLabels(pairs: readonly string[]): MetricPolicy["allowedLabels"] {
  const allowed: Record<string, Record<string, readonly string[]>> = {};
  for (const pair of pairs) {
    const [key, values = ""] = splitOnce(pair, "=");
    const [metric, label = ""] = splitOnce(key, ",");
    setOwn(allowed, metric, { ...getOwn(allowed, metric), [label]: values.split(",") });
  }
  return allowed;
}
