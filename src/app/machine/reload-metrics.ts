/** Metrics of the reloads of a configuration file, with the reference's names. */
import { createHash } from "node:crypto";
import { Counter, Gauge, type MetricRegistry } from "../../base/metrics.ts";

const labels = ["status", "apiserver_id_hash"] as const;

/** Subject of a file, and the server that loads it. */
export interface ReloadMetricsOptions {
  readonly subject: "authentication" | "authorization";
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
    const ending = `of ${subject} configuration split by status and apiserver identity.`;
    const common = { stability: "ALPHA", labels, combine: "first" } as const;
    this.#reloads = registry.add(
      new Counter({ ...common, name: `${prefix}s_total`, help: `Total number of automatic reloads ${ending}` }),
    );
    this.#lastReload = registry.add(
      new Gauge({
        ...common,
        name: `${prefix}_last_timestamp_seconds`,
        help: `Timestamp of the last automatic reload ${ending}`,
      }),
    );
  }

  /** Records a reload. */
  reloaded(status: "success" | "failure", nowMs: number): void {
    this.#reloads.add([status, this.#serverHash]);
    this.#lastReload.set([status, this.#serverHash], nowMs / 1000);
  }
}
