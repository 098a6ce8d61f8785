/**
 * Request bodies in YAML to plain values, as the reference converts them to JSON: YAML 1.1, first document only. A body
 * of megabytes takes a noticeable time, so it is read in slices between which everybody else gets a turn.
 */
import { isUtf8 } from "node:buffer";
import { setImmediate } from "node:timers/promises";
import { DecodeError } from "../decode-error.ts";
import { parseJson } from "../json/parse.ts";
import { type DecodeLimits, defaultDecodeLimits } from "../limits.ts";
import { hasForbiddenCharacter } from "./characters.ts";
import { Composer, type YamlRules } from "./composer.ts";
import { decodeYaml } from "./decode.ts";

export interface ParsedYaml {
  readonly value: unknown;
  /** True when the value holds bigints: integers beyond ±(2^53 - 1), which no number can hold. */
  readonly exact: boolean;
  /** Repetitions of a key in its mapping, as `line 3: key "a" already set in map`. At most 100. The last one wins. */
  readonly duplicates: readonly string[];
}

/** What the reference puts in front of an error where it decodes YAML into a type, an apply patch for example. */
export const yamlConversionPrefix = "error converting YAML to JSON: ";

/** Some milliseconds of work. */
const stepsPerSlice = 10_000;
/** Keys, values and items. A real object of 3 MiB has about half as many. */
const nodesMax = 500_000;
const brace = 0x7b;

/**
 * What JSON allows and YAML does not, byte by byte: the escapes of a slash and of surrogates, before which a backslash may
 * stand, control characters, and further line breaks. Blanks before a colon count towards the length of a key in YAML.
 */
const ofJsonOnly = /\\(?:\/|u[dD][89a-fA-F])|[\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\xa8\xa9]|\xef\xbf[\xbe\xbf]|"\s+:/;

/** A longer key of JSON could be too long for YAML, depending on how it is escaped. */
const keyCharsMax = 160;

/**
 * @param bytes UTF-8, with or without a byte order mark, or UTF-16 with one. No document at all is null.
 * @throws DecodeError with the reference's text, `yaml: line 2: did not find expected key` for example, without
 *   `yamlConversionPrefix`
 */
export async function parseYaml(
  bytes: Buffer,
  limits: DecodeLimits = defaultDecodeLimits,
  rules: YamlRules = {},
): Promise<ParsedYaml> {
  const json = bytes[0] === brace ? tryJson(bytes, limits) : undefined;
  if (json !== undefined) return json;
  const composer = new Composer(decodeText(bytes), { depthMax: limits.depthMax, nodesMax }, rules);
  for (let steps = 1; composer.step(); steps++) {
    if (steps % stepsPerSlice === 0) await setImmediate();
  }
  const { value, hasBigint, duplicates } = decodeYaml(composer.root, limits);
  return { value, exact: hasBigint, duplicates };
}

/** Most YAML bodies of clients are JSON. Undefined when this one is not, or has duplicates: those have YAML's errors. */
function tryJson(bytes: Buffer, limits: DecodeLimits): ParsedYaml | undefined {
  try {
    if (ofJsonOnly.test(bytes.toString("latin1"))) return undefined;
    const { value, keyCount, exact } = parseJson(bytes, { limits });
    // Integers of more than 64 bits are floats in YAML.
    return !exact && keyCount === countShortKeys(value) ? { value, exact, duplicates: [] } : undefined;
  } catch (error) {
    if (error instanceof DecodeError && error.code !== "limit") return undefined;
    throw error;
  }
}

/** The number of members of all objects in a value. NaN if it holds a long key. */
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

/** Text is UTF-8, or UTF-16 behind a byte order mark. */
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
