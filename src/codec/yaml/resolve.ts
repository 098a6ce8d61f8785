/**
 * Resolves the type of plain scalars by the rules of YAML 1.1, as the reference's library applies them: `yes`, `on` and
 * `n` are booleans, `017` is octal, and a date remains a string.
 */
import { yamlError } from "./errors.ts";
import type { ScalarNode } from "./node.ts";
import { parseDotFloat, parseNumber } from "./number.ts";

/** JavaScript value of a YAML scalar. Integers beyond ±(2^53 - 1) are bigints. */
export type ScalarValue = string | number | bigint | boolean | null;
type ScalarType = "str" | "bool" | "int" | "float" | "null" | "timestamp" | "merge";

/** Type and value of a scalar. */
export interface ResolvedScalar {
  readonly type: ScalarType;
  readonly value: ScalarValue;
}

const words = new Map<string, ResolvedScalar>();
for (const [type, value, spellings] of [
  ["bool", true, "y Y yes Yes YES true True TRUE on On ON"],
  ["bool", false, "n N no No NO false False FALSE off Off OFF"],
  ["null", null, "~ null Null NULL"],
  ["float", Number.NaN, ".nan .NaN .NAN"],
  ["float", Number.POSITIVE_INFINITY, ".inf .Inf .INF +.inf +.Inf +.INF"],
  ["float", Number.NEGATIVE_INFINITY, "-.inf -.Inf -.INF"],
  ["merge", "<<", "<<"],
] as const) {
  for (const spelling of spellings.split(" ")) words.set(spelling, { type, value });
}
words.set("", { type: "null", value: null });

/** Length of the longest word in the table. Longer scalars are not looked up. */
const wordLengthMax = 5;

/** Returns the type and value of a plain scalar without a tag. */
export function resolvePlain(text: string): ResolvedScalar {
  const word = text.length <= wordLengthMax ? words.get(text) : undefined;
  if (word !== undefined) return word;
  const number = resolveNumber(text);
  if (number !== undefined) return { type: isInteger(number, text) ? "int" : "float", value: number };
  return { type: isTimestamp(text) ? "timestamp" : "str", value: text };
}

function resolveNumber(text: string): number | bigint | undefined {
  const code = text.charCodeAt(0);
  if (code === 0x2e) return parseDotFloat(text);
  const beginsNumber = code === 0x2b || code === 0x2d || (code >= 0x30 && code <= 0x39);
  return beginsNumber ? parseNumber(text) : undefined;
}

/** `1e3` and `1.0` are floats, although their values are integers. */
function isInteger(number: number | bigint, text: string): boolean {
  if (typeof number === "bigint") return true;
  return Number.isSafeInteger(number) && (/^[-+]?0[xX]/.test(text) || !/[.eE]/.test(text));
}

const tagPrefix = "tag:yaml.org,2002:";
const resolvableTags: readonly string[] = ["str", "bool", "int", "float", "null", "timestamp"];

/** Returns the type and value of a scalar. @throws DecodeError if the text does not match the scalar's tag */
export function resolveScalar(node: ScalarNode): ResolvedScalar {
  if (node.tag !== "") return resolveTagged(node.tag, node.value);
  return node.isImplicit ? resolvePlain(node.value) : { type: "str", value: node.value };
}

/** Resolves a tagged scalar. With an unknown tag it is a string. */
function resolveTagged(tag: string, text: string): ResolvedScalar {
  const type = tag.startsWith(tagPrefix) ? tag.slice(tagPrefix.length) : "";
  if (type === "binary") return { type: "str", value: decodeBinary(text) };
  if (type === "str" || !resolvableTags.includes(type)) return { type: "str", value: text };
  const resolved = resolvePlain(text);
  if (resolved.type === type) return resolved;
  const isWidened = type === "float" && resolved.type === "int" && typeof resolved.value === "number";
  if (isWidened) return { type: "float", value: resolved.value };
  throw yamlError(`cannot decode !!${resolved.type} \`${text}\` as a !!${type}`);
}

function decodeBinary(text: string): string {
  const base64 = text.replaceAll(/[\r\n]/g, "");
  if (base64.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) {
    throw yamlError("!!binary value contains invalid base64 data");
  }
  return Buffer.from(base64, "base64").toString("utf8");
}

const timestamp =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:([Tt ])(\d{1,2}):(\d{1,2}):(\d{1,2})(?:[.,]\d+)?(Z|[-+]\d{2}:\d{2})?)?$/;

/** Whether the text looks like a time to YAML readers. The reference quotes such strings. */
function isTimestamp(text: string): boolean {
  const match = text[4] === "-" ? timestamp.exec(text) : null;
  if (match === null) return false;
  const [, year, month, day, separator, hour = 0, minute = 0, second = 0, zone] = match;
  if (separator !== undefined && (separator === " ") !== (zone === undefined)) return false;
  const daysInMonth = new Date(Date.UTC(Number(year) + 400, Number(month), 0)).getUTCDate();
  const isDate = Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= daysInMonth;
  return isDate && Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60;
}
