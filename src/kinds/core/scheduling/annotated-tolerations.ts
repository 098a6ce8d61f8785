/** Tolerations in an annotation, as JSON. */
import type { Toleration } from "../../../api/index.ts";
import { capitalize } from "../../../base/capitalize.ts";
import { DecodeError, jsonType, parseJson } from "../../../codec/index.ts";

/** Members of a toleration, with the names of their Go types in error messages. */
const members = {
  key: "string",
  operator: "TolerationOperator",
  value: "string",
  effect: "TaintEffect",
  tolerationSeconds: "int64",
} as const satisfies Readonly<Record<keyof Toleration, string>>;

type Member = keyof typeof members;

/** Members by their name in lower case, because the reference ignores the case of member names. */
const membersByLowerCase: ReadonlyMap<string, Member> = new Map(
  Object.keys(members).map((name) => [name.toLowerCase(), name as Member]),
);

/**
 * The Go type that the reference reads an annotation into: the internal one, or the one of API version v1. Error messages
 * name it.
 */
export type TolerationType = "core" | "v1";

/**
 * Returns the tolerations in the annotation.
 * @throws DecodeError with the message of the reference
 */
export function readTolerations(text: string, type: TolerationType): readonly Toleration[] {
  const { value } = parseJson(Buffer.from(text));
  if (value === null) return [];
  if (!Array.isArray(value)) throw mismatch(value, `value of type []${type}.Toleration`);
  return value.map((one: unknown) => readToleration(one, type));
}

function readToleration(value: unknown, type: TolerationType): Toleration {
  if (value === null) return {};
  if (typeof value !== "object" || Array.isArray(value)) throw mismatch(value, `value of type ${type}.Toleration`);
  const read = Object.entries(value).flatMap(([memberName, one]) => {
    const name = membersByLowerCase.get(memberName.toLowerCase());
    if (name === undefined || one === null) return [];
    const isNumber = members[name] === "int64";
    const isRight = isNumber ? Number.isInteger(one) || typeof one === "bigint" : typeof one === "string";
    if (!isRight)
      throw mismatch(one, `struct field Toleration.${fieldName(name, type)} of type ${typeName(name, type)}`);
    return [[name, one]];
  });
  return Object.fromEntries(read) as Toleration;
}

/** Returns the name of a field in messages. Internal types have no names for JSON. */
function fieldName(name: Member, type: TolerationType): string {
  return type === "core" ? capitalize(name) : name;
}

function typeName(name: Member, type: TolerationType): string {
  const goType = members[name];
  return goType === "string" || goType === "int64" ? goType : `${type}.${goType}`;
}

function mismatch(value: unknown, what: string): DecodeError {
  return new DecodeError("value", `json: cannot unmarshal ${typeOf(value)} into Go ${what}`);
}

/** Returns the type as messages name it. Numbers with fractions are shown with their value. */
function typeOf(value: unknown): string {
  return typeof value === "number" && !Number.isInteger(value) ? `number ${value}` : jsonType(value);
}
