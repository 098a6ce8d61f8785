/** Equality and spelling of types. */
import { runtimeTypeName, type Type } from "./type.ts";

const none: readonly Type[] = [];

/** Returns the types that a type is made of: the element of a list, the key and the value of a map. */
export function typeParts(type: Type): readonly Type[] {
  switch (type.kind) {
    case "list":
      return [type.element];
    case "map":
      return [type.key, type.value];
    case "opaque":
      return type.parameters;
    case "type":
      return type.of === undefined ? none : [type.of];
    default:
      return none;
  }
}

/** Whether two types are the same, with all their parts. */
export function isSameType(one: Type, other: Type): boolean {
  if (one === other) return true;
  if (one.kind !== other.kind) return false;
  switch (one.kind) {
    case "list":
      return isSameType(one.element, (other as typeof one).element);
    case "map":
      return isSameType(one.key, (other as typeof one).key) && isSameType(one.value, (other as typeof one).value);
    case "object":
    case "parameter":
      return one.name === (other as typeof one).name;
    case "opaque":
    case "type":
      return runtimeTypeName(one) === runtimeTypeName(other) && haveSameParts(one, other);
    default:
      return true;
  }
}

function haveSameParts(one: Type, other: Type): boolean {
  const [parts, otherParts] = [typeParts(one), typeParts(other)];
  return (
    parts.length === otherParts.length && parts.every((part, index) => isSameType(part, otherParts[index] as Type))
  );
}

const spellings: Partial<Record<Type["kind"], string>> = {
  any: "any",
  duration: "duration",
  error: "!error!",
  null: "null",
  timestamp: "timestamp",
};

/** Returns the spelling of a type in messages: `map(string, int)`, `optional_type(dyn)`, `!error!`. */
export function formatType(type: Type): string {
  const parts = typeParts(type);
  const name = spellings[type.kind] ?? runtimeTypeName(type);
  return parts.length === 0 ? name : `${name}(${parts.map(formatType).join(", ")})`;
}
