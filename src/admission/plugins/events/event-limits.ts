/** The configuration of the EventRateLimit plugin. */
import { readConfigurationDocument } from "../../../codec/index.ts";
import { configurationErrorWith } from "../../../meta/configuration/configuration-error.ts";
import { formatFieldError, invalidField, notSupportedField } from "../../../meta/field-error.ts";
import { group, type Vocabulary } from "../../../meta/vocabulary.ts";
import {
  int32,
  list,
  optional,
  pointer,
  type StructSchema,
  struct,
  text,
  typeMetaFields,
} from "../../../schema/index.ts";

/** Requests that share a bucket: all of them, or those of a namespace, a user, or an event's source and object. */
export type EventLimitType = "Server" | "Namespace" | "User" | "SourceAndObject";

/** A limit of requests with Events. */
export interface EventLimit {
  readonly type: EventLimitType;
  /** Requests per second. */
  readonly perSecond: number;
  /** How many requests may exceed the rate at once. */
  readonly burst: number;
  /** Number of buckets that are kept. The bucket that was unused for longest is removed first. */
  readonly bucketsMax: number;
}

/** The settings of the plugin. They are plain data, so that all processes of a server can get them. */
export interface EventLimits {
  readonly limits: readonly EventLimit[];
}

const limitTypes: readonly string[] = ["Namespace", "Server", "SourceAndObject", "User"] satisfies EventLimitType[];
/** Number of buckets if the configuration has none, as in the reference. */
const defaultBucketsMax = 4096;

interface LimitDocument {
  type?: string;
  qps?: number;
  burst?: number;
  cacheSize?: number;
}

interface ConfigurationDocument {
  limits?: LimitDocument[];
}

const configurationGroup = group("eventratelimit.admission");

const limitSchema: StructSchema<LimitDocument> = struct("v1alpha1.Limit", "A limit.", {
  type: optional(text, 1, "Requests that share a bucket."),
  qps: optional(int32, 2, "Requests per second."),
  burst: optional(int32, 3, "How many requests may exceed the rate at once."),
  cacheSize: optional(int32, 4, "Number of buckets that are kept."),
});

const configurationSchema: StructSchema<ConfigurationDocument> = struct(
  "v1alpha1.Configuration",
  "Configuration of the plugin.",
  { ...typeMetaFields, limits: pointer(list(limitSchema), 1, "Limits, at least one.") },
);

/**
 * Returns the limits in a configuration.
 * @param content YAML or JSON
 * @throws ConfigurationError if it cannot be read, or contains invalid values
 */
export function readEventLimits(content: string, vocabulary: Vocabulary): EventLimits {
  const { limits } = readConfigurationDocument<ConfigurationDocument>(Buffer.from(content), {
    types: [
      {
        group: vocabulary.bind(configurationGroup),
        version: "v1alpha1",
        kind: "Configuration",
        schema: configurationSchema,
      },
    ],
    typeTable: "pkg/admission/eventratelimit/config.go:31",
    ignoresUnknown: true,
  });
  const faults = limitFaults(limits);
  if (faults.length > 0) throw configurationErrorWith(faults);
  return { limits: (limits ?? []).map(limitOf) };
}

function limitOf({ type = "", qps = 0, burst = 0, cacheSize = 0 }: LimitDocument): EventLimit {
  return {
    type: type as EventLimitType,
    perSecond: qps,
    burst,
    bucketsMax: type === "Server" ? 1 : cacheSize || defaultBucketsMax,
  };
}

function limitFaults(limits: readonly LimitDocument[] | undefined): readonly string[] {
  if (!limits || limits.length === 0) {
    const shown = limits ? "[]eventratelimit.Limit{}" : "[]eventratelimit.Limit(nil)";
    return [`limits: Invalid value: ${shown}: must not be empty`];
  }
  const faults = limits.flatMap(({ type = "", qps = 0, burst = 0, cacheSize = 0 }, index) => {
    const path = `limits[${index}]`;
    return [
      ...(limitTypes.includes(type) ? [] : [notSupportedField(`${path}.type`, type, limitTypes)]),
      ...(burst > 0 ? [] : [invalidField(`${path}.burst`, burst, "must be positive")]),
      ...(qps > 0 ? [] : [invalidField(`${path}.qps`, qps, "must be positive")]),
      ...(cacheSize >= 0 || type === "Server"
        ? []
        : [invalidField(`${path}.cacheSize`, cacheSize, "must not be negative")]),
    ];
  });
  return faults.map(formatFieldError);
}
