/** Metrics of transformations, with the reference's names. */
import type { Clock } from "../base/clock.ts";
import { Counter, Histogram, type MetricRegistry } from "../base/metrics.ts";
import { TransformError } from "./value-transformer.ts";

/** Direction of a transformation, as metrics name it. */
export type TransformationType = "from_storage" | "to_storage";

/** Records the transformations of one resource. */
export interface TransformationRecorder {
  /** Returns the present time, for `record`. */
  now(): number;
  /** Records a transformation. @param error why it failed. Undefined if it succeeded */
  record(type: TransformationType, prefix: string, start: number, error?: unknown): void;
}

const durationBucketCount = 25;
const keyBucketCount = 14;
const firstBucketSeconds = 5e-6;

/** Counts and times transformations. */
export class TransformationMetrics {
  readonly #clock: Clock;
  readonly #durations = new Histogram({
    name: "apiserver_storage_transformation_duration_seconds",
    help: "Latencies in seconds of value transformation operations.",
    stability: "ALPHA",
    labels: ["transformation_type", "transformer_prefix"],
    buckets: exponentialBuckets(firstBucketSeconds, 2, durationBucketCount),
  });
  readonly #operations = new Counter({
    name: "apiserver_storage_transformation_operations_total",
    help:
      "Total number of transformations. Successful transformation will have a status 'OK' and a varied status string when " +
      "the transformation fails. The status, resource, and transformation_type fields can be used for alerting purposes. " +
      "For example, you can monitor for encryption/decryption failures using the transformation_type (e.g., from_storage " +
      "for decryption and to_storage for encryption). Additionally, these fields can be used to ensure that the correct " +
      "transformers are applied to each resource.",
    stability: "ALPHA",
    labels: ["resource", "status", "transformation_type", "transformer_prefix"],
  });
  readonly #cacheMisses = new Counter({
    name: "apiserver_storage_envelope_transformation_cache_misses_total",
    help: "Total number of cache misses while accessing key decryption key(KEK).",
    stability: "ALPHA",
    labels: [],
  });
  readonly #keyDurations = new Histogram({
    name: "apiserver_storage_data_key_generation_duration_seconds",
    help: "Latencies in seconds of data encryption key(DEK) generation operations.",
    stability: "ALPHA",
    labels: [],
    buckets: exponentialBuckets(firstBucketSeconds, 2, keyBucketCount),
  });
  readonly #keyFailures = new Counter({
    name: "apiserver_storage_data_key_generation_failures_total",
    help: "Total number of failed data encryption key(DEK) generation operations.",
    stability: "ALPHA",
    labels: [],
  });

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Adds the metrics to a registry. */
  register(registry: MetricRegistry): void {
    registry.add(this.#durations);
    registry.add(this.#operations);
    registry.add(this.#cacheMisses);
    registry.add(this.#keyDurations);
    registry.add(this.#keyFailures);
    this.#cacheMisses.add([], 0);
    this.#keyFailures.add([], 0);
  }

  /** Returns the recorder of a resource. @param resource such as `secrets` or `deployments.apps` */
  recorderOf(resource: string): TransformationRecorder {
    const now = (): number => this.#clock.monotonicMs();
    return {
      now,
      record: (type, prefix, start, error) => {
        this.#operations.add([resource, statusOf(error), type, prefix]);
        if (error === undefined) this.#durations.observe([type, prefix], (now() - start) / 1000);
      },
    };
  }

  /** Records that a key was requested from a key service. */
  keyRequested(): void {
    this.#cacheMisses.add();
  }

  /** Records that a key was generated. */
  keyGenerated(seconds: number): void {
    this.#keyDurations.observe([], seconds);
  }
}

function statusOf(error: unknown): string {
  if (error === undefined) return "OK";
  return (error instanceof TransformError ? error.grpcStatus : undefined) ?? "unknown-non-grpc";
}

/** Returns bounds of buckets, each `factor` times the one before. */
export function exponentialBuckets(first: number, factor: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => first * factor ** index);
}
