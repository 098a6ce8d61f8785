/** Checks that a value arrives unchanged in another thread or process. */

/**
 * Throws if a structured clone of the value would differ from it, or is impossible. Permits primitive values with all numbers,
 * plain objects, arrays, maps and sets. Other objects would lose their class, and functions and accessors their code. The clone of
 * a frozen object is not frozen.
 * @throws TypeError with the path of the first value that is not plain data
 */
export function assertPlainData(value: unknown, path = "the value"): void {
  check(value, path, new Set());
}

function check(value: unknown, path: string, seen: Set<object>): void {
  const fault = faultOf(value);
  if (fault !== undefined) throw new TypeError(`${path} cannot be sent to another process: it is ${fault}`);
  if (typeof value !== "object" || value === null || seen.has(value)) return;
  seen.add(value);
  if (value instanceof Map) {
    for (const [key, item] of value) {
      check(key, `a key of ${path}`, seen);
      check(item, `${path}.get(${String(key)})`, seen);
    }
  } else if (value instanceof Set) {
    for (const item of value) check(item, `an item of ${path}`, seen);
  } else {
    for (const [name, member] of Object.entries(value)) {
      check(member, Array.isArray(value) ? `${path}[${name}]` : `${path}.${name}`, seen);
    }
  }
}

/** Returns the reason why a structured clone of the value itself would differ. Undefined if it would not. */
function faultOf(value: unknown): string | undefined {
  if (typeof value === "function" || typeof value === "symbol") return `a ${typeof value}`;
  if (typeof value !== "object" || value === null) return undefined;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === null) return "an object without a prototype";
  const isCollection = prototype === Map.prototype || prototype === Set.prototype;
  if (prototype !== Object.prototype && prototype !== Array.prototype && !isCollection) {
    return `an object of the class ${(prototype as object).constructor.name}`;
  }
  return memberFault(value, isCollection);
}

/** Returns the reason why the members of an object would be lost. */
function memberFault(value: object, isCollection: boolean): string | undefined {
  const members = Object.entries(Object.getOwnPropertyDescriptors(value));
  if (Object.getOwnPropertySymbols(value).length > 0) return "an object with a symbol as the name of a member";
  if (isCollection && members.length > 0) return "a collection with further members";
  const isArray = Array.isArray(value);
  for (const [name, member] of members) {
    if (!("value" in member)) return `an object with the accessor ${name}`;
    if (member.enumerable !== true && !(isArray && name === "length"))
      return `an object with the hidden member ${name}`;
  }
  return undefined;
}
