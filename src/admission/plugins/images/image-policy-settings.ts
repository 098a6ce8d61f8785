/** The configuration of the ImagePolicyWebhook plugin. */
import { isJsonObject } from "../../../base/json-object.ts";
import { DecodeError, GoStructReader, jsonType, parseJson, parseSmallYaml } from "../../../codec/index.ts";
import { ConfigurationError } from "../../../meta/configuration/configuration-error.ts";
import { formatDuration } from "../../../meta/duration.ts";

/** The settings of the plugin. They are plain data, so that all processes of a server can get them. */
export interface ImagePolicySettings {
  /** Client configuration of the webhook. Empty if the configuration names none. */
  readonly kubeConfigFile: string;
  /** How long the webhook is not asked again about images that it allows, in milliseconds. */
  readonly allowedMs: number;
  /** How long it is not asked again about images that it denies. */
  readonly deniedMs: number;
  /** Wait before the second attempt of a call. */
  readonly firstDelayMs: number;
  /** Whether images are allowed if the webhook fails. */
  readonly allowsOnFailure: boolean;
}

/** A time in the configuration. */
interface TimeRule {
  /** Milliseconds of one unit. */
  readonly unitMs: number;
  readonly defaultMs: number;
  /** Shortest time in nanoseconds. */
  readonly minNanos: number;
  readonly maxMs: number;
}

const secondMs = 1000;
const minuteMs = 60_000;
const nanosPerMs = 1_000_000;
/** The value that disables a time. */
const disabled = -1;

const backoffRule: TimeRule = { unitMs: 1, defaultMs: 500, minNanos: 1, maxMs: 5 * minuteMs };
const allowedRule: TimeRule = {
  unitMs: secondMs,
  defaultMs: 5 * minuteMs,
  minNanos: secondMs * nanosPerMs,
  maxMs: 30 * minuteMs,
};
const deniedRule: TimeRule = { ...allowedRule, defaultMs: 30 * secondMs };

/**
 * Returns the settings in a configuration.
 * @param content YAML or JSON
 * @throws ConfigurationError if it cannot be read, or contains invalid values
 */
export function readImagePolicySettings(content: string): ImagePolicySettings {
  const policy = readPolicy(content);
  const firstDelayMs = timeOf(policy.retryBackoff, backoffRule);
  const allowedMs = timeOf(policy.allowTTL, allowedRule);
  const deniedMs = timeOf(policy.denyTTL, deniedRule);
  return {
    kubeConfigFile: policy.kubeConfigFile,
    allowedMs,
    deniedMs,
    firstDelayMs,
    allowsOnFailure: policy.defaultAllow,
  };
}

function timeOf(value: number, { unitMs, defaultMs, minNanos, maxMs }: TimeRule): number {
  if (value === disabled) return 0;
  if (value === 0) return defaultMs;
  const ms = value * unitMs;
  if (ms * nanosPerMs >= minNanos && ms <= maxMs) return ms;
  const [shortest, longest, found] = [BigInt(minNanos), toNanos(maxMs), toNanos(ms)].map(formatDuration);
  throw new ConfigurationError(`valid value is between ${shortest} and ${longest}, got ${found}`);
}

function toNanos(ms: number): bigint {
  return BigInt(ms) * BigInt(nanosPerMs);
}

interface PolicyDocument {
  readonly kubeConfigFile: string;
  readonly allowTTL: number;
  readonly denyTTL: number;
  readonly retryBackoff: number;
  readonly defaultAllow: boolean;
}

/** Reads the members in the order in which the reference declares them. */
function readPolicy(content: string): PolicyDocument {
  if (content.trim() === "") throw new ConfigurationError("EOF");
  const isJson = /^\s*\{/.test(content);
  const document = parse(content, isJson);
  try {
    return policyIn(document);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    const prefix = isJson ? "" : "error unmarshaling JSON: while decoding JSON: ";
    throw new ConfigurationError(prefix + error.message, { cause: error });
  }
}

function parse(content: string, isJson: boolean): unknown {
  const bytes = Buffer.from(content);
  try {
    return isJson ? parseJson(bytes).value : parseSmallYaml(bytes).value;
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    const prefix = isJson ? "" : "error converting YAML to JSON: ";
    throw new ConfigurationError(prefix + error.message, { cause: error });
  }
}

function policyIn(value: unknown): PolicyDocument {
  const document = value ?? {};
  if (!isJsonObject(document)) {
    const target = "Go value of type imagepolicy.AdmissionConfig";
    throw new DecodeError("value", `json: cannot unmarshal ${jsonType(document)} into ${target}`);
  }
  const reader = new GoStructReader(document, "AdmissionConfig", "");
  const policy = reader.struct("imagePolicy", "imagePolicyWebhookConfig", "imagepolicy.imagePolicyWebhookConfig");
  const time = "time.Duration";
  return {
    kubeConfigFile: policy.text("kubeConfigFile"),
    allowTTL: policy.integer("allowTTL", time),
    denyTTL: policy.integer("denyTTL", time),
    retryBackoff: policy.integer("retryBackoff", time),
    defaultAllow: policy.flag("defaultAllow"),
  };
}
