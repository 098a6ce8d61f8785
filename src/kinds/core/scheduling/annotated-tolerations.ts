/** Tolerations in an annotation, as JSON. Pods had this annotation before they had the field. */
import type { Toleration } from "../../../api/index.ts";
import { DecodeError, jsonType, parseJson } from "../../../codec/index.ts";

/**
 * Members of a toleration by their name in lower case, with the names of field and type in the reference's error
 * messages. The reference ignores the case of member names.
 */
const members: ReadonlyMap<string, readonly [name: keyof Toleration, title: string, type: string]> = new Map([
  ["key", ["key", "Key", "string"]],
  ["operator", ["operator", "Operator", "core.TolerationOperator"]],
  ["value", ["value", "Value", "string"]],
  ["effect", ["effect", "Effect", "core.TaintEffect"]],
  ["tolerationseconds", ["tolerationSeconds", "TolerationSeconds", "int64"]],
]);

/**
 * Returns the tolerations in the annotation.
 * @throws DecodeError with the message of the reference
 */
export function readTolerations(text: string): readonly Toleration[] {
  const { value } = parseJson(Buffer.from(text));
  if (value === null) return [];
  if (!Array.isArray(value)) throw mismatch(value, "value of type []core.Toleration");
  return value.map(readToleration);
}

function readToleration(value: unknown): Toleration {
  if (value === null) return {};
  if (typeof value !== "object" || Array.isArray(value)) throw mismatch(value, "value of type core.Toleration");
  const read = Object.entries(value).flatMap(([memberName, one]) => {
    const [name, title, type] = members.get(memberName.toLowerCase()) ?? [];
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

/** Returns the type as messages name it. Numbers with fractions are shown with their value. */
function typeOf(value: unknown): string {
  return typeof value === "number" && !Number.isInteger(value) ? `number ${value}` : jsonType(value);
}
