/**
 * Parses YAML request bodies to plain values, as the reference converts them to JSON: YAML 1.1, first document only. A
 * body of megabytes takes noticeable time, so it is parsed in slices, between which other requests are handled.
 */
import { isUtf8 } from "node:buffer";
import { setImmediate } from "node:timers/promises";
import { DecodeError } from "../decode-error.ts";
import { parseJson } from "../json/parse.ts";
import { type DecodeLimits, defaultDecodeLimits } from "../limits.ts";
import { hasForbiddenCharacter } from "./characters.ts";
import { Composer, type YamlRules } from "./composer.ts";
import { decodeYaml } from "./decode.ts";
import type { TextPosition } from "./node.ts";

/** The result of `parseYaml`. */
export interface ParsedYaml {
  readonly value: unknown;
  /** Whether the value contains bigints: integers beyond ±(2^53 - 1). */
  readonly hasBigint: boolean;
  /**
   * Repetitions of a key in its mapping, such as `line 3: key "a" already set in map`. At most 100. The last value
   * wins.
   */
  readonly duplicates: readonly string[];
  /** The positions of the repeated keys, in the order of `duplicates`. */
  readonly duplicatePositions: readonly TextPosition[];
}

/** Prefix of the reference's errors when it decodes YAML into a type, such as an apply patch. */
export const yamlConversionPrefix = "error converting YAML to JSON: ";

/** Number of steps in one slice, which take a few milliseconds. */
const stepsPerSlice = 10_000;
/** Maximum number of keys, values and items. A real object of 3 MiB has about half as many. */
const nodesMax = 500_000;
const brace = 0x7b;

/**
 * Matches bytes of JSON that YAML does not accept: escapes of a slash or a surrogate, control characters, and line
 * breaks other than line feed. It may also match after an escaped backslash, which is harmless. Blanks before a colon
 * count towards the maximum length of a key in YAML, so they match too.
 */
const jsonOnlyBytes = /\\(?:\/|u[dD][89a-fA-F])|[\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\xa8\xa9]|\xef\xbf[\xbe\xbf]|"\s+:/;

/**
 * Maximum length of keys that are read as JSON. A longer key might exceed the limit of YAML, depending on how it is
 * escaped.
 */
const keyCharsMax = 160;

/**
 * Returns the value of a YAML body. A body without a document is null.
 * @param bytes UTF-8 with or without a byte order mark, or UTF-16 with one
 * @throws DecodeError with the reference's message without `yamlConversionPrefix`, such as `yaml: line 2: did not find
 * expected key`
 */
export async function parseYaml(
  bytes: Buffer,
  limits: DecodeLimits = defaultDecodeLimits,
  rules: YamlRules = {},
): Promise<ParsedYaml> {
  const json = bytes[0] === brace ? tryJson(bytes, limits) : undefined;
  if (json !== undefined) return json;
  const composer = composerOf(bytes, limits, rules);
  for (let steps = 1; composer.step(); steps++) {
    if (steps % stepsPerSlice === 0) await setImmediate();
  }
  return decodeYaml(composer.root, limits);
}

/**
 * Returns the value of a small YAML text, such as a configuration file. Nothing else runs in the meantime.
 * @throws DecodeError as `parseYaml()`
 */
export function parseSmallYaml(bytes: Buffer, limits: DecodeLimits = defaultDecodeLimits): ParsedYaml {
  const composer = composerOf(bytes, limits, {});
  while (composer.step());
  return decodeYaml(composer.root, limits);
}

/** Returns a composer of the text in the bytes. @throws DecodeError */
export function composerOf(bytes: Buffer, { depthMax }: DecodeLimits, rules: YamlRules): Composer {
  return new Composer(decodeText(bytes), { depthMax, nodesMax }, rules);
}

/**
 * Parses a body that is JSON, because most clients send JSON as YAML. This takes a fifth of the time of the YAML
 * reader; see docs/performance.md, "Micro-measurements", "parseYaml of JSON". Returns undefined if the body is not JSON
 * or has duplicate keys, whose errors must be those of YAML.
 */
function tryJson(bytes: Buffer, limits: DecodeLimits): ParsedYaml | undefined {
  try {
    if (jsonOnlyBytes.test(bytes.toString("latin1"))) return undefined;
    const { value, keyCount, hasBigint } = parseJson(bytes, { limits });
    // In YAML, integers of more than 64 bits are floats.
    return !hasBigint && keyCount === countShortKeys(value)
      ? { value, hasBigint, duplicates: [], duplicatePositions: [] }
      : undefined;
  } catch (error) {
    if (error instanceof DecodeError && error.code !== "limit") return undefined;
    throw error;
  }
}

/** Returns the number of members of all objects in a value. NaN if one has a key longer than `keyCharsMax`. */
function countShortKeys(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) count += countShortKeys(item);
    return count;
  }
  for (const key in value) {
    if (key.length > keyCharsMax) return Number.NaN;
    count += 1 + countShortKeys((value as Record<string, unknown>)[key]);
  }
  return count;
}

/** Decodes UTF-8, or UTF-16 with a byte order mark. */
function decodeText(bytes: Buffer): string {
  const text = utf16Text(bytes) ?? utf8Text(bytes);
  if (hasForbiddenCharacter(text)) throw new DecodeError("encoding", "yaml: control characters are not allowed");
  return text;
}

function utf16Text(bytes: Buffer): string | undefined {
  const mark = bytes.length < 2 ? 0 : bytes.readUInt16BE(0);
  if (mark !== 0xfffe && mark !== 0xfeff) return undefined;
  if (bytes.length % 2 === 1) throw new DecodeError("encoding", "yaml: incomplete UTF-16 character");
  const units = bytes.subarray(2);
  const text = (mark === 0xfffe ? units : Buffer.from(units).swap16()).toString("utf16le");
  if (/\p{Surrogate}/u.test(text)) throw new DecodeError("encoding", "yaml: incomplete UTF-16 surrogate pair");
  return text;
}

function utf8Text(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new DecodeError("encoding", "yaml: invalid UTF-8 octet sequence");
  return bytes.toString("utf8");
}
