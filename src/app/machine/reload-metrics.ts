/** Metrics of the reloads of a configuration file, with the reference's names. */
import { createHash } from "node:crypto";
import { Counter, Gauge, type MetricRegistry } from "../../base/metrics.ts";

const labels = ["status", "apiserver_id_hash"] as const;

/** Subject of a file, and the server that loads it. */
export interface ReloadMetricsOptions {
  readonly subject: "authentication" | "authorization" | "encryption";
  /** Identity of the API server, which the metrics show as a hash. Empty: it has none. */
  readonly serverName: string;
}

/** Counts reloads. */
export class ReloadMetrics {
  readonly #serverHash: string;
  readonly #reloads: Counter<(typeof labels)[number]>;
  readonly #lastReload: Gauge<(typeof labels)[number]>;

  constructor(registry: MetricRegistry, { subject, serverName }: ReloadMetricsOptions) {
    this.#serverHash = serverName === "" ? "" : `sha256:${createHash("sha256").update(serverName).digest("hex")}`;
    const prefix = `apiserver_${subject}_config_controller_automatic_reload`;
    const help = reloadHelp(subject);
    const common = { stability: "ALPHA", labels, combine: "first" } as const;
    this.#reloads = registry.add(new Counter({ ...common, name: `${prefix}s_total`, help: help.count }));
    this.#lastReload = registry.add(
      new Gauge({
        ...common,
        name: `${prefix}_last_timestamp_seconds`,
        help: help.time,
      }),
    );
  }

  /** Records a reload. */
  reloaded(status: "success" | "failure", nowMs: number): void {
    this.#reloads.add([status, this.#serverHash]);
    this.#lastReload.set([status, this.#serverHash], nowMs / 1000);
  }
}

/** Returns the descriptions of the metrics, in the reference's words. */
function reloadHelp(subject: ReloadMetricsOptions["subject"]): { readonly count: string; readonly time: string } {
  if (subject === "encryption") {
    const ending = "of encryption configuration split by apiserver identity.";
    return {
      count: `Total number of reload successes and failures ${ending}`,
      time: `Timestamp of the last successful or failed automatic reload ${ending}`,
    };
  }
  const ending = `of ${subject} configuration split by status and apiserver identity.`;
  return {
    count: `Total number of automatic reloads ${ending}`,
    time: `Timestamp of the last automatic reload ${ending}`,
  };
}
