/** Tolerations that an annotation holds as JSON, from the time before Pods had a field for them. */
import type { Toleration } from "../../../api/index.ts";
import { DecodeError, jsonType, parseJson } from "../../../codec/index.ts";

/** What the reference calls the types of the members; it takes their names in upper and lower case. */
const members: ReadonlyMap<string, readonly [name: keyof Toleration, title: string, type: string]> = new Map([
  ["key", ["key", "Key", "string"]],
  ["operator", ["operator", "Operator", "core.TolerationOperator"]],
  ["value", ["value", "Value", "string"]],
  ["effect", ["effect", "Effect", "core.TaintEffect"]],
  ["tolerationseconds", ["tolerationSeconds", "TolerationSeconds", "int64"]],
]);

/** @throws DecodeError in the words of the reference */
export function readTolerations(text: string): readonly Toleration[] {
  const { value } = parseJson(Buffer.from(text));
  if (value === null) return [];
  if (!Array.isArray(value)) throw mismatch(value, "value of type []core.Toleration");
  return value.map(readToleration);
}

function readToleration(value: unknown): Toleration {
  if (value === null) return {};
  if (typeof value !== "object" || Array.isArray(value)) throw mismatch(value, "value of type core.Toleration");
  const read = Object.entries(value).flatMap(([given, one]) => {
    const [name, title, type] = members.get(given.toLowerCase()) ?? [];
    if (name === undefined || one === null) return [];
    const isRight = type === "int64" ? Number.isInteger(one) || typeof one === "bigint" : typeof one === "string";
    if (!isRight) throw mismatch(one, `struct field Toleration.${title} of type ${type}`);
    return [[name, one]];
  });
  return Object.fromEntries(read) as Toleration;
}

function mismatch(value: unknown, what: string): DecodeError {
  return new DecodeError("value", `json: cannot unmarshal ${typeOf(value)} into Go ${what}`);
}

/** Numbers with fractions are told whole. */
function typeOf(value: unknown): string {
  return typeof value === "number" && !Number.isInteger(value) ? `number ${value}` : jsonType(value);
}
