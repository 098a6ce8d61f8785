import type {
  HorizontalPodAutoscaler,
  MetricSpec,
  MetricStatus,
  MetricTarget,
  MetricValueStatus,
} from "../../api/index.ts";
import type { Column } from "../../schema/index.ts";
import { ageColumn, column, nameColumn } from "../columns.ts";

/** Current value of a metric without a status. */
const unknown = "<unknown>";
/** Text of a missing quantity, as Go prints it. */
const noQuantity = "<nil>";

/** Columns of HorizontalPodAutoscalers in a Table. */
export const horizontalPodAutoscalerColumns: readonly Column<HorizontalPodAutoscaler>[] = [
  nameColumn,
  column("Reference", "Object that is scaled.", ({ spec }) => {
    const { kind = "", name = "" } = spec?.scaleTargetRef ?? {};
    return `${kind}/${name}`;
  }),
  column("Targets", "Current and target values of the metrics.", targetsText),
  column("MinPods", "Smallest number of replicas.", ({ spec }) => String(spec?.minReplicas ?? "<unset>")),
  column("MaxPods", "Largest number of replicas.", ({ spec }) => spec?.maxReplicas ?? 0),
  column("Replicas", "Current number of replicas.", ({ status }) => status?.currentReplicas ?? 0),
  ageColumn,
];

/** Number of metrics shown. The others are only counted. */
const metricsMax = 2;

function targetsText({ spec, status }: HorizontalPodAutoscaler): string {
  const metrics = spec?.metrics ?? [];
  if (metrics.length === 0) return "<none>";
  const shown = metrics
    .slice(0, metricsMax)
    .map((metric, index) => metricText(metric, status?.currentMetrics?.[index]));
  const rest = metrics.length - shown.length;
  return shown.join(", ") + (rest > 0 ? ` + ${rest} more...` : "");
}

/** Returns the text for a metric. Statuses are in the order of the metrics. */
function metricText(metric: MetricSpec, status: MetricStatus | undefined): string {
  switch (metric.type) {
    case "External":
      return valueText(metric.external?.target, status?.external?.current);
    case "Object":
      return valueText(metric.object?.target, status?.object?.current);
    case "Pods":
      return averageText(metric.pods?.target, status?.pods?.current);
    case "Resource":
      return `${metric.resource?.name}: ${useText(metric.resource?.target, status?.resource?.current)}`;
    case "ContainerResource": {
      const { containerResource } = metric;
      return `${containerResource?.name}: ${useText(containerResource?.target, status?.containerResource?.current)}`;
    }
    default:
      return "<unknown type>";
  }
}

type Target = MetricTarget | undefined;
type Current = MetricValueStatus | undefined;

function averageText(target: Target, current: Current): string {
  return `${quantityText(current, "averageValue")}/${target?.averageValue ?? noQuantity}`;
}

/**
 * Returns the text for a value or average. As in the reference, a missing average is `<unknown>` and a missing value is
 * `<nil>`.
 */
function valueText(target: Target, current: Current): string {
  const { averageValue } = target ?? {};
  if (averageValue !== undefined) return `${current?.averageValue ?? unknown}/${averageValue} (avg)`;
  return `${quantityText(current, "value")}/${target?.value ?? noQuantity}`;
}

function quantityText(current: Current, member: "averageValue" | "value"): string {
  return current ? (current[member] ?? noQuantity) : unknown;
}

function useText(target: Target, current: Current): string {
  if (target?.averageValue !== undefined) return averageText(target, current);
  return `${percentText(current?.averageUtilization, unknown)}/${percentText(target?.averageUtilization, "<auto>")}`;
}

function percentText(percent: number | undefined, whenUnset: string): string {
  return percent === undefined ? whenUnset : `${percent}%`;
}
