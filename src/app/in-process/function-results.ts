/** Results of admission functions. Callers without types can return values of any type. */
import { isJsonObject } from "../../base/json-object.ts";
import { setOwn } from "../../base/own-property.ts";

/**
 * Returns a copy of a changed object, as JSON would transport it to the server. Undefined if the function changed nothing.
 * @throws TypeError if the result is no object, or cannot be written as JSON
 */
export function changedObject(result: unknown): unknown {
  if (result === undefined) return undefined;
  if (!isJsonObject(result)) throw new TypeError(`it must return an object or undefined, not ${shownType(result)}`);
  return plainCopy(result, []);
}

/**
 * Returns what JSON would transport of a value: `toJSON()` applies, members without a JSON form are left out. Unlike in JSON, bigints
 * remain.
 */
function plainCopy(value: unknown, parents: readonly unknown[]): unknown {
  const plain = isJsonObject(value) && typeof value["toJSON"] === "function" ? value["toJSON"]() : value;
  if (parents.includes(plain)) throw new TypeError("the object that it returns contains itself");
  const path = [...parents, plain];
  if (Array.isArray(plain)) return Array.from(plain, (item: unknown) => plainCopy(item, path) ?? null);
  if (!isJsonObject(plain)) return hasJsonForm(plain) ? plain : undefined;
  const copy: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(plain)) {
    const memberCopy = plainCopy(member, path);
    if (memberCopy !== undefined) setOwn(copy, name, memberCopy);
  }
  return copy;
}

function hasJsonForm(value: unknown): boolean {
  return typeof value !== "function" && typeof value !== "symbol";
}

/** Returns why a request is rejected. Undefined if it is accepted. @throws TypeError if the result is no text */
export function rejection(result: unknown): string | undefined {
  if (result === undefined || typeof result === "string") return result;
  throw new TypeError(`it must return a text or undefined, not ${shownType(result)}`);
}

/** Returns what a value is, for messages. */
export function shownType(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  switch (typeof value) {
    case "string":
      return "a text";
    case "function":
      return "a function";
    case "object":
      return value === null ? "null" : "an object";
    default:
      return String(value);
  }
}
