/** Metrics of JWT authentication, with the reference's names. */
import { createHash } from "node:crypto";
import { Counter, Gauge, Histogram, type MetricRegistry } from "../../base/metrics.ts";

/** How an authentication or a reload ended. */
export type Outcome = "success" | "failure";

const reloadLabels = ["status", "apiserver_id_hash"] as const;

/** Records authentications and reloads. */
export class JwtMetrics {
  readonly #serverHash: string;
  readonly #latency: Histogram<"result" | "jwt_issuer_hash">;
  readonly #reloads: Counter<(typeof reloadLabels)[number]>;
  readonly #lastReload: Gauge<(typeof reloadLabels)[number]>;

  /** @param serverName identity of the API server, which the metrics show as a hash */
  constructor(registry: MetricRegistry, serverName: string) {
    this.#serverHash = hashOf(serverName);
    this.#latency = registry.add(new Histogram(latency));
    this.#reloads = registry.add(new Counter(reloads));
    this.#lastReload = registry.add(new Gauge(lastReload));
  }

  /** Records the authentication of a token. @param issuerHash see `hashOf()` */
  authenticated(outcome: Outcome, issuerHash: string, seconds: number): void {
    this.#latency.observe([outcome, issuerHash], seconds);
  }

  /** Records a reload of the configuration file. */
  reloaded(outcome: Outcome, nowMs: number): void {
    this.#reloads.add([outcome, this.#serverHash]);
    this.#lastReload.set([outcome, this.#serverHash], nowMs / 1000);
  }
}

/** Returns the hash of a name, as the labels of these metrics show it. */
export function hashOf(name: string): string {
  return name === "" ? "" : `sha256:${createHash("sha256").update(name).digest("hex")}`;
}

const latency = {
  name: "apiserver_authentication_jwt_authenticator_latency_seconds",
  help: "Duration of the authentication of tokens that are not cached, in seconds.",
  stability: "ALPHA",
  labels: ["result", "jwt_issuer_hash"],
  buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
} as const;

const reloads = {
  name: "apiserver_authentication_config_controller_automatic_reloads_total",
  help: "Number of reloads of the authentication configuration, by status and server.",
  stability: "ALPHA",
  labels: reloadLabels,
  combine: "first",
} as const;

const lastReload = {
  name: "apiserver_authentication_config_controller_automatic_reload_last_timestamp_seconds",
  help: "Time of the last reload of the authentication configuration, by status and server.",
  stability: "ALPHA",
  labels: reloadLabels,
  combine: "first",
} as const;
