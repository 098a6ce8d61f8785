/**
 * The life cycle of metrics: which ones are shown, and which values their labels may have. A registry decides this when a
 * metric is added.
 */

/** Stability of a metric, shown in its help text. `INTERNAL` metrics may change at any time. */
export type Stability = "INTERNAL" | "ALPHA" | "BETA" | "STABLE";

/** Decides which metrics a registry shows. */
export interface MetricPolicy {
  /** Minor release of version 1 that runs. Metrics that an earlier release deprecated are hidden. */
  readonly releaseMinor: number;
  /** Whether hidden metrics are shown. */
  readonly showsHidden: boolean;
  /** Names of metrics that are never shown. */
  readonly disabled: readonly string[];
  /** Allowed label values by the names of metric and label. Other values are recorded as `unexpected`. */
  readonly allowedLabels: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** Called with the name of each deprecated metric that is shown. */
  readonly onDeprecated?: (name: string) => void;
}

/** The policy that shows every metric. */
export const everyMetric: MetricPolicy = { releaseMinor: 0, showsHidden: true, disabled: [], allowedLabels: {} };

/** Replaces label values that are not allowed. */
const unexpected = "unexpected";

interface LifeCycle {
  readonly name: string;
  readonly deprecatedVersion?: string;
  readonly labels: readonly string[];
}

/** Whether a metric is not shown, because it is disabled, or because an earlier release deprecated it. */
export function isHidden(
  { name, deprecatedVersion }: LifeCycle,
  { disabled, showsHidden, releaseMinor }: MetricPolicy,
): boolean {
  if (disabled.includes(name)) return true;
  return deprecatedVersion !== undefined && !showsHidden && minorOf(deprecatedVersion) < releaseMinor;
}

/** Returns the minor number of a version such as `1.31.0`. */
export function minorOf(version: string): number {
  return Number(version.split(".")[1]);
}

/**
 * Returns a function that replaces label values that are not allowed. Undefined if all values are allowed.
 * @param onUnexpected called for each replaced value
 */
export function restrictLabels(
  { name, labels }: LifeCycle,
  { allowedLabels }: MetricPolicy,
  onUnexpected: () => void,
): ((values: readonly string[]) => readonly string[]) | undefined {
  if (!Object.hasOwn(allowedLabels, name)) return undefined;
  const allowed = new Map(Object.entries(allowedLabels[name] ?? {}).map(([label, values]) => [label, new Set(values)]));
  const sets = labels.map((label) => allowed.get(label));
  if (sets.every((set) => set === undefined)) return undefined;
  return (values) =>
    values.map((value, index) => {
      const set = sets[index];
      if (!set || set.has(value)) return value;
      onUnexpected();
      return unexpected;
    });
}
