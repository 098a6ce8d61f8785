/** How the elements of sets and of lists with keys are identified. */
import { escapeFieldName } from "../../syntax/index.ts";
import { ExpressionElement, elementKey } from "./element-data.ts";

/** Identifies the elements of a list. */
export interface ListKeys {
  /** Returns a key that elements share if they are the same element. @throws UnhashableElement */
  readonly keyOf: (data: unknown) => string | symbol;
  /** Whether elements with the same key can differ. If so, a sum takes the right one. */
  readonly hasContent: boolean;
}

/** The elements of sets are their own keys. */
export const setKeys: ListKeys = { keyOf: elementKey, hasContent: false };

/** Lists with more key properties use one text, in which values of different types can be the same. */
const separateKeysMax = 3;

/**
 * Returns the keys of lists whose elements are objects.
 * @param properties the properties that identify an element. As in the reference, a property whose name is escaped in
 * expressions is not found.
 */
export function objectKeys(properties: readonly string[]): ListKeys {
  const names = properties.map((property) => escapeFieldName(property) ?? property);
  const join = names.length <= separateKeysMax ? elementKey : plainText;
  return {
    hasContent: true,
    keyOf(data) {
      if (!isObject(data)) return Symbol("not an object");
      const keys = names.map((name) => join(Object.hasOwn(data, name) ? data[name] : null));
      return keys.find((key) => typeof key === "symbol") ?? JSON.stringify(keys);
    },
  };
}

function isObject(data: unknown): data is Readonly<Record<string, unknown>> {
  return typeof data === "object" && data !== null && !Array.isArray(data) && !(data instanceof ExpressionElement);
}

function plainText(data: unknown): string {
  return typeof data === "string"
    ? data
    : JSON.stringify(data, (_name, part: unknown) => (typeof part === "bigint" ? Number(part) : part));
}
