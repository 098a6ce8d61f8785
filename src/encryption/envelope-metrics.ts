/** Metrics of key services, with the reference's names. */
import { createHash } from "node:crypto";
import { Counter, Gauge, Histogram, type MetricRegistry } from "../base/metrics.ts";
import { exponentialBuckets, type TransformationType } from "./transformation-metrics.ts";

const prefix = "apiserver_envelope_encryption";
const latencyBucketCount = 20;
/** Number of keys that the metrics show. The oldest one is removed first. */
const shownKeysMax = 10;

/** Returns the hash of a text as metrics and messages show it. Empty for an empty text. */
export function shownHash(text: string): string {
  return text === "" ? "" : `sha256:${createHash("sha256").update(text).digest("hex")}`;
}

/** Counts and times the use of key services. */
export class EnvelopeMetrics {
  readonly #latencies = new Histogram({
    name: `${prefix}_kms_operations_latency_seconds`,
    help: "KMS operation duration with gRPC error code status total.",
    stability: "ALPHA",
    labels: ["provider_name", "method_name", "grpc_status_code"],
    buckets: exponentialBuckets(0.0001, 2, latencyBucketCount),
  });
  readonly #uses = new Counter({
    name: `${prefix}_key_id_hash_total`,
    help: "Number of times a keyID is used split by transformation type, provider, and apiserver identity.",
    stability: "ALPHA",
    labels: ["transformation_type", "provider_name", "key_id_hash", "apiserver_id_hash"],
  });
  readonly #lastUses = new Gauge({
    name: `${prefix}_key_id_hash_last_timestamp_seconds`,
    help: "The last time in seconds when a keyID was used.",
    stability: "ALPHA",
    labels: ["transformation_type", "provider_name", "key_id_hash", "apiserver_id_hash"],
    combine: "first",
  });
  readonly #lastStatuses = new Gauge({
    name: `${prefix}_key_id_hash_status_last_timestamp_seconds`,
    help: "The last time in seconds when a keyID was returned by the Status RPC call.",
    stability: "ALPHA",
    labels: ["provider_name", "key_id_hash", "apiserver_id_hash"],
    combine: "first",
  });
  readonly #invalidIds = new Counter({
    name: `${prefix}_invalid_key_id_from_status_total`,
    help: "Number of times an invalid keyID is returned by the Status RPC call split by error.",
    stability: "ALPHA",
    labels: ["provider_name", "error"],
  });
  /** Labels of the last statuses, the oldest one first. */
  readonly #shownStatuses = new Map<string, readonly string[]>();
  #serverHash = "";

  /** Adds the metrics to a registry. @param serverName identity of the API server, which they show as a hash */
  register(registry: MetricRegistry, serverName: string): void {
    this.#serverHash = shownHash(serverName);
    for (const metric of [this.#latencies, this.#uses, this.#lastUses, this.#lastStatuses, this.#invalidIds]) {
      registry.add(metric);
    }
  }

  /** Records a call of a key service. */
  called(provider: string, method: string, status: string, seconds: number): void {
    this.#latencies.observe([provider, method, status], seconds);
  }

  /** Records that a value was encrypted or decrypted with a key. @param keyIdHash the result of `shownHash` */
  keyUsed(type: TransformationType, provider: string, keyIdHash: string, nowMs: number): void {
    const labels = [type, provider, keyIdHash, this.#serverHash];
    this.#uses.add(labels);
    this.#lastUses.set(labels, nowMs / 1000);
  }

  /** Records the key that a key service uses at present. */
  keyReported(provider: string, keyId: string, nowMs: number): void {
    const labels = [provider, shownHash(keyId), this.#serverHash];
    const id = labels.join(" ");
    this.#shownStatuses.delete(id);
    this.#shownStatuses.set(id, labels);
    for (const [oldestId, oldest] of this.#shownStatuses) {
      if (this.#shownStatuses.size <= shownKeysMax) break;
      this.#shownStatuses.delete(oldestId);
      this.#lastStatuses.remove(oldest);
    }
    this.#lastStatuses.set(labels, nowMs / 1000);
  }

  /** Records that a key service reports a key with an invalid ID. */
  invalidKeyReported(provider: string, label: string): void {
    this.#invalidIds.add([provider, label]);
  }
}
