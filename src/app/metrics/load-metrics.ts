import { isJsonObject } from "../../base/json-object.ts";
import { reasonOf } from "../../base/reason-of.ts";
import { parseYaml } from "../../codec/index.ts";
import { allowedLabels, isLabelOfMetric, type LoadedMetrics, type MetricsConfig } from "../config/metrics-config.ts";
import { readFlagFile } from "../machine/flag-file.ts";
import { StartupError } from "../machine/startup-error.ts";

const flag = "--allow-metric-labels-manifest";
const limits = { maxBytes: 1024 * 1024 };

/**
 * Adds the label values that the file of `--allow-metric-labels-manifest` allows.
 * @throws StartupError if the file is missing or malformed
 */
export async function loadMetrics({ labelsFile: path, ...metrics }: MetricsConfig): Promise<LoadedMetrics> {
  if (path === undefined) return metrics;
  const content = readFlagFile(flag, path);
  const rejected = (problem: string): StartupError => new StartupError(`${flag}: ${path}: ${problem}`);
  if (content.length > limits.maxBytes) throw rejected("the file has more than 1 MiB");
  let value: unknown;
  try {
    ({ value } = await parseYaml(Buffer.from(content)));
  } catch (error) {
    throw rejected(reasonOf(error));
  }
  if (!isJsonObject(value)) throw rejected("the document is not a map of METRIC,LABEL to values");
  const entries = Object.entries(value);
  for (const [key, values] of entries) {
    if (!isLabelOfMetric(key) || key.includes("=")) throw rejected(`${JSON.stringify(key)} is not METRIC,LABEL`);
    if (typeof values !== "string")
      throw rejected(`the values of ${JSON.stringify(key)} must be one text, such as 'a,b'`);
  }
  return { ...metrics, allowedLabels: allowedLabels(entries.map(([key, values]) => `${key}=${String(values)}`)) };
}
