/** Metrics of JWT authentication, with the reference's names. */
import { createHash } from "node:crypto";
import { Histogram, type MetricRegistry } from "../../base/metrics.ts";

/** How an authentication ended. */
export type Outcome = "success" | "failure";

/** Records authentications. */
export class JwtMetrics {
  readonly #latency: Histogram<"result" | "jwt_issuer_hash">;

  constructor(registry: MetricRegistry) {
    this.#latency = registry.add(new Histogram(latency));
  }

  /** Records the authentication of a token. @param issuerHash see `hashOf()` */
  authenticated(outcome: Outcome, issuerHash: string, seconds: number): void {
    this.#latency.observe([outcome, issuerHash], seconds);
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
